// Package command reads the commands that a program hands to subprocess, os.system and
// their like.
package command

import (
	"path"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// Lines are the commands that a call runs, as far as they are written down: the items
// of a list joined, or the parts of a shell's line. Values known only at run time are
// left out. There are none if the call runs nothing.
func Lines(p *analyzer.Pass, call syntax.Node) []string {
	if api, _ := p.Model.CallName(call); !runs(api) {
		return nil
	}
	for arg := range p.Tree.Args(call) {
		if arg.Name != syntax.None && !keyword(p.Tree.Text(arg.Name)) {
			continue
		}
		var out []string
		for _, n := range p.Model.Alternatives(arg.Value) {
			out = append(out, lines(p, n)...)
		}
		return out
	}
	return nil
}

func runs(api string) bool {
	switch api {
	case "subprocess.run", "subprocess.call", "subprocess.check_call", "subprocess.check_output",
		"subprocess.Popen", "subprocess.getoutput", "subprocess.getstatusoutput",
		"os.system", "os.popen", "os.execvp", "os.execlp",
		"asyncio.create_subprocess_exec", "asyncio.create_subprocess_shell":
		return true
	}
	return false
}

func keyword(name string) bool {
	return name == "args" || name == "cmd" || name == "command"
}

func lines(p *analyzer.Pass, n syntax.Node) []string {
	n = p.Tree.Unparen(n)
	switch p.Tree.Kind(n) {
	case syntax.KindList, syntax.KindTuple:
		var words []string
		for c := range p.Tree.Children(n) {
			if p.Tree.Kind(c) != syntax.KindComment {
				words = append(words, leadingText(p, standsFor(p, c)))
			}
		}
		return []string{strings.Join(words, " ")}
	case syntax.KindCall: // "nvidia-smi -L".split(), shlex.split("nvidia-smi -L")
		callee := p.Tree.Callee(n)
		if name, _ := p.Model.Name(callee); name == "shlex.split" {
			n = p.Tree.Arg(n, 0, "s")
		} else if p.Tree.Text(p.Tree.AttrName(callee)) == "split" {
			n = p.Tree.Object(callee)
		}
	case syntax.KindBinaryOperator: // "nvidia-smi " + options
		if _, file := inFolder(p, n); !file {
			return lines(p, p.Tree.Child(n, syntax.FieldLeft))
		}
	}
	return strings.FieldsFunc(leadingText(p, n), func(r rune) bool { return strings.ContainsRune("|;&\n", r) })
}

// standsFor is the one expression that a name holds.
func standsFor(p *analyzer.Pass, n syntax.Node) syntax.Node {
	if all := p.Model.Alternatives(n); len(all) == 1 {
		return all[0]
	}
	return n
}

// leadingText is the text of a string, up to its first placeholder. A folder in front
// of a program's name may be a placeholder.
func leadingText(p *analyzer.Pass, n syntax.Node) string {
	if text, ok := p.Tree.StringValue(n); ok {
		return text
	}
	if text, ok := inFolder(p, n); ok {
		return text
	}
	if parts := p.Tree.FormatParts(n); len(parts) > 0 && parts[0].Node == syntax.None {
		return parts[0].Text
	}
	return ""
}

// inFolder is the text after a folder that is known only when the program runs:
// cuda_home + "/bin/nvcc", cuda_home / "bin" / "nvcc", f"{cuda_home}/bin/nvcc -V",
// os.path.join(cuda_home, "bin", "nvcc").
func inFolder(p *analyzer.Pass, n syntax.Node) (text string, ok bool) {
	t := p.Tree
	last := syntax.None
	switch t.Kind(n) {
	case syntax.KindBinaryOperator:
		if _, known := t.StringValue(t.Child(n, syntax.FieldLeft)); known {
			return "", false
		}
		text, ok = t.StringValue(t.Child(n, syntax.FieldRight))
		return text, ok && (t.Operator(n) == "/" || t.Operator(n) == "+" && strings.HasPrefix(text, "/"))
	case syntax.KindCall:
		if name, _ := p.Model.CallName(n); name != "os.path.join" {
			return "", false
		}
		for a := range t.Args(n) {
			last = a.Value
		}
		return t.StringValue(last)
	}
	parts := t.FormatParts(n)
	if len(parts) < 2 || parts[0].Node == syntax.None || !strings.HasPrefix(parts[1].Text, "/") {
		return "", false
	}
	return parts[1].Text, true
}

// Split returns the program of a command line, behind assignments of variables and
// programs that run another, and its arguments.
func Split(line string) (name, rest string) {
	words := strings.Fields(line)
	for i, w := range words {
		switch name = path.Base(w); {
		case strings.Contains(w, "="), strings.HasPrefix(w, "-"),
			name == "sudo", name == "env", name == "exec", name == "time", name == "nohup", name == "watch":
			continue
		}
		return name, strings.Join(words[i+1:], " ")
	}
	return "", ""
}
