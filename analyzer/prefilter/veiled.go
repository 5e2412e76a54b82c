package prefilter

import "bytes"

// veiled reports whether the value of a string literal may hold a word that its
// text does not: by escapes of letters, by a line end that is escaped in the
// middle of a word, or by literals side by side that are read as one.
func veiled(text []byte) bool {
	for i := 0; ; i++ {
		next := bytes.IndexByte(text[i:], '\\')
		if next < 0 {
			break
		}
		i += next
		if escapesLetter(text[i+1:]) || joinsLines(text, i) {
			return true
		}
		if i+1 < len(text) && text[i+1] == '\\' {
			i++ // an escaped backslash escapes nothing
		}
	}
	return joinsLiterals(text, '"') || joinsLiterals(text, '\'')
}

// escapesLetter reports whether what follows a backslash spells a letter, a
// digit or an underscore of ASCII by its number.
func escapesLetter(rest []byte) bool {
	for _, e := range [...]struct {
		start  string
		digits string // the first digit of the number behind it
	}{
		{"x", "34567"}, {"u00", "34567"}, {"U000000", "34567"}, {"", "1"}, {"06", "01234567"}, {"07", "01234567"},
	} {
		if n := len(e.start); bytes.HasPrefix(rest, []byte(e.start)) && n < len(rest) && bytes.IndexByte([]byte(e.digits), rest[n]) >= 0 {
			return true
		}
	}
	return len(rest) > 1 && (rest[0] == '6' || rest[0] == '7') && '0' <= rest[1] && rest[1] <= '7'
}

// joinsLines reports whether a backslash may make one word of what stands
// before and behind a line end.
func joinsLines(text []byte, at int) bool {
	if at == 0 || !isIdentifier(text[at-1]) {
		return false
	}
	line := text[at+1:]
	next := bytes.TrimLeft(line, "\r\n")
	return len(next) > 0 && len(next) < len(line) && (isIdentifier(next[0]) || bytes.IndexByte([]byte(`"'\`), next[0]) >= 0)
}

// joinsLiterals reports whether a literal that ends in the middle of a word is
// followed by another one that begins so. That a quote may open a literal
// instead of closing it makes no difference: what follows it is no quote then.
func joinsLiterals(text []byte, quote byte) bool {
	for i := 0; ; i++ {
		next := bytes.IndexByte(text[i:], quote)
		if next < 0 {
			return false
		}
		i += next
		if i > 0 && isIdentifier(text[i-1]) && opensLiteral(text[i+1:]) {
			return true
		}
	}
}

// opensLiteral reports whether a literal that begins with part of a word
// follows, behind space, comments and empty literals.
func opensLiteral(rest []byte) bool {
	quoted := false // right behind a quote
	for len(rest) > 0 {
		switch b := rest[0]; {
		case b == '"' || b == '\'':
			quoted = true
			rest = rest[1:]
		case b == '#':
			end := bytes.IndexByte(rest, '\n')
			if end < 0 {
				return false
			}
			rest = rest[end:]
		case b == '\\' && quoted: // an escaped line end is nothing
			rest = bytes.TrimLeft(rest[1:], "\r\n")
		case b == ' ' || b == '\t' || b == '\f' || b == '\\' || b == '\n' || b == '\r':
			quoted = false
			rest = rest[1:]
		case quoted && isIdentifier(b):
			return true
		default:
			n := prefixLength(rest)
			if n == 0 {
				return false
			}
			rest = rest[n:]
		}
	}
	return false
}

// prefixLength is how many letters before a quote say what kind of literal
// follows; 0 if it is something else.
func prefixLength(rest []byte) int {
	for n := range min(3, len(rest)) {
		switch lower(rest[n]) {
		case 'r', 'b', 'u', 'f':
		case '"', '\'':
			return n
		default:
			return 0
		}
	}
	return 0
}
