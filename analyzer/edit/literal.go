package edit

import (
	"fmt"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// ReplaceStringValue gives a string literal another value; its prefix and its
// quotes stay. It is not ok for a concatenation, bytes, an f-string with
// interpolations, and for a value that the literal cannot hold.
func (b *Builder) ReplaceStringValue(n syntax.Node, value string) (e Edit, ok bool) {
	info, ok := b.Tree.String(n)
	if !ok {
		return Edit{}, false
	}
	if _, constant := b.Tree.StringValue(n); !constant {
		return Edit{}, false
	}
	return b.ReplaceStringPiece(n, info.Content, value)
}

// ReplaceStringPiece gives a piece of the literal text of a string or an
// f-string another value, such as that of a syntax.FormatPart.
func (b *Builder) ReplaceStringPiece(n syntax.Node, piece source.Span, value string) (e Edit, ok bool) {
	info, ok := b.Tree.String(n)
	if !ok || info.Bytes || !info.Content.Contains(piece) {
		return Edit{}, false
	}
	text, ok := escape(info, value)
	if !ok {
		return Edit{}, false
	}
	return b.ReplaceSpan(piece, text), true
}

// escape writes value for a literal of the given form. A raw literal has no
// way to write quotes, line ends and backslashes that would escape something.
func escape(info syntax.StringInfo, value string) (string, bool) {
	if info.Format {
		value = strings.NewReplacer("{", "{{", "}", "}}").Replace(value)
	}
	quote := info.Quote[:1]
	if info.Raw {
		return value, !strings.ContainsAny(value, quote+"\\\r\n\x00")
	}
	var text strings.Builder
	for _, r := range value {
		switch {
		case r == '\\' || string(r) == quote:
			text.WriteByte('\\')
			text.WriteRune(r)
		case r == '\n':
			text.WriteString(`\n`)
		case r == '\t':
			text.WriteString(`\t`)
		case r < ' ' || r == 0x7f:
			fmt.Fprintf(&text, `\x%02x`, r)
		default:
			text.WriteRune(r)
		}
	}
	return text.String(), true
}
