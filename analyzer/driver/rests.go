package driver

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"path"
	"path/filepath"
	"slices"
	"sync"

	"github.com/neuronlint/neuronlint/analyzer/semantic"
)

// hash identifies bytes; the zero value stands for none.
type hash [sha256.Size]byte

// storedModule is a module and the modules asked for its sake.
type storedModule struct {
	Name string // absolute
	Hash hash   // of its bytes when this was noted
	Uses []string
}

// storedDirectory holds the imports of the files of a directory.
type storedDirectory struct {
	Name    string
	Lookups []semantic.Lookup
}

// importPlace is the directory of an import, and the name it imports.
type importPlace struct {
	dir string
	semantic.Lookup
}

// grounds hash everything that results rest on: files, how imports are resolved in their
// directories, and the same of all modules that they asked. They are looked up as things
// are now.
type grounds struct {
	s       *session
	modules map[string]*storedModule
	lookups map[string][]semantic.Lookup // by directory

	mu     sync.Mutex
	hashes map[string]hash // of files, by absolute name
	moved  bool            // a file changed while the run read it, or the files around it
	led    map[importPlace]string
	leaves map[string]hash // of files with the imports of their directory
	dirs   map[string]hash
}

func newGrounds(s *session) *grounds {
	return &grounds{
		s: s, modules: make(map[string]*storedModule), lookups: make(map[string][]semantic.Lookup),
		hashes: make(map[string]hash), led: make(map[importPlace]string), leaves: make(map[string]hash), dirs: make(map[string]hash),
	}
}

// sawFile notes the bytes of a file that the run has read.
func (g *grounds) sawFile(name string, raw []byte) hash {
	h := hash(sha256.Sum256(raw))
	g.sawHash(name, h)
	return h
}

func (g *grounds) sawHash(name string, h hash) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if old, ok := g.hashes[name]; ok && old != h {
		g.moved = true
	}
	g.hashes[name] = h
}

// file is the hash of a file; zero if it cannot be read.
func (g *grounds) file(name string) hash {
	g.mu.Lock()
	h, ok := g.hashes[name]
	g.mu.Unlock()
	if ok {
		return h
	}
	if _, over := g.s.place.text[name]; !over && g.s.before == nil {
		if l, ok := g.s.keep().unchanged(filepath.FromSlash(name)); ok {
			g.sawHash(name, l.hash)
			return l.hash
		}
	}
	raw, err := g.s.place.read(name)
	if err == nil {
		return g.sawFile(name, raw)
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.hashes[name] = hash{}
	return hash{}
}

// directory is the hash of the modules to which the imports in a directory resolve.
func (g *grounds) directory(dir string) hash {
	if h, ok := g.dirs[dir]; ok {
		return h
	}
	type resolved struct {
		semantic.Lookup
		To string
	}
	var all []resolved
	for _, l := range g.lookups[dir] {
		all = append(all, resolved{l, g.s.project.Resolve(dir, l)})
	}
	slices.SortFunc(all, func(a, b resolved) int { return cmp.Or(cmp.Compare(a.Level, b.Level), cmp.Compare(a.Name, b.Name)) })
	var sum digester
	for i := range all {
		sum.number(all[i].Level)
		sum.text(all[i].Name)
		sum.text(all[i].To)
	}
	h := sum.hash()
	g.dirs[dir] = h
	return h
}

// leaf is the hash of a file with its dotted name and the imports of its directory; for a
// namespace package, of the directory that it is.
func (g *grounds) leaf(name string) hash {
	if h, ok := g.leaves[name]; ok {
		return h
	}
	var sum digester
	sum.text(name)
	sum.text(g.s.project.Module(name).Name)
	sum.part(g.file(name))
	sum.part(g.directory(path.Dir(name)))
	sum.part(g.directory(name))
	h := sum.hash()
	g.leaves[name] = h
	return h
}

// digester hashes values one after the other, each so that no two lists give the same
// bytes.
type digester struct{ data []byte }

func (d *digester) number(n int) { d.data = binary.AppendVarint(d.data, int64(n)) }

func (d *digester) text(s string) {
	d.number(len(s))
	d.data = append(d.data, s...)
}

func (d *digester) part(h hash) { d.data = append(d.data, h[:]...) }

func (d *digester) hash() hash { return sha256.Sum256(d.data) }

// hashOfAll is the hash of a list of hashes.
func hashOfAll(list []hash) hash {
	var sum digester
	for _, h := range list {
		sum.part(h)
	}
	return sum.hash()
}

// all is the hash of a list of files, without the modules they ask.
func (g *grounds) all(names []string) hash {
	list := make([]hash, len(names))
	for i, name := range names {
		list[i] = g.leaf(name)
	}
	return hashOfAll(list)
}

// walk hashes the dependencies of modules, by Tarjan's algorithm: modules that ask each
// other in a circle have the same hash.
type walk struct {
	*grounds

	rests map[string]hash
	index map[string]int // in the order they are met, from 1
	low   map[string]int
	stack []string
}

func (g *grounds) walk() *walk {
	return &walk{grounds: g, rests: make(map[string]hash), index: make(map[string]int), low: make(map[string]int)}
}

// on is the hash of everything a module rests on.
func (w *walk) on(name string) hash {
	if w.index[name] == 0 {
		w.visit(name)
	}
	return w.rests[name]
}

func (w *walk) visit(name string) {
	w.index[name] = len(w.index) + 1
	w.low[name] = w.index[name]
	w.stack = append(w.stack, name)
	for _, used := range w.uses(name) {
		if w.index[used] == 0 {
			w.visit(used)
			w.low[name] = min(w.low[name], w.low[used])
		} else if _, done := w.rests[used]; !done {
			w.low[name] = min(w.low[name], w.index[used])
		}
	}
	if w.low[name] == w.index[name] {
		at := len(w.stack) - 1
		for w.stack[at] != name {
			at--
		}
		w.close(w.stack[at:])
		w.stack = w.stack[:at]
	}
}

func (w *walk) uses(name string) []string {
	if m := w.modules[name]; m != nil {
		return m.Uses
	}
	return nil
}

// close computes the hash of a circle of modules, once all modules that they ask have
// theirs.
func (w *walk) close(circle []string) {
	circle = slices.Sorted(slices.Values(circle))
	var parts []hash
	for _, name := range circle {
		parts = append(parts, w.leaf(name))
	}
	below := make(map[string]bool)
	for _, name := range circle {
		for _, used := range w.uses(name) {
			if h, done := w.rests[used]; done && !below[string(h[:])] {
				below[string(h[:])] = true
				parts = append(parts, h)
			}
		}
	}
	slices.SortFunc(parts, func(a, b hash) int { return slices.Compare(a[:], b[:]) })
	h := hashOfAll(parts)
	for _, name := range circle {
		w.rests[name] = h
	}
}
