// Package prefilter tells by the bytes of a file alone whether the analysis could find
// anything in it: whether any of a set of words stands there, and which modules it
// imports. It errs on the side of saying yes.
package prefilter

import "bytes"

// Filter looks for words in one pass over a text: an automaton after Aho and
// Corasick over classes of bytes. It may be used by several goroutines.
type Filter struct {
	class   [256]uint32 // of bytes: 0 for bytes outside identifiers
	width   uint32      // number of classes
	next    []uint32    // by state and class; states are multiples of width, with flags
	longest int         // bytes of the longest word
}

// The flags of a transition: behind the last byte of a word, or of a mark.
const (
	word  = 1 << 31
	mark  = 1 << 30
	flags = word | mark
)

// keyword is in front of the names that a statement imports.
const keyword = "import"

// New makes a filter of words, which consist of letters, digits and
// underscores; case does not matter. Parts are found anywhere, names only as
// whole identifiers. Marks are parts that are noted in passing.
func New(parts, names, marks []string) *Filter {
	parts, names = shortest(parts, names)
	f := &Filter{}
	b := builder{filter: f}
	marks = append([]string{keyword}, marks...)
	f.classify(parts, names, marks)
	b.state()
	for _, w := range parts {
		b.add(f.classes(w), word)
	}
	for _, w := range names {
		b.add(append(append([]uint32{0}, f.classes(w)...), 0), word)
	}
	for _, w := range marks {
		b.add(f.classes(w), mark)
	}
	b.link()
	return f
}

// classify gives each byte that occurs in a word a class of its own, and one class to all
// other bytes of identifiers.
func (f *Filter) classify(lists ...[]string) {
	const others = 1
	for b := range f.class {
		if isIdentifier(byte(b)) {
			f.class[b] = others
		}
	}
	f.width = others + 1
	for _, list := range lists {
		for _, w := range list {
			f.longest = max(f.longest, len(w)+2) // a name with the bytes around it
			for _, b := range []byte(w) {
				if lower := lower(b); f.class[lower] == others {
					f.class[lower], f.class[upper(b)] = f.width, f.width
					f.width++
				}
			}
		}
	}
}

func (f *Filter) classes(word string) []uint32 {
	out := make([]uint32, len(word))
	for i := range len(word) {
		out[i] = f.class[word[i]]
	}
	return out
}

// Sight is the outcome of a pass over a text.
type Sight struct {
	// Holds says that one of the words may occur in the text, spelt in one piece or as
	// the value of a string literal. The other fields are not complete then.
	Holds   bool
	Marked  bool  // one of the marks occurs in it
	imports []int // where the keyword does
}

// Look passes over a text.
func (f *Filter) Look(text []byte) Sight {
	var s Sight
	s.Holds = f.pass(text, &s) || veiled(text) && f.pass(unveil(text), &Sight{})
	return s
}

// lanes is in how many parts a text is read at once: a step has to wait for the
// one before, and the steps of several parts overlap.
const lanes = 4

// pass reports whether one of the words occurs literally in a text, and notes the marks
// before it.
func (f *Filter) pass(text []byte, s *Sight) bool {
	n := len(text) / lanes
	if n < 4*f.longest {
		return f.walk(text, 0, len(text), f.next[0]&^flags, s) // a text begins like behind a space
	}
	var at [lanes]uint32
	at[0] = f.next[0] &^ flags
	for lane := 1; lane < lanes; lane++ {
		// A word that began in the part before is read again.
		for _, b := range text[lane*n-f.longest : lane*n] {
			at[lane] = f.next[at[lane]&^flags+f.class[b]]
		}
		at[lane] &^= flags
	}
	var later [lanes]Sight
	if f.abreast(text, n, &at, &later) {
		return true
	}
	for i := range later {
		s.Marked = s.Marked || later[i].Marked
		s.imports = append(s.imports, later[i].imports...)
	}
	return f.walk(text, lanes*n, len(text), at[lanes-1], s)
}

// abreast reads the parts of n bytes, each from a state of its own.
func (f *Filter) abreast(text []byte, n int, at *[lanes]uint32, seen *[lanes]Sight) bool {
	next, class := f.next, &f.class
	p0, p1, p2, p3 := text[:n], text[n:2*n], text[2*n:3*n], text[3*n:4*n]
	s0, s1, s2, s3 := at[0], at[1], at[2], at[3]
	for i, b := range p0 {
		s0 = next[s0+class[b]]
		s1 = next[s1+class[p1[i]]]
		s2 = next[s2+class[p2[i]]]
		s3 = next[s3+class[p3[i]]]
		if all := s0 | s1 | s2 | s3; all&flags != 0 {
			if all&word != 0 {
				return true
			}
			for lane, state := range [lanes]uint32{s0, s1, s2, s3} {
				if state&mark != 0 {
					seen[lane].note(text, lane*n+i)
				}
			}
			s0, s1, s2, s3 = s0&^flags, s1&^flags, s2&^flags, s3&^flags
		}
	}
	at[0], at[1], at[2], at[3] = s0, s1, s2, s3
	return false
}

// walk reads the last part of a text.
func (f *Filter) walk(text []byte, from, to int, state uint32, s *Sight) bool {
	for i := from; i < to; i++ {
		state = f.next[state+f.class[text[i]]]
		if state&word != 0 {
			return true
		}
		if state&mark != 0 {
			s.note(text, i)
			state &^= flags
		}
	}
	return f.next[state]&word != 0 // it ends like before a space
}

// note records the mark whose last byte is at i.
func (s *Sight) note(text []byte, i int) {
	if start := i + 1 - len(keyword); start >= 0 && string(text[start:i+1]) == keyword {
		s.imports = append(s.imports, start)
		return
	}
	s.Marked = true
}

func lower(b byte) byte {
	if 'A' <= b && b <= 'Z' {
		return b | 0x20
	}
	return b
}

func upper(b byte) byte {
	if 'a' <= b && b <= 'z' {
		return b &^ 0x20
	}
	return b
}

// isIdentifier reports whether a byte is part of an identifier. All bytes beyond ASCII
// count as letters.
func isIdentifier(b byte) bool {
	b = lower(b)
	return 'a' <= b && b <= 'z' || '0' <= b && b <= '9' || b == '_' || b >= 0x80
}

// Contains reports whether a text contains any of some byte sequences.
func Contains(text []byte, sequences ...string) bool {
	for _, s := range sequences {
		if bytes.Contains(text, []byte(s)) {
			return true
		}
	}
	return false
}
