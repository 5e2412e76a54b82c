package guard

import "github.com/neuronlint/neuronlint/analyzer/source"

// Cover is a growing set of regions that can tell whether one of them contains another
// region. Both operations take time logarithmic in the length of the longest text: a
// Fenwick tree keyed by the start of a region holds the furthest end.
type Cover map[int]int

// lastPlace is beyond the end of any parsed text.
const lastPlace = 1 << 31

// Add adds a region.
func (c Cover) Add(s source.Span) {
	for i := s.Start + 1; i <= lastPlace; i += i & -i {
		if end, ok := c[i]; !ok || end < s.End {
			c[i] = s.End
		}
	}
}

// Holds reports whether one of the regions contains s.
func (c Cover) Holds(s source.Span) bool {
	if len(c) == 0 {
		return false
	}
	for i := s.Start + 1; i > 0; i -= i & -i {
		if end, ok := c[i]; ok && end >= s.End {
			return true
		}
	}
	return false
}
