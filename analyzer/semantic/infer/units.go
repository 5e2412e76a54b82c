package infer

import (
	"maps"
	"slices"
	"sync"
)

// The limits of what a project keeps the trees of, in bytes of source text. With
// what is known of it a text takes about 15 times its size. After largeProject
// bytes both are half of that: the results of that many files take memory too.
const (
	maxKeptText  = 4 << 20
	maxSpentText = 1 << 20 // of those that are spent
	largeProject = 32 << 20
)

// units are the files that are kept in memory. Those that are spent go first, and
// then the ones that were not used for longest; they are read again when they are
// asked for.
type units struct {
	mu           sync.Mutex
	of           map[*Module]*kept
	gone         []*Module // dropped, while their library models may still stand
	bytes, spent int
	read         int // bytes, in all
	clock        int
}

// limit is the part of a limit that holds for the project.
func (s *units) limit(most int) int {
	if s.read > largeProject {
		return most / 2
	}
	return most
}

// kept is a file in memory. It is spent when it has been judged and nobody has
// asked for it since: few ask for what lies behind the walk.
type kept struct {
	*unit

	used  int
	spent bool
}

func (s *units) get(mod *Module) *unit {
	s.mu.Lock()
	defer s.mu.Unlock()
	k := s.of[mod]
	if k == nil {
		return nil
	}
	s.clock++
	k.used = s.clock
	s.mark(k, false)
	return k.unit
}

// spend notes that a file is judged now.
func (s *units) spend(mod *Module) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if k := s.of[mod]; k != nil {
		s.mark(k, true)
	}
	if s.spent > s.limit(maxSpentText) {
		s.drop(s.bytes - s.spent/2)
	}
}

// mark says of a file that is kept whether it is spent.
func (s *units) mark(k *kept, spent bool) {
	switch size := len(k.file.Text); {
	case spent && !k.spent:
		s.spent += size
	case !spent && k.spent:
		s.spent -= size
	}
	k.spent = spent
}

func (s *units) put(mod *Module, u *unit) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.of == nil {
		s.of = make(map[*Module]*kept)
	}
	s.remove(mod)
	s.clock++
	s.of[mod] = &kept{unit: u, used: s.clock}
	s.bytes += len(u.file.Text)
	s.read += len(u.file.Text)
	if most := s.limit(maxKeptText); s.bytes > most {
		s.drop(most / 8 * 7)
	}
}

// shrink drops files until only so many bytes are left.
func (s *units) shrink(left int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.drop(left)
}

// drop does so while the lock is held.
func (s *units) drop(left int) {
	all := slices.Collect(maps.Keys(s.of))
	slices.SortFunc(all, func(a, b *Module) int { return s.of[a].compare(s.of[b]) })
	for _, mod := range all {
		if s.bytes <= left {
			break
		}
		s.remove(mod)
		s.gone = append(s.gone, mod)
	}
}

func (s *units) remove(mod *Module) {
	if k := s.of[mod]; k != nil {
		s.mark(k, false)
		s.bytes -= len(k.file.Text)
		delete(s.of, mod)
	}
}

// compare is the order in which files are dropped.
func (k *kept) compare(other *kept) int {
	switch {
	case k.spent && !other.spent:
		return -1
	case !k.spent && other.spent:
		return 1
	}
	return k.used - other.used
}

// dropped says which modules were dropped since it was last asked.
func (s *units) dropped() []*Module {
	s.mu.Lock()
	defer s.mu.Unlock()
	gone := s.gone
	s.gone = nil
	return gone
}
