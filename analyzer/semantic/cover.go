package semantic

import "github.com/neuronlint/neuronlint/analyzer/source"

// Cover is a set of regions that is asked whether one of them holds another
// region, while it grows. Either takes the logarithm of the longest text: a
// Fenwick tree that holds, by the beginnings of regions, how far they reach.
type Cover map[int]int

// lastPlace is beyond the end of any text that is parsed.
const lastPlace = 1 << 31

// Add takes a region in.
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
