package infer

import (
	"slices"

	"github.com/neuronlint/neuronlint/analyzer/semantic/scope"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// coverKey is a name that a module binds, with one of its star imports.
type coverKey struct {
	sym  *Symbol
	star int
}

// origin is the place where a star import gets a name: a module of the project, or the
// qualified name in a framework; neither if it does not bring the name.
type origin struct {
	home      *Module
	framework string
}

// coveringRef resolves a name to a star import that replaced the module's earlier binding
// of it.
func (m *Model) coveringRef(n syntax.Node, sym *Symbol) Ref {
	if sym.Scope.Kind != scope.Module {
		return Ref{}
	}
	for i := len(sym.Scope.Stars) - 1; i >= 0; i-- {
		star := sym.Scope.Stars[i]
		if sym.Defs[len(sym.Defs)-1].Node > star.Stmt || m.Tree.Suite(star.Stmt) != syntax.Root ||
			star.Stmt > n && m.SameFunction(n, sym.Scope) {
			continue
		}
		switch from := m.cover(sym, i); {
		case from.framework != "":
			return Ref{Name: from.framework, Confidence: Likely}
		case from.home != nil && from.home != m.module:
			return m.moduleMember(from.home, sym.Name, from.home.Name+"."+sym.Name)
		}
	}
	return Ref{}
}

// cover returns the place where one of the star imports of a module gets a name.
func (m *Model) cover(sym *Symbol, i int) origin {
	key := coverKey{sym, i}
	if from, known := m.covers[key]; known {
		return from
	}
	var from origin
	from.home, from.framework = m.originIn(m.module, newStars(sym.Scope)[i:i+1], sym.Name, make(map[*Module]bool))
	if m.covers == nil {
		m.covers = make(map[coverKey]origin)
	}
	m.covers[key] = from
	return from
}

func bindsUnseen(v scope.View) bool {
	return slices.ContainsFunc(v.Calls(), func(call syntax.Node) bool {
		callee := v.Tree.Callee(call)
		if v.Tree.Kind(callee) != syntax.KindIdentifier || v.Symbol(callee) != nil {
			return false
		}
		switch v.Tree.Text(callee) {
		case "exec", "globals":
			return true
		case "vars", "locals": // at module level they are its variables
			return v.ScopeOf(call).Kind == scope.Module && v.Tree.First(v.Tree.Child(call, syntax.FieldArguments)) == syntax.None
		}
		return false
	})
}
