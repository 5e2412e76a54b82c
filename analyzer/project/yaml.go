package project

import (
	"bytes"
	"regexp"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/neuronlint/neuronlint/analyzer/source"
)

// maxBrokenLines bounds how often a document of YAML is read once more without a
// line that could not be read.
const maxBrokenLines = 8

// maxAnchors bounds how many anchors a document may refer to that another file has.
const maxAnchors = 20

var (
	anchorPattern = regexp.MustCompile(`unknown anchor '([^']+)' referenced`)
	// templatePattern is a piece of a template: Helm's {{ … }}, and the {% … %} of
	// others.
	templatePattern = regexp.MustCompile(`(?s)\{\{-?\s*/\*.*?\*/\s*-?\}\}|(?-s)\{\{.*?\}\}|\{%.*?%\}`)
	linePattern     = regexp.MustCompile(`line (\d+)`)
	documentPattern = regexp.MustCompile(`(?m)^---`)
)

// documents are the documents of a YAML file, each read by itself: a broken one does not
// affect the others. Of templates only the places are known.
func (f *File) documents() (roots []*yaml.Node) {
	text := plain(f.Text)
	starts := []int{0}
	for _, m := range documentPattern.FindAllIndex(text, -1) {
		if m[0] > 0 {
			starts = append(starts, m[0])
		}
	}
	f.yamlComments(text)
	for i, start := range starts {
		end := len(text)
		if i+1 < len(starts) {
			end = starts[i+1]
		}
		if root := f.document(text[start:end], f.LineAt(start)-1); root != nil {
			roots = append(roots, root)
		}
	}
	return roots
}

// plain is a text of the same size that a parser of YAML reads with the same
// places: columns are bytes in it, and templates are words or nothing.
func plain(text []byte) []byte {
	out := bytes.Clone(text)
	for i, c := range out {
		if c >= 0x80 || c < ' ' && c != '\n' && c != '\r' && c != '\t' {
			out[i] = 'x'
		}
	}
	for _, m := range templatePattern.FindAllIndex(out, -1) {
		lineStart := bytes.LastIndexByte(out[:m[0]], '\n') + 1
		lineEnd := len(out)
		if i := bytes.IndexByte(out[m[1]:], '\n'); i >= 0 {
			lineEnd = m[1] + i
		}
		fill := byte('x')
		if len(bytes.TrimSpace(out[lineStart:m[0]])) == 0 && len(bytes.TrimSpace(out[m[1]:lineEnd])) == 0 {
			fill = ' '
		}
		for i := m[0]; i < m[1]; i++ {
			if out[i] != '\n' && out[i] != '\r' {
				out[i] = fill
			}
		}
	}
	return out
}

// document is the root of a document that begins behind some lines of the file. Lines
// that cannot be read are left out, and noted.
func (f *File) document(text []byte, before int) *yaml.Node {
	for range maxBrokenLines {
		doc, bad := decode(text)
		if bad == 0 {
			if len(doc.Content) == 0 {
				return nil
			}
			shift(doc, before, map[*yaml.Node]bool{})
			return doc.Content[0]
		}
		line, rest := mended(text, bad)
		f.broken(f.lineSpan(f.LineStart(before + line)))
		if text = rest; text == nil {
			return nil
		}
	}
	return nil
}

// mended is a text without the line that prevents its parse, and the number of that line.
// The parser names it, or the one before it: without the culprit the parser gets further.
func mended(text []byte, bad int) (line int, rest []byte) {
	line, best := bad, 0
	for _, n := range []int{bad + 1, bad} {
		without := withoutLine(text, n)
		if without == nil {
			continue
		}
		_, next := decode(without)
		if next == 0 {
			return n, without
		}
		if next > best {
			line, rest, best = n, without, next
		}
	}
	return line, rest
}

// decode reads a text, or says which of its lines is to blame. It does not panic on any
// text.
func decode(text []byte) (doc *yaml.Node, bad int) {
	defer func() {
		if recover() != nil {
			bad = 1
		}
	}()
	doc = new(yaml.Node)
	err := yaml.Unmarshal(text, doc)
	for n := 0; err != nil && n < maxAnchors; n++ {
		m := anchorPattern.FindStringSubmatch(err.Error())
		if m == nil {
			break
		}
		// An anchor that another file defines is a word here.
		text = bytes.ReplaceAll(text, []byte("*"+m[1]), []byte("x"+m[1]))
		doc = new(yaml.Node)
		err = yaml.Unmarshal(text, doc)
	}
	if err == nil {
		return doc, 0
	}
	bad = 1
	if m := linePattern.FindStringSubmatch(err.Error()); m != nil {
		bad, _ = strconv.Atoi(m[1])
	}
	return doc, max(bad, 1)
}

