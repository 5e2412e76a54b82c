package project

import (
	"bytes"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/source"
)

// word reads a word, and the commands inside it.
func (s *shell) word() {
	start := s.at
	var b strings.Builder
	for s.at < s.end && strings.IndexByte(" \t\r\n;&|()<>", s.Text[s.at]) < 0 {
		s.piece(&b)
	}
	if s.at == start { // nothing that begins a word
		s.at++
		return
	}
	span := source.Span{Start: start, End: s.at}
	if s.skip || s.at < s.end && strings.IndexByte("<>", s.Text[s.at]) >= 0 && strings.Trim(b.String(), "0123456789") == "" {
		s.skip = false // a file, or the number of one
		return
	}
	s.command.Words = append(s.command.Words, Word{b.String(), span})
	if len(s.command.Words) == 1 {
		s.keyword(b.String())
	}
}

// piece reads a part of a word.
func (s *shell) piece(b *strings.Builder) {
	rest := s.Text[s.at:s.end]
	size := 1
	switch c := rest[0]; c {
	case '\\':
		if s.continued() {
			return
		}
		size = min(2, len(rest))
		b.Write(rest[1:size])
	case '\'', '"':
		size = quoted(rest)
		inner := bytes.TrimSuffix(rest[1:size], []byte{c})
		b.Write(inner)
		if c == '"' {
			s.inner(s.at+1, inner)
		}
	case '`':
		size = quoted(rest)
		s.shellRegion(source.Span{Start: s.at + 1, End: s.at + max(1, size-1)}, s.docker, s.depth+1)
		b.Write(rest[:size])
	case '$':
		size = expansion(rest)
		s.inner(s.at, rest[:size])
		b.Write(rest[:size])
	default:
		b.WriteByte(c)
	}
	s.at += size
}

// inner reads the commands that a text holds in $(…).
func (s *shell) inner(at int, text []byte) {
	for i := 0; i+1 < len(text); i++ {
		if text[i] == '$' && text[i+1] == '(' {
			size := expansion(text[i:])
			s.shellRegion(source.Span{Start: at + i + 2, End: at + i + max(2, size-1)}, s.docker, s.depth+1)
			i += size - 1
		}
	}
}

// quoted is the size of a quoted text.
func quoted(text []byte) int {
	for i := 1; i < len(text); i++ {
		switch {
		case text[i] == '\\' && text[0] != '\'':
			i++
		case text[i] == text[0]:
			return i + 1
		}
	}
	return len(text)
}

// expansion is the size of the expansion that begins at a dollar sign.
func expansion(text []byte) int {
	if len(text) < 2 || text[1] != '(' && text[1] != '{' {
		return 1
	}
	depth := 0
	for i := 1; i < len(text); i++ {
		switch text[i] {
		case '(', '{':
			depth++
		case ')', '}':
			if depth--; depth == 0 {
				return i + 1
			}
		case '\'':
			i += quoted(text[i:]) - 1
		}
	}
	return len(text)
}
