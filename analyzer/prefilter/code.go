package prefilter

import (
	"bytes"
	"slices"
)

// Code is a copy of a text in Python in which blanks stand for comments and for the
// characters of string literals, between their quotes, and the literals themselves in
// their order. Line ends stay. It reads no grammar: the text need not be complete.
func Code(text []byte) (code []byte, literals []string) {
	code = slices.Clone(text)
	for i := 0; i < len(code); {
		switch code[i] {
		case '#':
			end := lineEnd(text, i)
			blank(code[i:end])
			i = end
		case '"', '\'':
			start, end, next := literal(text, i)
			literals = append(literals, string(text[start:end]))
			blank(code[start:end])
			i = next
		default:
			i++
		}
	}
	return code, literals
}

// literal is the span of a literal without its quotes, and where the text behind it
// begins. One that does not end is taken to end with its line.
func literal(text []byte, at int) (start, end, next int) {
	quote := text[at : at+1]
	if triple := bytes.Repeat(quote, 3); bytes.HasPrefix(text[at:], triple) {
		quote = triple
	}
	start = at + len(quote)
	for i := start; i < len(text); i++ {
		switch {
		case text[i] == '\\':
			i++
		case bytes.HasPrefix(text[i:], quote):
			return start, i, i + len(quote)
		case text[i] == '\n' && len(quote) == 1:
			return start, i, i
		}
	}
	return start, len(text), len(text)
}

func lineEnd(text []byte, at int) int {
	if n := bytes.IndexByte(text[at:], '\n'); n >= 0 {
		return at + n
	}
	return len(text)
}

// blank makes all of a text blanks but its line ends.
func blank(text []byte) {
	for i, b := range text {
		if b != '\n' && b != '\r' {
			text[i] = ' '
		}
	}
}
