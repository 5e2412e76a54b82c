package source

import (
	"path"
	"strings"
	"unicode/utf8"
)

// PathGlob is a compiled glob of a setting. In it '*' matches any text without '/', '?'
// one character of such a text, '**' as a whole component any directories, '[a-z]' and
// '[!a-z]' one character, '{a,b}' one of several globs, and '\' takes the next character
// literally.
//
// It tries all alternatives at once, in a number of steps on the order of its length
// times that of the path: a foreign tree may hold any glob.
type PathGlob struct {
	text   string
	base   bool          // it is about the last component
	plain  bool          // it has no wildcards
	begins map[int][]int // by the offset of a '{': where its alternatives begin
	behind []int         // by the end of an alternative: where to go on, past all braces closed there
}

// CompilePathGlob fails on braces and brackets without their counterpart.
func CompilePathGlob(text string) (*PathGlob, bool) {
	text = strings.TrimSuffix(strings.TrimPrefix(text, "./"), "/")
	g := &PathGlob{text: text, base: !strings.Contains(text, "/"), plain: !strings.ContainsAny(text, wildcards+"{}")}
	return g, g.plain || g.pair()
}

// Covers reports whether a glob matches a path, or a directory above it. The path is
// relative to the root of the globs, with '/'.
func (g *PathGlob) Covers(name string) bool {
	for ; name != "." && name != "/" && name != ""; name = path.Dir(name) {
		if g.means(name) {
			return true
		}
	}
	return false
}

// Plain is the only path that a glob without wildcards means, or name if it has no '/';
// ok is false for other globs.
func (g *PathGlob) Plain() (text string, ok bool) { return g.text, g.plain }

// means reports whether a glob matches a path itself. One without '/' matches a name at
// any depth.
func (g *PathGlob) means(name string) bool {
	if g.base {
		name = path.Base(name)
	}
	if g.plain {
		return g.text == name
	}
	return g.match(name)
}

// pair finds which braces belong together; it fails where some do not.
func (g *PathGlob) pair() bool {
	g.begins, g.behind = make(map[int][]int), make([]int, len(g.text))
	var open []int
	for i := 0; i < len(g.text); i++ {
		top := len(open) - 1
		switch c := g.text[i]; {
		case c == '\\':
			if i++; i == len(g.text) {
				return false
			}
		case c == '[':
			if i = g.classEnd(i); i < 0 {
				return false
			}
		case c == '{':
			open = append(open, i)
			g.begins[i] = []int{i + 1}
		case c == ',' && top >= 0:
			g.begins[open[top]] = append(g.begins[open[top]], i+1)
		case c == '}' && top < 0:
			return false
		case c == '}':
			for _, begin := range g.begins[open[top]][1:] {
				g.behind[begin-1] = i
			}
			g.behind[i] = i + 1
			open = open[:top]
		}
	}
	for i := len(g.behind) - 1; i >= 0; i-- {
		g.behind[i] = g.out(g.behind[i])
	}
	return len(open) == 0
}

// classEnd is the offset of the bracket that closes the one at i, or -1.
func (g *PathGlob) classEnd(i int) int {
	first := i + 1
	if first < len(g.text) && (g.text[first] == '!' || g.text[first] == '^') {
		first++
	}
	for at := first; at < len(g.text); at++ {
		switch g.text[at] {
		case '\\':
			at++
		case ']':
			if at == first {
				return -1
			}
			return at
		}
	}
	return -1
}

// out is where a glob goes on at i, which may be the end of an alternative.
func (g *PathGlob) out(i int) int {
	if i < len(g.behind) && g.behind[i] > 0 {
		return g.behind[i]
	}
	return i
}

// inClass reports whether a class, the text between brackets, contains a character.
func inClass(class string, r rune) bool {
	negate := class[0] == '!' || class[0] == '^'
	if negate {
		class = class[1:]
	}
	in := false
	for class != "" {
		var low rune
		low, class = character(class)
		high := low
		if len(class) > 1 && class[0] == '-' {
			high, class = character(class[1:])
		}
		in = in || r == low || low <= r && r <= high
	}
	return in != negate
}

// character cuts the first character off a text, or the one that a backslash
// protects.
func character(text string) (r rune, rest string) {
	if len(text) > 1 && text[0] == '\\' {
		text = text[1:]
	}
	return rawRune(text)
}

// rawRune cuts the first character off a text. A byte that is no UTF-8 becomes a
// character of its own, one of the surrogates that no text holds, as in Python's names of
// files: a name may have any bytes, and two different names stay different.
func rawRune(text string) (r rune, rest string) {
	r, size := utf8.DecodeRuneInString(text)
	if r == utf8.RuneError && size == 1 {
		r = 0xDC00 + rune(text[0])
	}
	return r, text[size:]
}
