package project

import (
	"bytes"

	"go.yaml.in/yaml/v3"

	"github.com/neuronlint/neuronlint/analyzer/source"
)

// readJSON reads JSON, in which comments may stand as in devcontainer.json: all JSON is
// YAML but for tabs and a few escapes, of which only the places matter here.
func readJSON(f *File) {
	y := &yamlReader{File: f, done: make(map[*yaml.Node]bool)}
	if root := f.document(f.plainJSON(), 0); root != nil {
		y.walk("", root)
	}
}

// plainJSON is a text of the same size that a parser of YAML reads with the same places.
// Comments are noted.
func (f *File) plainJSON() []byte {
	out := bytes.Clone(f.Text)
	for i := 0; i < len(out); i++ {
		switch c := out[i]; {
		case c == '"':
			i = plainString(out, i)
		case c == '/' && i+1 < len(out) && (out[i+1] == '/' || out[i+1] == '*'):
			end := commentEnd(out, i)
			f.Comments = append(f.Comments, source.Span{Start: i, End: end})
			blank(out[i:end])
			i = end - 1
		case c == '\t':
			out[i] = ' '
		}
	}
	return out
}

// plainString makes the string plain that begins at an offset, and returns its last one.
func plainString(out []byte, at int) int {
	for i := at + 1; i < len(out); i++ {
		switch c := out[i]; {
		case c == '"' || c == '\n':
			return i
		case c == '\\' && i+1 < len(out):
			out[i], out[i+1] = 'x', 'x'
			i++
		case c < ' ' || c >= 0x80:
			out[i] = 'x'
		}
	}
	return len(out)
}

// commentEnd is where the comment ends that begins at an offset.
func commentEnd(text []byte, at int) int {
	end := []byte("\n")
	if text[at+1] == '*' {
		end = []byte("*/")
	}
	i := bytes.Index(text[at+2:], end)
	switch {
	case i < 0:
		return len(text)
	case text[at+1] == '*':
		return at + 2 + i + 2
	}
	return at + 2 + i
}
