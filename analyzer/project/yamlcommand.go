package project

import (
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/neuronlint/neuronlint/analyzer/source"
)

// dockerArguments are options that a dev container passes to docker, each a word.
func (y *yamlReader) dockerArguments(n *yaml.Node) {
	c := Command{Words: []Word{{Text: "docker"}}}
	for _, item := range items(n) {
		if text, span, ok := y.scalar(item); ok {
			c.Words = append(c.Words, Word{text, span})
		}
	}
	if len(c.Words) > 1 {
		c.Span = source.Span{Start: c.Words[1].Span.Start, End: c.Words[len(c.Words)-1].Span.End}
		c.Words[0].Span = source.Span{Start: c.Span.Start, End: c.Span.Start}
		y.Commands = append(y.Commands, c)
	}
}

// scripts are texts that a shell runs.
func (y *yamlReader) scripts(n *yaml.Node) {
	for _, item := range items(n) {
		y.scripts(resolved(item))
	}
	if n == nil || n.Kind != yaml.ScalarNode {
		return
	}
	if _, span, ok := y.scalar(n); ok {
		y.shellRegion(span, false, 0)
		return
	}
	if n.Style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0 {
		y.shellRegion(y.block(n), false, 0)
	}
}

// holdsScript reports whether a block of text is a script, by the name of the file that it
// becomes, as in a ConfigMap, or by its first line.
func (y *yamlReader) holdsScript(key string, n *yaml.Node) bool {
	if n == nil || n.Kind != yaml.ScalarNode || n.Style&(yaml.LiteralStyle|yaml.FoldedStyle) == 0 {
		return false
	}
	return strings.HasSuffix(key, ".sh") || isScript(y.Text[y.block(n).Start:y.block(n).End])
}

// block are the lines of a block of text behind the line that begins it.
func (y *yamlReader) block(n *yaml.Node) source.Span {
	first := y.LineAt(y.at(n))
	base := len(indent(y.Line(first)))
	last := first
	for line := first + 1; line <= y.LineCount(); line++ {
		text := y.Line(line)
		if len(strings.TrimSpace(string(text))) == 0 {
			continue
		}
		if len(indent(text)) <= base {
			break
		}
		last = line
	}
	return source.Span{Start: y.LineStart(first + 1), End: max(y.LineStart(first+1), y.LineStart(last+1))}
}

// indent is the white space that a line begins with; a dash counts as some, where an
// item begins with a key.
func indent(line []byte) []byte {
	n := 0
	for n < len(line) && line[n] == ' ' {
		n++
	}
	return line[:n]
}

// arguments are the words of a command, or its arguments alone.
func (y *yamlReader) arguments(n *yaml.Node, key string, value *yaml.Node) {
	if value.Kind == yaml.ScalarNode {
		y.scripts(value)
		return
	}
	var c Command
	if before := under(n, "command"); key == "args" && before != nil {
		for _, item := range items(before) {
			c.Words = append(c.Words, Word{Text: item.Value, Span: source.Span{Start: y.at(item), End: y.at(item)}})
		}
	}
	for i, item := range items(value) {
		text, span, ok := y.scalar(item)
		switch {
		case ok:
			c.Words = append(c.Words, Word{text, span})
		case item.Kind == yaml.ScalarNode && i > 0 || key == "args":
			y.scripts(item)
			return
		}
	}
	y.listed(&c)
}

// containerOptions are the options that a workflow passes to docker; text that does not
// begin with a dash is left out.
func (y *yamlReader) containerOptions(n *yaml.Node) {
	text, span, ok := y.scalar(n)
	if !ok || !strings.HasPrefix(text, "-") {
		return
	}
	c := Command{Words: []Word{{Text: "docker", Span: source.Span{Start: span.Start, End: span.Start}}}, Span: span}
	c.Words = append(c.Words, fields(text, span.Start)...)
	y.Commands = append(y.Commands, c)
}
