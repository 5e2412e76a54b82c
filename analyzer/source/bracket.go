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

// bracket compiles the bracket expression that p begins with and says how long
// it is. A ']' that comes first stands for itself, and '^' negates as '!' does.
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

// addItem adds the character, range or named class that p begins with, and
// says how long it is; 0 if it is none.
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
	in, ok := posixClass(name)
	if !ok {
		return 0
	}
	for b := range 128 {
		if in(byte(b)) {
			s.add(byte(b))
		}
	}
	return size
}

func posixClass(name string) (in func(byte) bool, ok bool) {
	between := func(low, high byte) func(byte) bool {
		return func(b byte) bool { return low <= b && b <= high }
	}
	lower, upper, digit, graph := between('a', 'z'), between('A', 'Z'), between('0', '9'), between('!', '~')
	alnum := func(b byte) bool { return lower(b) || upper(b) || digit(b) }
	switch name {
	case "lower":
		in = lower
	case "upper":
		in = upper
	case "digit":
		in = digit
	case "alpha":
		in = func(b byte) bool { return lower(b) || upper(b) }
	case "alnum":
		in = alnum
	case "xdigit":
		in = func(b byte) bool { return digit(b) || 'a' <= b|0x20 && b|0x20 <= 'f' }
	case "graph":
		in = graph
	case "print":
		in = between(' ', '~')
	case "punct":
		in = func(b byte) bool { return graph(b) && !alnum(b) }
	case "blank":
		in = func(b byte) bool { return b == ' ' || b == '\t' }
	case "space":
		in = func(b byte) bool { return b == ' ' || '\t' <= b && b <= '\r' }
	case "cntrl":
		in = func(b byte) bool { return b < ' ' || b == 0x7f }
	}
	return in, in != nil
}
