package infer

import (
	"slices"
	"strings"
	"sync"

	"github.com/neuronlint/neuronlint/analyzer/semantic/scope"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// exports are the names that a module binds and offers to others. They outlive its tree,
// so the search for a name through star imports, which may pass through every module of a
// package, does not read any module twice.
type exports struct {
	names  Table // without texts
	stars  []star
	all    []string // the names in __all__
	listed bool     // there is an __all__, complete unless open
	open   bool     // there is an __all__ with computed items
	runs   bool     // text that the module runs as code may bind names
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

// list adds the items of a value assigned to __all__; a value or an item that is not
// written out leaves it open.
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

// offers reports whether a star import brings a name, if the module binds it: a name
// listed in __all__, or without one, a name that does not begin with an underscore.
func (e *exports) offers(name string) bool {
	if !e.listed {
		return !strings.HasPrefix(name, "_")
	}
	return e.open || slices.Contains(e.all, name)
}

// exports returns the exports of a module, nil if it cannot be read.
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

// origin is the module that binds a name seen in this file: the file itself, or a module
// whose names a star import brings; failing that, the framework name that a star import
// brings.
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

// originIn is the module that binds a name brought by the star imports of a module. In a
// file judged alone, they lead to no other module.
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

// offered is the module that binds a name brought by a star import of the given module.
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

// OriginOf is the module that binds a name seen in a module of the project, as origin is
// for this file.
func (m *Model) OriginOf(in *Module, name string) (mod *Module, framework string) {
	m.relies(in)
	e := in.Project.exports(in)
	switch {
	case e == nil:
		return nil, ""
	case e.has(name):
		return in, ""
	}
	return m.originIn(in, e.stars, name, make(map[*Module]bool))
}

// answers are the settled answers of a module to questions of others, in terms that do
// not need its tree.
type answers struct {
	mu      sync.Mutex
	exports *exports
	refs    smallMap[string, Ref]  // of variables
	types   smallMap[string, Type] // of variables
	globals smallMap[string, globalAnswer]
	labels  smallMap[syntax.Node, string] // see qualified
}

// forget drops all answers, which can be worked out again.
func (a *answers) forget() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.exports = nil
	a.refs, a.types = smallMap[string, Ref]{}, smallMap[string, Type]{}
	a.globals, a.labels = smallMap[string, globalAnswer]{}, smallMap[syntax.Node, string]{}
}

// globalAnswer is the variable that a module has under a name, if it has one.
type globalAnswer struct {
	Global
	ok bool
}

// recall returns an answer kept by remember.
func recall[K comparable, V any](a *answers, from *smallMap[K, V], key K) (v V, ok bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	return from.get(key)
}

// remember keeps an answer.
func remember[K comparable, V any](a *answers, in *smallMap[K, V], key K, v V) {
	a.mu.Lock()
	defer a.mu.Unlock()
	in.put(key, v)
}
