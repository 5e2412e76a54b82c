package syntax

import (
	"bytes"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/source"
)

// StringInfo is how one string literal is written.
type StringInfo struct {
	Prefix  string      // the letters before the quote, as written
	Quote   string      // one of ' " ''' """
	Raw     bool        // backslashes are literal
	Bytes   bool        // a bytes literal
	Format  bool        // an f-string
	Content source.Span // the text between the quotes
}

// String reads how a string literal is written. A concatenation has no one
// way; ask for its parts.
func (t *Tree) String(n Node) (StringInfo, bool) {
	start := t.First(n)
	if t.kind[n] != KindString || t.kind[start] != KindStringStart {
		return StringInfo{}, false
	}
	opening := t.Text(start)
	quote := strings.IndexAny(opening, `'"`)
	if quote < 0 {
		return StringInfo{}, false
	}
	info := StringInfo{
		Prefix:  opening[:quote],
		Quote:   opening[quote:],
		Raw:     strings.ContainsAny(opening[:quote], "rR"),
		Bytes:   strings.ContainsAny(opening[:quote], "bB"),
		Format:  strings.ContainsAny(opening[:quote], "fF"),
		Content: source.Span{Start: t.Stop(start), End: t.Stop(n)},
	}
	for c := range t.Children(n) {
		if t.kind[c] == KindStringEnd {
			info.Content.End = t.Start(c)
		}
	}
	return info, true
}

// StringValue is the constant that a string literal, a concatenation of them
// or a parenthesised one evaluates to. It is not ok for bytes, for f-strings
// with interpolations, and where the value cannot be known: character names
// (\N{...}), lone surrogates, malformed escapes, errors.
func (t *Tree) StringValue(n Node) (value string, ok bool) {
	n = t.Unparen(n)
	if t.kind[n] == KindString {
		return t.literalValue(n)
	}
	if t.kind[n] != KindConcatenatedString {
		return "", false
	}
	var all strings.Builder
	for c := range t.Children(n) {
		part, ok := t.literalValue(c)
		if !ok {
			return "", false
		}
		all.WriteString(part)
	}
	return all.String(), true
}

// literalValue is the constant that a single literal evaluates to.
func (t *Tree) literalValue(n Node) (string, bool) {
	info, ok := t.String(n)
	if !ok || info.Bytes {
		return "", false
	}
	for c := range t.Children(n) {
		switch t.kind[c] {
		case KindInterpolation, KindError:
			return "", false
		}
	}
	return t.decode(info, info.Content)
}

// decode evaluates literal text of a string.
func (t *Tree) decode(info StringInfo, text source.Span) (string, bool) {
	raw := t.src[text.Start:text.End]
	if bytes.IndexByte(raw, '\r') >= 0 { // Python reads every line end as LF
		raw = bytes.ReplaceAll(raw, []byte("\r\n"), []byte("\n"))
		raw = bytes.ReplaceAll(raw, []byte("\r"), []byte("\n"))
	}
	s := string(raw)
	if info.Format {
		s = strings.ReplaceAll(strings.ReplaceAll(s, "{{", "{"), "}}", "}")
	}
	if info.Raw {
		return s, true
	}
	return unescape(s)
}

// IsDocstring reports whether the string n, or the concatenation or the parentheses it is
// part of, is a statement of its own, whose value is not used.
func (t *Tree) IsDocstring(n Node) bool {
	if t.kind[n] != KindString && t.kind[n] != KindConcatenatedString {
		return false
	}
	p := t.parent[n]
	if t.kind[p] == KindConcatenatedString {
		n, p = p, t.parent[p]
	}
	if t.kind[p] != KindExpressionStatement {
		return false
	}
	whole := t.First(p)
	return t.bare(whole) == n && t.Span(whole) == t.Span(p)
}
