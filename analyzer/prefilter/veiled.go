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
		if _, n := escape(text[i:]); n > 0 || joinsLines(text, i) {
			return true
		}
		if i+1 < len(text) && text[i+1] == '\\' {
			i++ // an escaped backslash escapes nothing
		}
	}
	return joinsLiterals(text, '"') || joinsLiterals(text, '\'')
}

// unveil spells out the words that veiled finds, as if no literal were raw.
func unveil(text []byte) []byte {
	out := make([]byte, 0, len(text))
	for i := 0; i < len(text); i++ {
		b := text[i]
		if b == '\\' && i+1 < len(text) {
			char, n := escape(text[i:])
			switch {
			case n > 0:
				out = append(out, char)
				i += n - 1
			case text[i+1] == '\n' || text[i+1] == '\r':
				for i+1 < len(text) && (text[i+1] == '\n' || text[i+1] == '\r') {
					i++
				}
			default:
				out = append(out, b, text[i+1])
				i++
			}
			continue
		}
		if (b == '"' || b == '\'') && len(out) > 0 && isIdentifier(out[len(out)-1]) {
			if n := opensLiteral(text[i+1:]); n > 0 {
				i += n
				continue
			}
		}
		out = append(out, b)
	}
	return out
}

// escape is the letter, digit or underscore of ASCII whose escape a text begins with, and
// the length of that escape; 0 if there is none.
func escape(text []byte) (char byte, length int) {
	if len(text) < 2 {
		return 0, 0
	}
	var value, n int
	switch text[1] {
	case 'x':
		value, n = number(text[2:], 16, 2)
		n += 2
	case 'u':
		value, n = number(text[2:], 16, 4)
		n += 2
	case 'U':
		value, n = number(text[2:], 16, 8)
		n += 2
	default:
		value, n = number(text[1:], 8, 3)
		n++
	}
	if value <= 0 || value >= 0x80 || !isIdentifier(byte(value)) {
		return 0, 0
	}
	return byte(value), n
}

// number reads at most so many digits.
func number(text []byte, base, digits int) (value, n int) {
	for n < min(digits, len(text)) {
		d := int(lower(text[n])) - '0'
		if d > 9 {
			d -= 'a' - '0' - 10
			if d < 10 {
				break
			}
		}
		if d < 0 || d >= base {
			break
		}
		value = value*base + d
		n++
	}
	return value, n
}

// joinsLines reports whether a backslash may join the text before and behind a line end
// into one word.
func joinsLines(text []byte, at int) bool {
	if at == 0 || !isIdentifier(text[at-1]) {
		return false
	}
	line := text[at+1:]
	next := bytes.TrimLeft(line, "\r\n")
	return len(next) > 0 && len(next) < len(line) && (isIdentifier(next[0]) || bytes.IndexByte([]byte(`"'\`), next[0]) >= 0)
}

// joinsLiterals reports whether a literal that ends in the middle of a word is followed
// by another one that begins so. It makes no difference that a quote may open a literal
// instead of closing it: no quote follows it then.
func joinsLiterals(text []byte, quote byte) bool {
	for i := 0; ; i++ {
		next := bytes.IndexByte(text[i:], quote)
		if next < 0 {
			return false
		}
		i += next
		if i > 0 && isIdentifier(text[i-1]) && opensLiteral(text[i+1:]) > 0 {
			return true
		}
	}
}

// opensLiteral is the offset of the next literal that begins with part of a word, behind
// space, comments and empty literals; 0 if something else is in between.
func opensLiteral(text []byte) int {
	quoted := false // right behind a quote
	for i := 0; i < len(text); {
		switch b := text[i]; {
		case b == '"' || b == '\'':
			quoted = true
			i++
		case b == '#':
			end := bytes.IndexByte(text[i:], '\n')
			if end < 0 {
				return 0
			}
			i += end
		case b == '\\' && quoted: // an escaped line end is nothing
			if _, n := escape(text[i:]); n > 0 {
				return i
			}
			i = len(text) - len(bytes.TrimLeft(text[i+1:], "\r\n"))
		case bytes.IndexByte([]byte(" \t\f\\\n\r"), b) >= 0:
			quoted = false
			i++
		case quoted && isIdentifier(b):
			return i
		default:
			n := prefixLength(text[i:])
			if n == 0 {
				return 0
			}
			i += n
		}
	}
	return 0
}

// prefixLength is how many letters before a quote are the prefix of a literal; 0 if they
// are something else.
func prefixLength(text []byte) int {
	for n := range min(3, len(text)) {
		switch lower(text[n]) {
		case 'r', 'b', 'u', 'f':
		case '"', '\'':
			return n
		default:
			return 0
		}
	}
	return 0
}
