package source

import "encoding/binary"

// validJSON reports whether a text is one JSON value. It is fast where nearly all of the
// text is in strings, as in notebooks, which encoding/json reads byte by byte through a
// table of functions. It rejects some valid texts, but never accepts an invalid one: see
// jsonScan.
func validJSON(text []byte) bool {
	s := jsonScan{text: text}
	return s.value(0) && skipSpace(text, s.at) == len(text)
}

// jsonScan is a position in a text. Its methods skip the element they are named for, and
// report whether it is there. Anything nested deeper than maxJSONDepth is rejected.
type jsonScan struct {
	text []byte
	at   int
}

const maxJSONDepth = 1000

func (s *jsonScan) peek() byte {
	s.at = skipSpace(s.text, s.at)
	if s.at == len(s.text) {
		return 0
	}
	return s.text[s.at]
}

// sign skips one byte.
func (s *jsonScan) sign(c byte) bool {
	ok := s.peek() == c
	if ok {
		s.at++
	}
	return ok
}

func (s *jsonScan) value(depth int) bool {
	if depth > maxJSONDepth {
		return false
	}
	switch c := s.peek(); c {
	case '"':
		return s.string()
	case '{':
		return s.list('}', func() bool { return s.peek() == '"' && s.string() && s.sign(':') && s.value(depth+1) })
	case '[':
		return s.list(']', func() bool { return s.value(depth + 1) })
	case 't':
		return s.word("true")
	case 'f':
		return s.word("false")
	case 'n':
		return s.word("null")
	default:
		return s.number()
	}
}

// list skips a list of items from its opening bracket through its closing one.
func (s *jsonScan) list(closing byte, item func() bool) bool {
	s.at++
	if s.sign(closing) {
		return true
	}
	for item() {
		if !s.sign(',') {
			return s.sign(closing)
		}
	}
	return false
}

// string skips a string; its escapes are those of one letter, and \u.
func (s *jsonScan) string() bool {
	for s.at++; ; s.at++ {
		s.at += plainPart(s.text[s.at:])
		switch {
		case s.at == len(s.text) || s.text[s.at] < ' ':
			return false
		case s.text[s.at] == '"':
			s.at++
			return true
		case s.text[s.at] == '\\' && !s.escape():
			return false
		}
	}
}

// plainPart is the length of the longest start of a text in which every byte stands for
// itself in a string. It looks at eight bytes at once: subtracting from each borrows from
// the bit above it only where the byte was less, and where an exclusive or with a
// character has left zero.
func plainPart(text []byte) int {
	const ones, tops = 0x0101010101010101, 0x8080808080808080
	n := 0
	for ; n+8 <= len(text); n += 8 {
		w := binary.LittleEndian.Uint64(text[n:])
		quote, escape := w^ones*'"', w^ones*'\\'
		if ((quote-ones)&^quote|(escape-ones)&^escape|(w-ones*' ')&^w)&tops != 0 {
			break
		}
	}
	for n < len(text) && text[n] >= ' ' && text[n] != '"' && text[n] != '\\' {
		n++
	}
	return n
}

// escape goes from the backslash of an escape to its last byte.
func (s *jsonScan) escape() bool {
	s.at++
	if s.at == len(s.text) {
		return false
	}
	switch s.text[s.at] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		return true
	case 'u':
		for range 4 {
			s.at++
			if s.at == len(s.text) || !isHex(s.text[s.at]) {
				return false
			}
		}
		return true
	}
	return false
}

func isHex(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'f' || 'A' <= c && c <= 'F'
}

func (s *jsonScan) word(w string) bool {
	ok := len(s.text)-s.at >= len(w) && string(s.text[s.at:s.at+len(w)]) == w
	s.at += len(w)
	return ok
}

func (s *jsonScan) number() bool {
	if s.at < len(s.text) && s.text[s.at] == '-' {
		s.at++
	}
	if from := s.at; !s.digits() || s.text[from] == '0' && s.at > from+1 {
		return false
	}
	if s.at < len(s.text) && s.text[s.at] == '.' {
		s.at++
		if !s.digits() {
			return false
		}
	}
	if s.at < len(s.text) && (s.text[s.at] == 'e' || s.text[s.at] == 'E') {
		s.at++
		if s.at < len(s.text) && (s.text[s.at] == '+' || s.text[s.at] == '-') {
			s.at++
		}
		return s.digits()
	}
	return true
}

func (s *jsonScan) digits() bool {
	from := s.at
	for s.at < len(s.text) && '0' <= s.text[s.at] && s.text[s.at] <= '9' {
		s.at++
	}
	return s.at > from
}