// withoutLine is a text with a line blanked; nil if there is nothing to blank.
func withoutLine(text []byte, n int) []byte {
	lines := bytes.SplitAfter(text, []byte("\n"))
	if n < 1 || n > len(lines) || len(bytes.TrimSpace(lines[n-1])) == 0 {
		return nil
	}
	out := bytes.Clone(text)
	start := 0
	for _, l := range lines[:n-1] {
		start += len(l)
	}
	for i := start; i < start+len(lines[n-1]); i++ {
		if out[i] != '\n' {
			out[i] = ' '
		}
	}
	return out
}

// shift counts lines from the beginning of the file.
func shift(n *yaml.Node, by int, done map[*yaml.Node]bool) {
	if n == nil || done[n] || by == 0 {
		return
	}
	done[n] = true
	n.Line += by
	for _, c := range n.Content {
		shift(c, by, done)
	}
}

// yamlComments notes the comments of a text: a '#' that begins a line, or follows white
// space outside of quotes, and the rest of the line.
func (f *File) yamlComments(text []byte) {
	for line := 1; line <= f.LineCount(); line++ {
		start := f.LineStart(line)
		l := text[start : start+len(f.Line(line))]
		quote := byte(0)
		for i, c := range l {
			switch {
			case quote != 0:
				if c == quote {
					quote = 0
				}
			case (c == '"' || c == '\'') && (i == 0 || strings.ContainsRune(" \t:,[{-", rune(l[i-1]))):
				quote = c
			case c == '#' && (i == 0 || l[i-1] == ' ' || l[i-1] == '\t'):
				f.Comments = append(f.Comments, source.Span{Start: start + i, End: start + len(l)})
				quote = '\n' // nothing ends it on this line
			}
		}
	}
}

// at is where a node begins.
func (f *File) at(n *yaml.Node) int {
	return min(f.LineStart(n.Line)+n.Column-1, len(f.Text))
}

// scalar is the text of a scalar on one line, and its place without the quotes; it is not
// ok for others. Anchors and tags before it are passed over.
func (f *File) scalar(n *yaml.Node) (text string, span source.Span, ok bool) {
	if n == nil || n.Kind != yaml.ScalarNode {
		return "", source.Span{}, false
	}
	start := f.at(n)
	line := f.lineSpan(start)
	rest := f.text(source.Span{Start: start, End: line.End})
	for strings.HasPrefix(rest, "&") || strings.HasPrefix(rest, "!") {
		_, after, found := strings.Cut(rest, " ")
		if !found {
			return "", source.Span{}, false
		}
		after = strings.TrimLeft(after, " ")
		start, rest = start+len(rest)-len(after), after
	}
	switch n.Style &^ yaml.TaggedStyle {
	case yaml.DoubleQuotedStyle, yaml.SingleQuotedStyle:
		if rest == "" {
			return "", source.Span{}, false
		}
		end := strings.IndexByte(rest[1:], rest[0])
		if end < 0 {
			return "", source.Span{}, false
		}
		return rest[1 : 1+end], source.Span{Start: start + 1, End: start + 1 + end}, true
	case 0:
		if len(n.Value) > len(rest) {
			return "", source.Span{}, false
		}
		return rest[:len(n.Value)], source.Span{Start: start, End: start + len(n.Value)}, true
	}
	return "", source.Span{}, false
}

// entries are the keys and values of a mapping.
func entries(n *yaml.Node) (list [][2]*yaml.Node) {
	if n == nil || n.Kind != yaml.MappingNode {
		return nil
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		list = append(list, [2]*yaml.Node{n.Content[i], n.Content[i+1]})
	}
	return list
}

// under is the value of a key of a mapping; nil if there is none.
func under(n *yaml.Node, key string) *yaml.Node {
	for _, e := range entries(n) {
		if e[0].Value == key {
			return resolved(e[1])
		}
	}
	return nil
}

// resolved is the node that an alias refers to.
func resolved(n *yaml.Node) *yaml.Node {
	if n != nil && n.Kind == yaml.AliasNode {
		return n.Alias
	}
	return n
}

// items are the items of a sequence.
func items(n *yaml.Node) []*yaml.Node {
	if n == nil || n.Kind != yaml.SequenceNode {
		return nil
	}
	return n.Content
}
