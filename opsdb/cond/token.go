package cond

import (
	"fmt"
	"strings"
)

// SyntaxError tells where a condition is wrong.
type SyntaxError struct {
	Column  int // 1-based, in bytes
	Message string
}

// Error begins with the place.
func (e *SyntaxError) Error() string { return fmt.Sprintf("column %d: %s", e.Column, e.Message) }

// token is a word, a number, a string, an operator or a bracket of a
// condition; the end of the condition is a token without text.
type token struct {
	kind   tokenKind
	text   string // of a string: the text between the quotes
	column int
}

type tokenKind uint8

const (
	endToken tokenKind = iota
	wordToken
	numberToken
	stringToken
	signToken
)

// describe names a token in an error.
func (t token) describe() string {
	switch t.kind {
	case endToken:
		return "the end"
	case stringToken:
		return `"` + t.text + `"`
	}
	return t.text
}

// signs are the operators and brackets, longer ones before their beginnings.
func signs() []string { return []string{"!=", "<=", ">=", "=", "<", ">", "(", ")", "{", "}", ","} }

// tokens splits a condition. The last token is the end.
func tokens(text string) ([]token, error) {
	var out []token
	for pos := 0; ; {
		for pos < len(text) && text[pos] == ' ' {
			pos++
		}
		t, length, err := nextToken(text[pos:])
		if err != "" {
			return nil, &SyntaxError{Column: pos + 1, Message: err}
		}
		t.column = pos + 1
		out = append(out, t)
		if t.kind == endToken {
			return out, nil
		}
		pos += length
	}
}

// nextToken reads the token that text begins with.
func nextToken(text string) (t token, length int, err string) {
	switch {
	case text == "":
		return token{}, 0, ""
	case isLetter(text[0]):
		n := span(text, func(c byte) bool { return isLetter(c) || isDigit(c) })
		return token{kind: wordToken, text: text[:n]}, n, ""
	case text[0] == '"':
		return stringLiteral(text)
	case isDigit(text[0]), text[0] == '-', text[0] == '.':
		n := 1 + span(text[1:], inNumber(text))
		return token{kind: numberToken, text: text[:n]}, n, ""
	}
	for _, sign := range signs() {
		if strings.HasPrefix(text, sign) {
			return token{kind: signToken, text: sign}, len(sign), ""
		}
	}
	return token{}, 0, fmt.Sprintf("unexpected %q", text[:1])
}

// stringLiteral reads a string. It has no escapes, so there are strings that
// no condition can hold.
func stringLiteral(text string) (t token, length int, err string) {
	n := span(text[1:], func(c byte) bool { return c >= ' ' && c <= '~' && c != '"' && c != '\\' })
	if 1+n == len(text) {
		return token{}, 0, "a string without end"
	}
	if c := text[1+n]; c != '"' {
		return token{}, 0, fmt.Sprintf("%q in a string", string(rune(c)))
	}
	return token{kind: stringToken, text: text[1 : 1+n]}, n + 2, ""
}

// inNumber accepts characters that can follow the first one of a number; whether it is
// one is left to the conversion.
func inNumber(text string) func(byte) bool {
	last := text[0]
	return func(c byte) bool {
		ok := isLetter(c) || isDigit(c) || c == '.' || (c == '-' || c == '+') && (last == 'e' || last == 'E')
		last = c
		return ok
	}
}

// span counts the characters at the beginning of text that are accepted.
func span(text string, accept func(byte) bool) int {
	for i := range len(text) {
		if !accept(text[i]) {
			return i
		}
	}
	return len(text)
}

func isLetter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' }

func isDigit(c byte) bool { return c >= '0' && c <= '9' }
