package prefilter

import (
	"slices"
	"strings"
)

// shortest leaves out the words that contain another of the parts: that part is found
// wherever they are.
func shortest(parts, names []string) (fewParts, fewNames []string) {
	byLength := func(a, b string) int { return len(a) - len(b) }
	holdsPart := func(w string) bool {
		return slices.ContainsFunc(fewParts, func(part string) bool { return strings.Contains(w, part) })
	}
	for _, w := range slices.SortedStableFunc(slices.Values(parts), byLength) {
		if w = lowerAll(w); !holdsPart(w) {
			fewParts = append(fewParts, w)
		}
	}
	for _, w := range names {
		if w = lowerAll(w); !holdsPart(w) && !slices.Contains(fewNames, w) {
			fewNames = append(fewNames, w)
		}
	}
	return fewParts, fewNames
}

// builder makes the automaton of a filter. Before link, a transition to 0 means there is
// none.
type builder struct {
	filter *Filter
	ends   []uint32 // by number of state, the flags of the words that end in it
}

// state adds a state without transitions.
func (b *builder) state() uint32 {
	at := uint32(len(b.filter.next))
	b.filter.next = append(b.filter.next, make([]uint32, b.filter.width)...)
	b.ends = append(b.ends, 0)
	return at
}

// add enters one word.
func (b *builder) add(classes []uint32, flag uint32) {
	at := uint32(0)
	for _, c := range classes {
		if b.filter.next[at+c] == 0 {
			to := b.state()
			b.filter.next[at+c] = to
		}
		at = b.filter.next[at+c]
	}
	b.ends[at/b.filter.width] |= flag
}

// link fills in where to go on when a word breaks off: to the state of the longest suffix
// of the bytes read that begins a word. States nearer to the first come before those
// farther away.
func (b *builder) link() {
	next, width := b.filter.next, b.filter.width
	fail := make([]uint32, len(b.ends))
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
			b.ends[to/width] |= b.ends[fail[to/width]/width]
			queue = append(queue, to)
		}
	}
	for i, to := range next {
		next[i] |= b.ends[to/width]
	}
}

// lowerAll is a word in small letters.
func lowerAll(word string) string {
	return strings.Map(func(r rune) rune { return rune(lower(byte(r))) }, word)
}
