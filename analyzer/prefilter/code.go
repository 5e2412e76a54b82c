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
		next := bytes.IndexAny(text[i:], "#\"'")
		if next < 0 {
			break
		}
		i += next
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
		}
	}
	return code, literals
}

// literal is the span of a literal without its quotes, and where the text behind it
// begins. One that does not end is taken to end with its line.
func literal(text []byte, at int) (start, end, next int) {
	quote := text[at]
	size := 1
	if at+2 < len(text) && text[at+1] == quote && text[at+2] == quote {
		size = 3
	}
	start = at + size
	for i := start; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\\':
			i++
		case c == quote && size == 1, c == quote && i+2 < len(text) && text[i+1] == quote && text[i+2] == quote:
			return start, i, i + size
		case c == '\n' && size == 1:
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
