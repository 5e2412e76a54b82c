package project

import (
	"path"
	"regexp"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/source"
)

// settingPattern is a word that sets a variable.
var settingPattern = regexp.MustCompile(`^([A-Za-z_][A-Za-z0-9_]*)=`)

// run takes in a command: the variables it sets, the programs it runs and the packages it
// installs.
func (f *File) run(c *Command) {
	f.settle(c)
	if len(c.Words) > 0 {
		f.Commands = append(f.Commands, *c)
		f.install(c)
	}
}

// settle takes the settings of variables out of a command, and the programs that only
// run another.
func (f *File) settle(c *Command) {
	for len(c.Words) > 0 {
		word := c.Words[0]
		if v, ok := f.setting(word); ok {
			c.Variables = append(c.Variables, v)
			c.Words = c.Words[1:]
			continue
		}
		if n := runsInEnvironment(c); n > 0 {
			c.Words = c.Words[n:]
			continue
		}
		if runsBehindVariable(c) {
			c.Words = c.Words[1:]
			continue
		}
		if !runsAnother(c) {
			break
		}
		c.Words = c.Words[1:]
		for len(c.Words) > 0 && strings.HasPrefix(c.Words[0].Text, "-") {
			c.Words = c.Words[1:]
		}
	}
	for _, w := range c.exported() {
		if v, ok := f.setting(w); ok {
			v.Whole = f.wholeLines(c.Span)
			c.Variables = append(c.Variables, v)
		}
	}
	if len(c.Words) == 0 {
		for i := range c.Variables {
			c.Variables[i].Local = true
		}
	}
	if len(c.Variables) > 1 {
		for i := range c.Variables {
			c.Variables[i].Whole = source.Span{} // the others stay
		}
	}
	f.Variables = append(f.Variables, c.Variables...)
	for i := range c.Variables {
		f.imageIn(&c.Variables[i])
	}
}

// imageIn notes the image that a variable names whose own name says so.
func (f *File) imageIn(v *Variable) {
	value := strings.Trim(v.Value, `"'`)
	if strings.Contains(strings.ToUpper(v.Name), "IMAGE") && strings.Contains(value, "/") && !strings.ContainsAny(value, "$ ") {
		f.Images = append(f.Images, Image{Text: value, Span: v.Span})
	}
}

// prefix is a word that is only a variable: it may hold "sudo", "echo", or nothing.
var prefix = regexp.MustCompile(`^\$(?:\w+|\{\w+(?::?[-+][^}]*)?\})$`)

// runsBehindVariable reports whether a command begins with a variable in front of a program.
func runsBehindVariable(c *Command) bool {
	return len(c.Words) > 1 && prefix.MatchString(c.Words[0].Text) && programName.MatchString(c.Words[1].Text)
}

// programName is a word that can only be the name of a program.
var programName = regexp.MustCompile(`^[a-z][a-z0-9_-]*$`)

// exported are the words behind export.
func (c *Command) exported() []Word {
	switch c.Program() {
	case "export", "declare", "typeset", "local", "readonly", "setenv":
		return c.Words[1:]
	}
	return nil
}

// runsAnother reports whether a program runs the one that it is given.
func runsAnother(c *Command) bool {
	switch path.Base(c.Words[0].Text) {
	case "sudo", "env", "exec", "nohup", "time", "nice", "stdbuf", "xvfb-run", "ionice":
		return true
	}
	return false
}

// runsInEnvironment is how many words of "conda run -n name" stand before the command that
// is run; 0 if there are none.
func runsInEnvironment(c *Command) int {
	switch path.Base(c.Words[0].Text) {
	case "conda", "mamba", "micromamba":
	default:
		return 0
	}
	if len(c.Words) < 3 || c.Words[1].Text != "run" {
		return 0
	}
	n := 2
	for n < len(c.Words) && strings.HasPrefix(c.Words[n].Text, "-") {
		switch c.Words[n].Text {
		case "-n", "--name", "-p", "--prefix", "--cwd":
			n++
		}
		n++
	}
	return min(n, len(c.Words))
}

// setting is the variable that a word sets.
func (f *File) setting(w Word) (Variable, bool) {
	m := settingPattern.FindStringSubmatch(w.Text)
	if len(m) == 0 || !strings.HasPrefix(f.text(w.Span), m[0]) {
		return Variable{}, false
	}
	return Variable{
		Name: m[1], Value: w.Text[len(m[0]):], Span: w.Span,
		NameSpan: source.Span{Start: w.Span.Start, End: w.Span.Start + len(m[1])},
	}, true
}

// Program is the name of the program that is run, without its folder; empty if the
// command only sets variables.
func (c *Command) Program() string {
	if len(c.Words) == 0 {
		return ""
	}
	return path.Base(c.Words[0].Text)
}

// Args are the words behind the program.
func (c *Command) Args() []Word {
	if len(c.Words) == 0 {
		return nil
	}
	return c.Words[1:]
}

// Option is the value of the first of some options of a command, and the text that
// states both.
func (c *Command) Option(names ...string) (value string, span source.Span, ok bool) {
	args := c.Args()
	for i, w := range args {
		for _, name := range names {
			if rest, found := strings.CutPrefix(w.Text, name+"="); found {
				return rest, w.Span, true
			}
			if w.Text != name {
				continue
			}
			if i+1 < len(args) {
				return args[i+1].Text, source.Span{Start: w.Span.Start, End: args[i+1].Span.End}, true
			}
			return "", w.Span, true
		}
	}
	return "", source.Span{}, false
}
