package source

import (
	"errors"
	"strings"
)

var errBracket = errors.New("bracket is not closed or names no character class")

// invert is every byte that s lacks, but for '/', which no set matches.
func (s byteSet) invert() byteSet {
	for i := range s {
		s[i] = ^s[i]
	}
	s['/'/64] &^= 1 << ('/' % 64)
	return s
}

// bracket compiles the bracket expression that p begins with and returns its length. A
// ']' that comes first stands for itself, and '^' negates as '!' does.
func bracket(p string) (set byteSet, size int, err error) {
	i := 1
	negated := i < len(p) && (p[i] == '!' || p[i] == '^')
	if negated {
		i++
	}
	for first := true; first || i < len(p) && p[i] != ']'; first = false {
		n := set.addItem(p[i:])
		if n == 0 {
			return set, 0, errBracket
		}
		i += n
	}
	if i >= len(p) {
		return set, 0, errBracket
	}
	set = set.invert()
	if !negated {
		set = set.invert()
	}
	return set, i + 1, nil
}

// addItem adds the character, range or named class that p begins with, and returns its
// length; 0 if there is none.
func (s *byteSet) addItem(p string) int {
	if strings.HasPrefix(p, "[:") {
		if end := strings.IndexByte(p[2:], ']'); end < 0 {
			return 0
		} else if end > 0 && p[1+end] == ':' {
			return s.addClass(p[2:1+end], end+3)
		}
	}
	low, n := bracketByte(p)
	if n == 0 {
		return 0
	}
	high := low
	if rest := p[n:]; len(rest) > 1 && rest[0] == '-' && rest[1] != ']' {
		var m int
		if high, m = bracketByte(rest[1:]); m == 0 {
			return 0
		}
		n += 1 + m
		// Git compares with both ends, but takes the first for itself too.
		s.add(low)
	}
	for b := int(low); b <= int(high); b++ {
		s.add(byte(b))
	}
	return n
}

// bracketByte is the character that p begins with, escaped or not.
func bracketByte(p string) (b byte, size int) {
	switch {
	case p == "" || p == `\`:
		return 0, 0
	case p[0] == '\\':
		return p[1], 2
	default:
		return p[0], 1
	}
}

// addClass adds a POSIX class of ASCII and returns size, or 0 if there is no
// class of that name.
func (s *byteSet) addClass(name string, size int) int {
	ranges := posixClass(name)
	if ranges == "" {
		return 0
	}
	for i := 0; i < len(ranges); i += 2 {
		for b := ranges[i]; b <= ranges[i+1]; b++ {
			s.add(b)
		}
	}
	return size
}

// posixClass is the first and last bytes of the ranges of a class, "" if there
// is no such class.
func posixClass(name string) string {
	switch name {
	case "lower":
		return "az"
	case "upper":
		return "AZ"
	case "digit":
		return "09"
	case "alpha":
		return "azAZ"
	case "alnum":
		return "azAZ09"
	case "xdigit":
		return "afAF09"
	case "graph":
		return "!~"
	case "print":
		return " ~"
	case "punct":
		return "!/:@[`{~"
	case "blank":
		return "\t\t  "
	case "space":
		return "\t\r  "
	case "cntrl":
		return "\x00\x1f\x7f\x7f"
	}
	return ""
}
