package syntax

import (
	"bytes"

	"github.com/neuronlint/neuronlint/analyzer/source"
)

// FormatPart is a piece of an f-string: literal text, or an interpolation.
type FormatPart struct {
	Node Node        // the interpolation {...}, None for literal text
	Expr Node        // the expression interpolated
	Text string      // the value of literal text; "" if it cannot be known
	Span source.Span // where the piece stands
}

// FormatParts lists the pieces of a string or concatenation in order. The text that {x=}
// prints before its value is a literal piece. It is nil for bytes and for expressions
// that are no string.
func (t *Tree) FormatParts(n Node) []FormatPart {
	n = t.Unparen(n)
	if t.kind[n] == KindString {
		return t.literalParts(nil, n)
	}
	var parts []FormatPart
	if t.kind[n] == KindConcatenatedString {
		for c := range t.Children(n) {
			parts = t.literalParts(parts, c)
		}
	}
	return parts
}

// literalParts appends the pieces of a single literal.
func (t *Tree) literalParts(parts []FormatPart, n Node) []FormatPart {
	info, ok := t.String(n)
	if !ok || info.Bytes {
		return parts
	}
	text := source.Span{Start: info.Content.Start}
	for c := range t.Children(n) {
		if t.kind[c] != KindInterpolation {
			continue
		}
		text.End = t.Start(c)
		parts = t.appendText(parts, info, text)
		expr := t.Child(c, FieldExpression)
		if debug := t.debugText(c, expr); debug.Len() > 0 {
			parts = append(parts, FormatPart{Text: string(t.src[debug.Start:debug.End]), Span: debug})
		}
		parts = append(parts, FormatPart{Node: c, Expr: expr, Span: t.Span(c)})
		text.Start = t.Stop(c)
	}
	text.End = info.Content.End
	return t.appendText(parts, info, text)
}

func (t *Tree) appendText(parts []FormatPart, info StringInfo, text source.Span) []FormatPart {
	if text.Len() <= 0 {
		return parts
	}
	value, _ := t.decode(info, text)
	return append(parts, FormatPart{Text: value, Span: text})
}

// debugText is the source that {expr = } prints before the value: all from the brace
// through the equals sign and the white space behind it.
func (t *Tree) debugText(interpolation, expr Node) source.Span {
	if expr == None {
		return source.Span{}
	}
	rest := t.src[t.Stop(expr):t.Stop(interpolation)]
	after := bytes.TrimLeft(rest, " \t\r\n\f")
	if !bytes.HasPrefix(after, []byte("=")) {
		return source.Span{}
	}
	after = bytes.TrimLeft(after[1:], " \t\r\n\f")
	return source.Span{Start: t.Start(interpolation) + 1, End: t.Stop(interpolation) - len(after)}
}
