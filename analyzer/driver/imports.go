package driver

import (
	"slices"

	"github.com/neuronlint/neuronlint/analyzer/prefilter"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
)

// maxOutside bounds how many files that are not judged are read to learn the imports of
// idle ones.
const maxOutside = 300

// imports is the graph of the modules that idle files import; modules that say something
// are not followed further.
type imports struct {
	s       *session
	results map[string]*fileResult // by absolute name, those that are judged; until all are looked into
	nodes   map[string]*importNode // by absolute name
	queue   []*importNode
	outside int // files read that are not judged
}

// importNode is a module and those that import it.
type importNode struct {
	name  string           // of the file, absolute
	idle  string           // as reported, of an idle file that is judged
	mod   *semantic.Module // until it is looked into
	by    []*importNode
	needs bool // it says something, or a module does that it imports
}

// newImports finds out the imports of the idle files among the results.
func (s *session) newImports(results []*fileResult) *imports {
	g := &imports{s: s, results: make(map[string]*fileResult, len(results)), nodes: make(map[string]*importNode)}
	var idle []string
	for _, r := range results {
		if r == nil {
			continue
		}
		name := absolute(s.wd, r.path)
		g.results[name] = r
		if r.idle && len(r.seen.imports) > 0 {
			idle = append(idle, name)
		}
	}
	slices.Sort(idle)
	for _, name := range idle {
		g.node(s.project.Module(name))
	}
	for len(g.queue) > 0 {
		n := g.queue[0]
		g.queue = g.queue[1:]
		g.expand(n)
		n.mod = nil // the project may be made anew
	}
	g.letGo()
	return g
}

// letGo keeps only the part of the results that users asks for: each is replaced when its
// file is judged.
func (g *imports) letGo() {
	for name, r := range g.results {
		if n := g.nodes[name]; n != nil && r.idle {
			n.idle = r.path
		}
	}
	g.results = nil
}

// node is the node of a module, which is expanded later if it is new.
func (g *imports) node(mod *semantic.Module) *importNode {
	n := g.nodes[mod.File()]
	if n == nil {
		n = &importNode{name: mod.File(), mod: mod}
		g.nodes[mod.File()] = n
		g.queue = append(g.queue, n)
	}
	return n
}

// expand marks a module that says something, and otherwise adds its imports. The modules
// below a package are counted among its imports, since they are reached by way of it.
func (g *imports) expand(n *importNode) {
	list, says := g.look(n.mod)
	if says {
		n.need()
		return
	}
	next := g.s.project.Submodules(n.mod)
	for _, imp := range list {
		next = append(next, g.s.project.Imported(n.mod, imp.Level, imp.Module, imp.Names)...)
	}
	for _, mod := range next {
		to := g.node(mod)
		to.by = append(to.by, n)
		if to.needs {
			n.need()
			return
		}
	}
}

// need marks a module and all that import it.
func (n *importNode) need() {
	for list := []*importNode{n}; len(list) > 0; {
		n, list = list[len(list)-1], list[:len(list)-1]
		if !n.needs {
			n.needs = true
			list = append(list, n.by...)
		}
	}
}

// look lists the imports of a module, or reports that it says something.
func (g *imports) look(mod *semantic.Module) (list []prefilter.Import, says bool) {
	if mod.IsNamespace() {
		return nil, false
	}
	if r := g.results[mod.File()]; r != nil {
		return r.seen.imports, r.seen.says
	}
	if g.outside++; g.outside > maxOutside {
		return nil, true
	}
	raw, err := g.s.place.read(mod.File())
	if err != nil {
		return nil, false
	}
	seen := g.s.sieve().look(g.s.place.ctx, g.s.place.Path(mod.File()), raw)
	return seen.imports, seen.says
}

// needs reports whether an idle file imports something that is said.
func (g *imports) needs(r *fileResult) bool {
	n := g.nodes[absolute(g.s.wd, r.path)]
	return n != nil && n.needs
}

// users are the idle files, by their paths, that import one of some files and are not
// known yet: the way they use devices that pass through them matters too.
func (g *imports) users(paths []string, known map[string]bool) []string {
	if g == nil {
		return nil
	}
	var out []string
	var list []*importNode
	seen := make(map[*importNode]bool)
	for _, path := range paths {
		if n := g.nodes[absolute(g.s.wd, path)]; n != nil {
			list = append(list, n.by...)
		}
	}
	for len(list) > 0 {
		n := list[len(list)-1]
		list = list[:len(list)-1]
		if seen[n] {
			continue
		}
		seen[n] = true
		list = append(list, n.by...)
		if n.idle != "" && !known[n.idle] {
			out = append(out, n.idle)
		}
	}
	slices.Sort(out)
	return out
}
