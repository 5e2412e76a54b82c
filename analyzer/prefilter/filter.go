// Package prefilter tells by the bytes of a file alone what the analysis could
// find in it: whether any of a set of words stands there, and which modules it
// imports. It errs on the side of saying yes.
package prefilter

import "bytes"

// Filter looks for words in one pass over a text: an automaton after Aho and
// Corasick over classes of bytes. It may be used by several goroutines.
type Filter struct {
	class [256]uint32 // of bytes: 0 for what is no part of an identifier
	width uint32      // number of classes
	next  []uint32    // by state and class; states are multiples of width
}

// found is the state behind the last byte of any word.
const found = ^uint32(0)

// New makes a filter of words, which consist of letters, digits and
// underscores; case does not matter. Parts are found anywhere, names only as
// whole identifiers.
func New(parts, names []string) *Filter {
	f := &Filter{}
	f.classify(append(append([]string(nil), parts...), names...))
	b := builder{filter: f}
	b.state()
	for _, w := range parts {
		b.add(f.classes(w))
	}
	for _, w := range names {
		b.add(append(append([]uint32{0}, f.classes(w)...), 0))
	}
	b.link()
	return f
}

// classify gives each byte that stands in a word a class of its own, and one to
// all others of identifiers.
func (f *Filter) classify(words []string) {
	const others = 1
	for b := range f.class {
		if isIdentifier(byte(b)) {
			f.class[b] = others
		}
	}
	f.width = others + 1
	for _, w := range words {
		for _, b := range []byte(w) {
			if lower := lower(b); f.class[lower] == others {
				f.class[lower], f.class[upper(b)] = f.width, f.width
				f.width++
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

// Holds reports whether one of the words may stand in a text, spelt in one piece
// or as the value of a string literal.
func (f *Filter) Holds(text []byte) bool {
	return f.spells(text) || veiled(text) && f.spells(unveil(text))
}

// spells reports whether one of the words stands in a text as it is.
func (f *Filter) spells(text []byte) bool {
	state := f.next[0] // a text begins like behind a space
	for _, b := range text {
		if state = f.next[state+f.class[b]]; state == found {
			return true
		}
	}
	return f.next[state] == found
}

// builder makes the automaton of a filter. Before link, a transition to 0 is
// none.
type builder struct {
	filter *Filter
	words  []bool // by number of state, those in which a word ends
}

// state adds a state without transitions.
func (b *builder) state() uint32 {
	at := uint32(len(b.filter.next))
	b.filter.next = append(b.filter.next, make([]uint32, b.filter.width)...)
	b.words = append(b.words, false)
	return at
}

// add enters one word.
func (b *builder) add(classes []uint32) {
	at := uint32(0)
	for _, c := range classes {
		if b.filter.next[at+c] == 0 {
			to := b.state()
			b.filter.next[at+c] = to
		}
		at = b.filter.next[at+c]
	}
	b.words[at/b.filter.width] = true
}

// link fills in where to go on when a word breaks off: to the state of the
// longest end of what was read that begins a word. States nearer to the first
// come before those farther away.
func (b *builder) link() {
	next, width := b.filter.next, b.filter.width
	fail := make([]uint32, len(b.words))
	queue := []uint32{0}
	for len(queue) > 0 {
		at := queue[0]
		queue = queue[1:]
		back := fail[at/width]
		for c := range width {
			to := next[at+c]
			switch {
			case to == 0:
				next[at+c] = next[back+c]
				continue
			case at != 0:
				fail[to/width] = next[back+c]
			}
			b.words[to/width] = b.words[to/width] || b.words[fail[to/width]/width]
			queue = append(queue, to)
		}
	}
	for i, to := range next {
		if b.words[to/width] {
			next[i] = found
		}
	}
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

// isIdentifier reports whether a byte is part of an identifier. All letters
// that are not ASCII are taken for one.
func isIdentifier(b byte) bool {
	b = lower(b)
	return 'a' <= b && b <= 'z' || '0' <= b && b <= '9' || b == '_' || b >= 0x80
}

// Contains reports whether any of some byte sequences stands in a text.
func Contains(text []byte, sequences ...string) bool {
	for _, s := range sequences {
		if bytes.Contains(text, []byte(s)) {
			return true
		}
	}
	return false
}
