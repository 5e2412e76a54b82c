package edit

import "sort"

// Regions tell which lines of two texts are in the same place. Lines that
// both texts have share a number; so do all lines of the one that were replaced
// by lines of the other.
type Regions struct {
	blocks []block
}

// NewRegions compares a text before and after a change.
func NewRegions(before, after []byte) *Regions {
	return &Regions{blocks(splitLines(string(before)), splitLines(string(after)))}
}

// Before is the number of a line of the text before, which counts from 1.
func (r *Regions) Before(line int) int {
	i := sort.Search(len(r.blocks), func(i int) bool { return r.blocks[i].oldEnd >= line })
	if i < len(r.blocks) && line > r.blocks[i].oldStart {
		return -1 - i
	}
	return line
}

// After is the number of a line of the text after.
func (r *Regions) After(line int) int {
	i := sort.Search(len(r.blocks), func(i int) bool { return r.blocks[i].newEnd >= line })
	switch {
	case i < len(r.blocks) && line > r.blocks[i].newStart:
		return -1 - i
	case i > 0:
		return line + r.blocks[i-1].oldEnd - r.blocks[i-1].newEnd
	}
	return line
}
