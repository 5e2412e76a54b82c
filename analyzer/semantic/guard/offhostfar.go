package guard

import (
	"iter"
	"slices"
	"sort"

	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// FarPlace is a place in another file of the project.
type FarPlace struct {
	Module *infer.Module
	At     source.Span
	Why    Stranded // of a stranded place
}

// StrandedFar is the first stranded place that this file leads to in files that import
// no framework, in the order in which their names are used; see [Control.StrandedAt].
// Nothing else judges such files: they hold no word of a rule. Only the definitions that
// this file names are asked, and those that these name.
func (m *Control) StrandedFar() (far FarPlace, ok bool) {
	for g := range m.farNames(func(lib *Control) bool { return !lib.TextHas("torch") && !lib.TextHas("jax") }) {
		m.elsewhere(g.Module, func(lib *Control) {
			if p := lib.strandedUnder(g.Name); p.why != NotStranded {
				far, ok = FarPlace{g.Module, lib.Tree.Span(p.at), p.why}, true
			}
		})
		if ok {
			return far, ok
		}
	}
	return far, ok
}

// PlacementFar are the tests of where a tensor lies (see [Control.PlacementTest]) in the
// definitions of other files that this file names, and in those that these name.
func (m *Control) PlacementFar() (tests []FarPlace) {
	wants := func(lib *Control) bool {
		return lib.TextHas("is_cuda") || lib.TextHas("cuda") && lib.TextHas(".device")
	}
	for g := range m.farNames(wants) {
		m.elsewhere(g.Module, func(lib *Control) {
			all := lib.placementTests()
			for _, region := range lib.bindingStatements(g.Name) {
				from, to := lib.between(region, len(all), func(i int) syntax.Node { return all[i] })
				for _, n := range all[from:to] {
					tests = append(tests, FarPlace{Module: g.Module, At: lib.Tree.Span(n)})
				}
			}
		})
	}
	return tests
}

// maxFarNames bounds how many names of other files are looked up for one file.
const maxFarNames = 256

// farNames yields the names of other files that this file uses, and those that their
// definitions use, in files that are wanted.
func (m *Control) farNames(wants func(lib *Control) bool) iter.Seq[infer.Global] {
	return func(yield func(infer.Global) bool) {
		if m.Module() == nil || !slices.ContainsFunc(m.Imports(), m.OfProject) {
			return
		}
		w := &farWalk{m: m, wants: wants, seen: make(map[infer.Global]bool), wanted: map[*infer.Module]bool{m.Module(): false}}
		for _, use := range m.globalUses() {
			if w.isNew(use.of) && m.runsOnNeuron(use.at) {
				w.add(use.of)
			}
		}
		for ; len(w.queue) > 0; w.queue = w.queue[1:] {
			if !yield(w.queue[0]) {
				return
			}
			w.follow(w.queue[0])
		}
	}
}

// farWalk goes from name to name through files that are wanted.
type farWalk struct {
	m      *Control
	wants  func(lib *Control) bool
	seen   map[infer.Global]bool
	wanted map[*infer.Module]bool // of modules that were asked
	queue  []infer.Global
}

// isNew reports whether a name is to be added.
func (w *farWalk) isNew(g infer.Global) bool {
	return !w.seen[g] && len(w.seen) < maxFarNames && w.isWanted(g.Module)
}

func (w *farWalk) add(g infer.Global) {
	w.seen[g] = true
	w.queue = append(w.queue, g)
}

func (w *farWalk) isWanted(mod *infer.Module) bool {
	wanted, known := w.wanted[mod]
	if !known {
		w.m.elsewhere(mod, func(lib *Control) { wanted = w.wants(lib) })
		w.wanted[mod] = wanted
	}
	return wanted
}

// follow adds the names that the definition of a name uses.
func (w *farWalk) follow(g infer.Global) {
	var next []infer.Global
	w.m.elsewhere(g.Module, func(lib *Control) { next = lib.usedUnder(g.Name) })
	for _, used := range next {
		if w.isNew(used) {
			w.add(used)
		}
	}
}

// strandedUnder is the first stranded place of the definition of a name. Code outside of
// functions runs whichever name is imported.
func (m *Control) strandedUnder(name string) strandedPlace {
	type key struct{ name string }
	return infer.Walked(m.Model, key{name}, func() strandedPlace {
		places := m.strandedPlaces()
		for _, region := range m.bindingStatements(name) {
			if from, to := m.between(region, len(places), func(i int) syntax.Node { return places[i].at }); from < to {
				return places[from]
			}
		}
		return m.strandedAtTop()
	})
}

// usedUnder are the names of the project that the definition of a name uses.
func (m *Control) usedUnder(name string) []infer.Global {
	type key struct{ name string }
	return infer.Walked(m.Model, key{name}, func() (used []infer.Global) {
		uses := m.globalUses()
		for _, region := range m.bindingStatements(name) {
			from, to := m.between(region, len(uses), func(i int) syntax.Node { return uses[i].at })
			for _, use := range uses[from:to] {
				if m.runsOnNeuron(use.at) {
					used = append(used, use.of)
				}
			}
		}
		return used
	})
}

// strandedAtTop is the first stranded place outside of functions.
func (m *Control) strandedAtTop() strandedPlace {
	type key struct{}
	return infer.Walked(m.Model, key{}, func() strandedPlace {
		for _, p := range m.strandedPlaces() {
			if m.Tree.EnclosingFunction(p.at) == syntax.None {
				return p
			}
		}
		return strandedPlace{}
	})
}

// bindingStatements are the definitions, or else the statements, that bind a name of the
// module.
func (m *Control) bindingStatements(name string) (regions []source.Span) {
	sym := m.Scope(syntax.Root).Names[name]
	if sym == nil {
		return nil
	}
	for _, d := range sym.Defs {
		n := d.Node
		for p := n; p != syntax.None && p != syntax.Root; p = m.Tree.Parent(p) {
			n = p
			if k := m.Tree.Kind(p); k == syntax.KindFunction || k == syntax.KindClass || k == syntax.KindAssignment {
				break
			}
		}
		if deco := m.Tree.Parent(n); m.Tree.Kind(deco) == syntax.KindDecorated {
			n = deco
		}
		regions = append(regions, m.Tree.Span(n))
	}
	return merged(regions)
}

// globalUse is a place that reads a variable, function or class of a module.
type globalUse struct {
	at syntax.Node
	of infer.Global
}

// globalUses are those of the file that name something of the project, in order.
func (m *Control) globalUses() []globalUse {
	type key struct{}
	return infer.Walked(m.Model, key{}, func() (uses []globalUse) {
		for _, list := range [][]syntax.Node{m.Identifiers(), m.Attributes()} {
			for _, n := range list {
				if g, ok := m.usesGlobal(n); ok {
					uses = append(uses, globalUse{n, g})
				}
			}
		}
		sort.SliceStable(uses, func(i, j int) bool { return m.Tree.Start(uses[i].at) < m.Tree.Start(uses[j].at) })
		return uses
	})
}

// usesGlobal is the global that a name reads. Most names are of the function around them.
func (m *Control) usesGlobal(n syntax.Node) (infer.Global, bool) {
	if sym := m.Symbol(n); sym != nil && !sym.Imported {
		return infer.Global{Module: m.Module(), Name: sym.Name}, sym.Scope == m.Scope(syntax.Root)
	}
	return m.Global(n)
}
