package opsdb

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Clause is the note as a part of a sentence: without its full stop, and with a small
// first word, unless that is a name or an acronym.
func (r Replacement) Clause() string {
	s := strings.TrimSuffix(r.Note, ".")
	first, size := utf8.DecodeRuneInString(s)
	second, _ := utf8.DecodeRuneInString(s[size:])
	if unicode.IsUpper(second) || strings.HasPrefix(s, "NeuronCore") || strings.HasPrefix(s, "Python") {
		return s
	}
	return string(unicode.ToLower(first)) + s[size:]
}
