package syntax

import "bytes"

// token is a word, a number, a string, an operator or the end of a logical line. Of a
// formatted string the two ends are tokens, and so is each token in its fields.
type token struct {
	kind       tokenKind
	start, end int32
}

type tokenKind uint8

const (
	tokenNone tokenKind = iota
	tokenName
	tokenNumber
	tokenString
	tokenOp
	tokenSpec // the equals sign that a format specifier begins with
	tokenLine
)

// deepestFormat bounds how deeply formatted strings nest; Python takes less.
const deepestFormat = 200

// scanner splits text into tokens, without regard to their meaning. It is for the few
// texts that the grammar fails on.
type scanner struct {
	text   []byte
	at     int
	depth  int // of brackets
	most   int // the depth at which nothing more is read; 0 for none
	nested int // formatted strings around
	tokens []token
	breaks []int32 // line ends within brackets, but for those behind a comment

	commented bool // the line has a comment
}

func scan(text []byte) (tokens []token, breaks []int32) {
	s := scanner{text: text, tokens: make([]token, 0, len(text)/4)}
	s.code(false)
	if s.depth > 0 {
		s.breaks = nil // a bracket that is not closed is not around the rest of the text
	}
	return s.tokens, s.breaks
}

// deepestBracket is how deeply Python takes brackets to nest.
const deepestBracket = 200

// DeepBracket is the offset of the first bracket that nests more deeply than Python takes
// it. Those in strings and comments do not count.
func DeepBracket(text []byte) (offset int, ok bool) {
	s := scanner{text: text, most: deepestBracket}
	s.code(false)
	return len(s.text) - 1, s.depth > deepestBracket
}

// code reads tokens up to the end of the text, or of a field.
func (s *scanner) code(field bool) {
	outer := s.depth
	for s.at < len(s.text) {
		c := s.text[s.at]
		switch {
		case field && s.depth == outer && s.endsField(c):
			return
		case c == '\n':
			s.lineEnd(field)
		case c == ' ' || c == '\t' || c == '\r' || c == '\f':
			s.at++
		case c == '\\':
			s.escape()
		case c == '#':
			s.comment()
		case c == '"' || c == '\'':
			s.str(s.at)
		case isWordByte(c):
			s.word()
		default:
			s.operator(outer)
		}
	}
}

func (s *scanner) add(kind tokenKind, start, end int) {
	s.tokens = append(s.tokens, token{kind, int32(start), int32(end)})
	s.at = max(s.at, end)
}

func (s *scanner) lineEnd(field bool) {
	switch {
	case s.depth == 0 && !field:
		s.add(tokenLine, s.at, s.at)
	case s.depth > 0 && s.nested == 0 && !s.commented:
		s.breaks = append(s.breaks, int32(s.at))
	}
	s.commented = false
	s.at++
}

func (s *scanner) comment() {
	s.commented = true
	if n := bytes.IndexByte(s.text[s.at:], '\n'); n >= 0 {
		s.at += n
	} else {
		s.at = len(s.text)
	}
}

// escape skips a backslash with the character it escapes.
func (s *scanner) escape() {
	size := 2
	if bytes.HasPrefix(s.text[s.at+1:], []byte("\r\n")) {
		size = 3
	}
	s.at = min(s.at+size, len(s.text))
}

// endsField reports whether c ends the expression in a field of a formatted
// string.
func (s *scanner) endsField(c byte) bool {
	return c == '}' || c == ':' || c == '!' && !bytes.HasPrefix(s.text[s.at+1:], []byte("="))
}

// word reads a name, a number or the letters before a string.
func (s *scanner) word() {
	start := s.at
	for s.at < len(s.text) && isWordByte(s.text[s.at]) {
		s.at++
	}
	switch {
	case '0' <= s.text[start] && s.text[start] <= '9':
		if s.next('.') {
			for s.at++; s.at < len(s.text) && isWordByte(s.text[s.at]); s.at++ {
			}
		}
		s.add(tokenNumber, start, s.at)
	case s.at < len(s.text) && (s.text[s.at] == '"' || s.text[s.at] == '\'') && isStringPrefix(s.text[start:s.at]):
		s.str(start)
	default:
		s.add(tokenName, start, s.at)
	}
}

func isWordByte(c byte) bool { return isNameStart(c) || '0' <= c && c <= '9' || c >= 0x80 }

func isStringPrefix(letters []byte) bool {
	return len(letters) < 3 && len(bytes.Trim(letters, "bfrtuBFRTU")) == 0
}

// operator reads an operator or a bracket. No bracket that was opened outside of
// a field is closed within it.
func (s *scanner) operator(outer int) {
	start, c := s.at, s.text[s.at]
	switch c {
	case '(', '[', '{':
		s.depth++
	case ')', ']', '}':
		s.depth = max(s.depth-1, outer)
	}
	if s.at++; s.most > 0 && s.depth > s.most {
		s.text = s.text[:s.at]
	}
	if bytes.IndexByte([]byte("*/<>"), c) >= 0 && s.next(c) || c == '-' && s.next('>') {
		s.at++
	}
	if bytes.IndexByte([]byte("+-*/%@&|^<>=!:"), c) >= 0 && s.next('=') {
		s.at++
	}
	s.add(tokenOp, start, s.at)
}

func (s *scanner) next(c byte) bool { return s.at < len(s.text) && s.text[s.at] == c }

// str reads a string; its letters begin at start, its quote is here. One that
// is not closed ends with its line, or if it may have several with the text.
func (s *scanner) str(start int) {
	format := bytes.ContainsAny(s.text[start:s.at], "fFtT")
	mark := bytes.Repeat(s.text[s.at:s.at+1], 3)
	if !bytes.HasPrefix(s.text[s.at:], mark) {
		mark = mark[:1]
	}
	s.at += len(mark)
	if !format || s.nested == deepestFormat {
		s.literal(mark, false, false)
		s.add(tokenString, start, s.at)
		return
	}
	s.add(tokenString, start, s.at)
	s.nested++
	s.literal(mark, true, false)
	s.nested--
	s.add(tokenString, s.at, s.at)
}

// literal reads the text of a string with its closing quotes, or of a format specifier
// without its end.
func (s *scanner) literal(mark []byte, format, spec bool) {
	for s.at < len(s.text) {
		switch c := s.text[s.at]; {
		case c == '\n' && len(mark) == 1:
			return
		case c == '\\':
			s.escape()
		case spec && (c == '}' || bytes.HasPrefix(s.text[s.at:], mark)):
			return
		case bytes.HasPrefix(s.text[s.at:], mark):
			s.at += len(mark)
			return
		case format && (c == '{' || c == '}') && !spec && bytes.HasPrefix(s.text[s.at+1:], []byte{c}):
			s.at += 2
		case format && c == '{':
			s.field(mark)
		default:
			s.at++
		}
	}
}

// field reads a field of a formatted string.
func (s *scanner) field(mark []byte) {
	s.add(tokenOp, s.at, s.at+1)
	s.code(true)
	if s.next('!') {
		for s.at++; s.at < len(s.text) && isWordByte(s.text[s.at]); s.at++ {
		}
	}
	if s.next(':') {
		s.at++
		if s.next('=') {
			s.add(tokenSpec, s.at, s.at+1)
		}
		if s.nested++; s.nested < deepestFormat {
			s.literal(mark, true, true)
		}
		s.nested--
	}
	if s.next('}') {
		s.add(tokenOp, s.at, s.at+1)
	}
}
