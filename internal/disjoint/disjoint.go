// Package disjoint keeps sets that have no member in common, and joins them.
package disjoint

// Sets are disjoint sets. A member that was never joined is a set of its own.
type Sets[K comparable] struct {
	parent map[K]K
}

// Root is the member that stands for the whole set of k.
func (s *Sets[K]) Root(k K) K {
	for {
		up, ok := s.parent[k]
		if !ok {
			return k
		}
		if top, ok := s.parent[up]; ok {
			s.parent[k] = top
		}
		k = up
	}
}

// Join makes one set of those of two members. The root of into stands for it.
func (s *Sets[K]) Join(into, from K) {
	into, from = s.Root(into), s.Root(from)
	if into == from {
		return
	}
	if s.parent == nil {
		s.parent = make(map[K]K)
	}
	s.parent[from] = into
}
