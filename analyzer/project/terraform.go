package project

import (
	"bytes"
	"regexp"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/source"
)

// terraformReader walks the tokens of a file in the language of Terraform: names, strings,
// brackets and comments. What is wanted of such files are strings and the names before them,
// for which a parser of expressions would be far too much.
type terraformReader struct {
	*File

	at    int
	key   string // the last name
	keyAt source.Span
	set   bool     // an equals sign or a colon follows it
	path  []string // the names of the blocks around, innermost last
	name  string   // the value of "name" in this block, of which "value" is the value
	named source.Span
}

var (
	terraformName    = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_-]*`)
	terraformNumber  = regexp.MustCompile(`^[0-9][0-9.]*`)
	terraformHeredoc = regexp.MustCompile(`^<<-?\s*([A-Za-z_][A-Za-z0-9_]*)[ \t]*\r?\n`)
)

// readTerraform reads a file of Terraform, or of its variables.
func readTerraform(f *File) {
	t := &terraformReader{File: f}
	for t.at < len(f.Text) {
		t.step()
	}
}

// step reads one token.
func (t *terraformReader) step() {
	rest := t.Text[t.at:]
	size := 1
	switch c := rest[0]; {
	case c == '#', bytes.HasPrefix(rest, []byte("//")), bytes.HasPrefix(rest, []byte("/*")):
		size = t.comment(rest)
	case c == '"':
		size = stringSize(rest)
		t.quoted(source.Span{Start: t.at + 1, End: t.at + max(1, size-1)})
	case c == '=' || c == ':':
		t.set = true
	case c == '{':
		t.path = append(t.path, t.key)
		t.enter()
	case c == '}':
		t.path = t.path[:max(0, len(t.path)-1)]
		t.enter()
	case c == '<':
		size = t.heredoc(rest)
	default:
		size = t.word(rest)
	}
	t.at += size
}

// enter begins or ends a block.
func (t *terraformReader) enter() { t.key, t.set, t.name = "", false, "" }

func (t *terraformReader) comment(rest []byte) int {
	end := len(rest)
	if rest[0] == '/' && rest[1] == '*' {
		if i := bytes.Index(rest, []byte("*/")); i >= 0 {
			end = i + 2
		}
	} else if i := bytes.IndexByte(rest, '\n'); i >= 0 {
		end = i
	}
	t.Comments = append(t.Comments, source.Span{Start: t.at, End: t.at + end})
	return end
}

// stringSize is the size of a string with its quotes, which interpolations may hold others
// of.
func stringSize(rest []byte) int {
	depth := 0
	for i := 1; i < len(rest); i++ {
		switch {
		case rest[i] == '\\':
			i++
		case rest[i] == '{' && rest[i-1] == '$':
			depth++
		case rest[i] == '}' && depth > 0:
			depth--
		case rest[i] == '"' && depth == 0:
			return i + 1
		case rest[i] == '\n':
			return i
		}
	}
	return len(rest)
}

// word reads a name or a number.
func (t *terraformReader) word(rest []byte) int {
	if m := terraformNumber.Find(rest); m != nil {
		t.value(string(m), source.Span{Start: t.at, End: t.at + len(m)})
		return len(m)
	}
	m := terraformName.Find(rest)
	if m == nil {
		return 1
	}
	text, span := string(m), source.Span{Start: t.at, End: t.at + len(m)}
	if t.set && (text == "true" || text == "false" || text == "null") {
		t.value(text, span)
		return len(m)
	}
	if !t.set || t.startsLine() {
		t.key, t.keyAt, t.set = text, span, false
	}
	return len(m)
}

// startsLine reports whether only white space stands before a token on its line.
func (t *terraformReader) startsLine() bool {
	line := t.lineSpan(t.at)
	return strings.TrimSpace(t.text(source.Span{Start: line.Start, End: t.at})) == ""
}

// quoted reads a string: a value, or a key with other characters than names have.
func (t *terraformReader) quoted(span source.Span) {
	text := t.text(span)
	after := bytes.TrimLeft(t.Text[span.End:], "\" \t")
	if (!t.set || t.startsLine()) && len(after) > 0 && (after[0] == '=' || after[0] == ':') {
		t.key, t.keyAt, t.set = text, span, false
		return
	}
	if t.key == "variable" && !t.set {
		t.key = text // its default is what the name says
	}
	t.value(text, span)
}

// value reads a value of the last key.
func (t *terraformReader) value(text string, span source.Span) {
	if t.key == "" || !t.set {
		return
	}
	t.instance(text, span)
	key := lowerFirst(t.key)
	switch {
	case key == "image" || key == "container_image" || key == "image_uri":
		t.Images = append(t.Images, Image{Text: text, Span: span})
	case key == "node_taints":
		if name, _, ok := strings.Cut(text, "="); ok {
			t.Requests = append(t.Requests, Request{Kind: Toleration, Name: name, NameSpan: source.Span{Start: span.Start, End: span.Start + len(name)}})
		}
	case key == "key":
		t.Requests = append(t.Requests, Request{Kind: Toleration, Name: text, NameSpan: span})
	case strings.Contains(t.key, "/"):
		t.requested(text, span)
	case key == "name":
		t.name, t.named = text, span
	case key == "value" && t.name != "":
		t.Variables = append(t.Variables, Variable{Name: t.name, Value: text, NameSpan: t.named, Span: t.named})
	case t.inside("environment") || t.inside("environment_variables") || t.inside("env"):
		t.Variables = append(t.Variables, Variable{Name: t.key, Value: text, NameSpan: t.keyAt, Span: t.keyAt})
	}
	t.Settings = append(t.Settings, Setting{Key: strings.Join(append(t.path[max(0, len(t.path)-1):len(t.path):len(t.path)], t.key), "."), Value: text, Span: span, ValueSpan: span})
}

// requested notes a resource or a label, whose name has a slash.
func (t *terraformReader) requested(text string, span source.Span) {
	kind := Label
	if t.inside("limits") || t.inside("requests") {
		kind = Resource
	}
	t.Requests = append(t.Requests, Request{Kind: kind, Name: t.key, NameSpan: t.keyAt, Value: text, ValueSpan: span})
}

// inside reports whether the innermost block has a name.
func (t *terraformReader) inside(name string) bool {
	return len(t.path) > 0 && t.path[len(t.path)-1] == name
}

// heredoc reads a text over several lines: a script is read as one.
func (t *terraformReader) heredoc(rest []byte) int {
	m := terraformHeredoc.FindSubmatch(rest)
	if m == nil {
		return 1
	}
	start := t.at + len(m[0])
	for at := start; at < len(t.Text); {
		line := t.lineSpan(at)
		next := t.LineStart(t.LineAt(at) + 1)
		if strings.TrimSpace(t.text(line)) == string(m[1]) || next <= at {
			if bytes.HasPrefix(bytes.TrimSpace(t.Text[start:at]), []byte("#!/bin")) {
				t.shellRegion(source.Span{Start: start, End: at}, false, 0)
			}
			return line.End - t.at
		}
		at = next
	}
	return len(rest)
}
