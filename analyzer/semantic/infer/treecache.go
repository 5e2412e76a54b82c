package infer

import (
	"maps"
	"slices"
	"sync"
)

// These limits bound the trees that a project keeps, in bytes of source text. A file with
// its tree and tables takes about 15 times its size. Beyond largeProject bytes both
// limits are halved, since the results of that many files take memory too.
const (
	maxKeptText  = 4 << 20
	maxSpentText = 1 << 20 // for spent files
	largeProject = 32 << 20
)

// treeCache holds the files in memory. Spent files are dropped first, then the least recently
// used; they are read again when they are asked for. The file that was put in last stays,
// however large it is: whoever reads it has many questions.
type treeCache struct {
	mu           sync.Mutex
	of           map[*Module]*kept
	gone         []*Module // dropped, while their library models may still exist
	bytes, spent int
	read         int // bytes in total
	clock        int
}

// limit returns the share of a limit that applies to the project.
func (s *treeCache) limit(most int) int {
	if s.read > largeProject {
		return most / 2
	}
	return most
}

// kept is a file in memory. It is spent when it has been judged and nobody has asked for
// it since: files already walked are rarely asked for.
type kept struct {
	*unit

	used  int
	spent bool
}

func (s *treeCache) get(mod *Module) *unit {
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

// spend notes that a file is being judged.
func (s *treeCache) spend(mod *Module) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if k := s.of[mod]; k != nil {
		s.mark(k, true)
	}
	if s.spent > s.limit(maxSpentText) {
		s.drop(s.bytes-s.spent/2, mod)
	}
}

// mark sets whether a kept file is spent.
func (s *treeCache) mark(k *kept, spent bool) {
	switch size := len(k.file.Text); {
	case spent && !k.spent:
		s.spent += size
	case !spent && k.spent:
		s.spent -= size
	}
	k.spent = spent
}

func (s *treeCache) put(mod *Module, u *unit) {
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
		s.drop(most/8*7, mod)
	}
}

// has reports whether a file is in memory. That is no use of it.
func (s *treeCache) has(mod *Module) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.of[mod] != nil
}

// forget drops a file that has no library model.
func (s *treeCache) forget(mod *Module) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.remove(mod)
}

// shrink drops files until at most so many bytes are left.
func (s *treeCache) shrink(left int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.drop(left, nil)
}

// drop is shrink for callers that hold the lock, but spares one file.
func (s *treeCache) drop(left int, spare *Module) {
	all := slices.Collect(maps.Keys(s.of))
	slices.SortFunc(all, func(a, b *Module) int { return s.of[a].compare(s.of[b]) })
	for _, mod := range all {
		if s.bytes <= left {
			break
		}
		if mod == spare {
			continue
		}
		s.remove(mod)
		s.gone = append(s.gone, mod)
	}
}

func (s *treeCache) remove(mod *Module) {
	if k := s.of[mod]; k != nil {
		s.mark(k, false)
		s.bytes -= len(k.file.Text)
		delete(s.of, mod)
	}
}

// compare orders files by when they should be dropped.
func (k *kept) compare(other *kept) int {
	switch {
	case k.spent && !other.spent:
		return -1
	case !k.spent && other.spent:
		return 1
	}
	return k.used - other.used
}

// dropped returns the modules dropped since the last call.
func (s *treeCache) dropped() []*Module {
	s.mu.Lock()
	defer s.mu.Unlock()
	gone := s.gone
	s.gone = nil
	return gone
}
