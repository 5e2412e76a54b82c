package syntax

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// unescape evaluates the escape sequences of a str literal. It is not ok where
// Python would refuse the literal or the value has no UTF-8 form.
func unescape(s string) (string, bool) {
	i := strings.IndexByte(s, '\\')
	if i < 0 {
		return s, true
	}
	var out strings.Builder
	for ; i >= 0; i = strings.IndexByte(s, '\\') {
		out.WriteString(s[:i])
		s = s[i+1:]
		text, used, ok := escape(s)
		if !ok {
			return "", false
		}
		out.WriteString(text)
		s = s[used:]
	}
	out.WriteString(s)
	return out.String(), true
}

// escape evaluates the escape sequence whose backslash precedes s, and returns how many
// bytes of s belong to it.
func escape(s string) (text string, used int, ok bool) {
	if s == "" {
		return "", 0, false
	}
	switch c := s[0]; c {
	case '\n':
		return "", 1, true
	case '\\', '\'', '"':
		return s[:1], 1, true
	case 'x':
		return codePoint(s, 2)
	case 'u':
		return codePoint(s, 4)
	case 'U':
		return codePoint(s, 8)
	case 'N':
		return "", 0, false
	case '0', '1', '2', '3', '4', '5', '6', '7':
		return octal(s)
	default:
		if i := strings.IndexByte("abfnrtv", c); i >= 0 {
			return "\a\b\f\n\r\t\v"[i : i+1], 1, true
		}
		return "\\", 0, true // an unknown escape keeps its backslash
	}
}

// codePoint reads a letter and the given number of hexadecimal digits.
func codePoint(s string, digits int) (text string, used int, ok bool) {
	if len(s) < 1+digits {
		return "", 0, false
	}
	v, err := strconv.ParseUint(s[1:1+digits], 16, 32)
	if err != nil || v > utf8.MaxRune || !utf8.ValidRune(rune(v)) {
		return "", 0, false
	}
	return string(rune(v)), 1 + digits, true
}

// octal reads up to three octal digits.
func octal(s string) (text string, used int, ok bool) {
	var v rune
	for used < min(3, len(s)) && '0' <= s[used] && s[used] <= '7' {
		v = 8*v + rune(s[used]-'0')
		used++
	}
	return string(v), used, true
}
