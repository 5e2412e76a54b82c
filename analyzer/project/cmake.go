package project

import (
	"bytes"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/source"
)

// cmakeReader reads the calls of a file of CMake, without running them.
type cmakeReader struct {
	*File

	at       int
	optional int // conditions around the place
}

// readCMake lists the calls of a file of CMake, each with its arguments as words. Those
// under a condition are guarded.
func readCMake(f *File) {
	r := &cmakeReader{File: f}
	for r.skip(); r.at < len(f.Text); r.skip() {
		if !r.call() {
			r.at++
		}
	}
}

// skip passes over white space and comments.
func (r *cmakeReader) skip() {
	for r.at < len(r.Text) {
		switch r.Text[r.at] {
		case ' ', '\t', '\r', '\n':
			r.at++
		case '#':
			start := r.at
			if n := r.bracket(r.at + 1); n > 0 {
				r.at += 1 + n
			} else {
				r.at += lineLength(r.Text[r.at:])
			}
			r.Comments = append(r.Comments, source.Span{Start: start, End: r.at})
		default:
			return
		}
	}
}

// lineLength is the length of the text up to the end of its line.
func lineLength(text []byte) int {
	if n := bytes.IndexByte(text[:min(len(text), maxLine)], '\n'); n >= 0 {
		return n
	}
	return min(len(text), maxLine)
}

// maxLine is the longest line that is looked at as a whole.
const maxLine = 64 << 10

// bracket is the length of an argument in brackets, [==[ … ]==], that begins at an offset.
func (r *cmakeReader) bracket(at int) int {
	rest := r.Text[min(at, len(r.Text)):]
	if len(rest) < 2 || rest[0] != '[' {
		return 0
	}
	n := 1
	for n < len(rest) && rest[n] == '=' {
		n++
	}
	if n == len(rest) || rest[n] != '[' {
		return 0
	}
	end := []byte("]" + strings.Repeat("=", n-1) + "]")
	if i := bytes.Index(rest[n+1:], end); i >= 0 {
		return n + 1 + i + len(end)
	}
	return len(rest)
}

// call reads a name with its arguments; it reports whether there is one.
func (r *cmakeReader) call() bool {
	start := r.at
	for r.at < len(r.Text) && isCMakeName(r.Text[r.at]) {
		r.at++
	}
	if r.at == start {
		return false
	}
	name := Word{Text: strings.ToLower(string(r.Text[start:r.at])), Span: source.Span{Start: start, End: r.at}}
	r.skip()
	if r.at == len(r.Text) || r.Text[r.at] != '(' {
		return true
	}
	r.at++
	c := Command{Words: append([]Word{name}, r.arguments()...)}
	c.Span = source.Span{Start: start, End: r.at}
	switch name.Text {
	case "if":
		r.optional++
	case "endif":
		r.optional = max(0, r.optional-1)
	}
	c.Guarded = r.optional > 0
	r.Calls = append(r.Calls, c)
	return true
}

func isCMakeName(c byte) bool {
	return c == '_' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9'
}

// arguments reads up to the parenthesis that closes a call.
func (r *cmakeReader) arguments() (words []Word) {
	for depth := 1; ; {
		r.skip()
		if r.at == len(r.Text) {
			return words
		}
		switch start := r.at; r.Text[r.at] {
		case '(':
			depth++
			r.at++
		case ')':
			r.at++
			if depth--; depth == 0 {
				return words
			}
		case '"':
			r.quoted()
			words = append(words, Word{Text: string(r.Text[start+1 : max(start+1, r.at-1)]), Span: source.Span{Start: start, End: r.at}})
		default:
			if n := r.bracket(r.at); n > 0 {
				r.at += n
				continue // text for another language
			}
			for r.at < len(r.Text) && !strings.ContainsRune(" \t\r\n()\"#", rune(r.Text[r.at])) {
				r.at++
			}
			words = append(words, Word{Text: string(r.Text[start:r.at]), Span: source.Span{Start: start, End: r.at}})
		}
	}
}

// quoted passes over a text in quotes.
func (r *cmakeReader) quoted() {
	for r.at++; r.at < len(r.Text) && r.Text[r.at] != '"'; r.at++ {
		if r.Text[r.at] == '\\' {
			r.at++
		}
	}
	r.at = min(r.at+1, len(r.Text))
}
