package infer

import (
	"slices"
	"strings"
	"sync"

	"github.com/neuronlint/neuronlint/analyzer/semantic/scope"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// exports are what a module binds and hands on. They outlive its tree, so that
// the search for a name through star imports, which may come by every module of
// a package, reads none of them again.
type exports struct {
	names  Table // without texts
	stars  []star
	all    []string // what __all__ lists
	listed bool     // there is an __all__ that lists all it holds
	open   bool     // there is one that is put together somehow
	runs   bool     // names may be bound by text that the module runs
}

// star is a star import.
type star struct {
	module string
	level  int
}

// newExports reads the names of a file.
func newExports(u *unit) *exports {
	top := u.Scope(syntax.Root)
	names := make(map[string]string, len(top.Names))
	for name := range top.Names {
		names[name] = ""
	}
	e := &exports{names: NewTable(names), stars: newStars(top), runs: bindsUnseen(scope.View{Table: u.Table, Tree: u.tree})}
	if all := top.Names["__all__"]; all != nil {
		e.listed = true
		for _, d := range all.Defs {
			e.list(u.tree, d.Value)
		}
	}
	return e
}

func newStars(top *scope.Scope) []star {
	list := make([]star, len(top.Stars))
	for i, imp := range top.Stars {
		list[i] = star{imp.Module, imp.Level}
	}
	return list
}

// list takes in what is assigned to __all__, up to the first that is no literal.
func (e *exports) list(t *syntax.Tree, value syntax.Node) {
	if k := t.Kind(value); k != syntax.KindList && k != syntax.KindTuple {
		e.open = true
		return
	}
	for item := range t.Children(value) {
		text, ok := t.StringValue(item)
		e.open = e.open || !ok
		e.all = append(e.all, text)
	}
}

// has reports whether the module binds a name.
func (e *exports) has(name string) bool {
	_, ok := e.names.Get(name)
	return ok
}

// offers reports whether a star import brings a name, if the module binds it:
// what __all__ lists, or else what does not begin with an underscore.
func (e *exports) offers(name string) bool {
	if !e.listed {
		return !strings.HasPrefix(name, "_")
	}
	return e.open || slices.Contains(e.all, name)
}

// exports are those of a module, nil if it cannot be read.
func (p *Project) exports(mod *Module) *exports {
	mod.answers.mu.Lock()
	e := mod.answers.exports
	mod.answers.mu.Unlock()
	if e != nil {
		return e
	}
	u := p.load(mod)
	if u == nil {
		return nil
	}
	e = newExports(u)
	mod.answers.mu.Lock()
	mod.answers.exports = e
	mod.answers.mu.Unlock()
	return e
}

// origin is the module that binds a name which this file sees: the file itself,
// or one whose names it has by a star import; or else the name of the framework
// that a star import brings.
func (m *Model) origin(name string) (mod *Module, framework string) {
	top := m.Scope(syntax.Root)
	switch {
	case top.Names[name] != nil:
		return m.module, ""
	case len(top.Stars) == 0:
		return nil, ""
	}
	return m.originIn(m.module, newStars(top), name, make(map[*Module]bool))
}

// originIn is the module that binds a name which the star imports of a module
// bring. Those of a file that is judged alone lead to no other.
func (m *Model) originIn(in *Module, stars []star, name string, seen map[*Module]bool) (mod *Module, framework string) {
	seen[in] = true
	for _, s := range slices.Backward(stars) {
		var from *Module
		if in != nil {
			from = in.Find(s.level, s.module)
		}
		switch {
		case from == nil && s.level == 0 && m.exists(s.module+"."+name):
			return nil, s.module + "." + name
		case from != nil && !seen[from]:
			in.Project.uses.add(in, from)
			if mod, framework = m.offered(from, name, seen); mod != nil || framework != "" {
				return mod, framework
			}
		}
	}
	return nil, ""
}

// offered is the module that binds a name which a star import of a module
// brings.
func (m *Model) offered(from *Module, name string, seen map[*Module]bool) (mod *Module, framework string) {
	e := from.Project.exports(from)
	switch {
	case e == nil || !e.offers(name):
		return nil, ""
	case e.has(name):
		return from, ""
	}
	return m.originIn(from, e.stars, name, seen)
}

// OriginOf is the module that binds what is seen in a module of the project
// under a name, as origin has it.
func (m *Model) OriginOf(in *Module, name string) (mod *Module, framework string) {
	e := in.Project.exports(in)
	switch {
	case e == nil:
		return nil, ""
	case e.has(name):
		return in, ""
	}
	return m.originIn(in, e.stars, name, make(map[*Module]bool))
}

// answers are what a module was asked by others and does not change, in terms
// that need no tree of it.
type answers struct {
	mu      sync.Mutex
	exports *exports
	refs    few[string, Ref]  // what variables name
	types   few[string, Type] // what they hold
	globals few[string, globalAnswer]
	labels  few[syntax.Node, string] // see qualified
}

// forget drops all answers, which can be had again.
func (a *answers) forget() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.exports = nil
	a.refs, a.types = few[string, Ref]{}, few[string, Type]{}
	a.globals, a.labels = few[string, globalAnswer]{}, few[syntax.Node, string]{}
}

// globalAnswer is the variable that a module has under a name, if it has one.
type globalAnswer struct {
	Global
	ok bool
}

// recall is an answer that was kept.
func recall[K comparable, V any](a *answers, from *few[K, V], key K) (v V, ok bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	return from.get(key)
}

// remember keeps an answer.
func remember[K comparable, V any](a *answers, in *few[K, V], key K, v V) {
	a.mu.Lock()
	defer a.mu.Unlock()
	in.put(key, v)
}
