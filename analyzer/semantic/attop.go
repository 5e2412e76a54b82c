package semantic

import (
	"slices"

	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// ImportsAtTop reports whether the module always imports one of the top-level packages
// when it is loaded: not inside a function, not in one arm of a choice, and not where
// the module goes on without the package.
func (m *Model) ImportsAtTop(packages ...string) bool {
	for _, imp := range m.Imports() {
		for _, p := range packages {
			if imp.Level == 0 && infer.HasPackage(imp.Module, p) && m.alwaysLoads(imp.Stmt, false) {
				return true
			}
		}
	}
	return false
}

// alwaysLoads reports whether an import always succeeds if the module is loaded. With
// otherErrors, a handler for any other error counts as a way around it.
func (m *Model) alwaysLoads(stmt syntax.Node, otherErrors bool) bool {
	if !m.atTop(stmt) {
		return false
	}
	for n := m.Tree.Parent(stmt); n != syntax.None; n = m.Tree.Parent(n) {
		switch m.Tree.Kind(n) {
		case syntax.KindFor, syntax.KindWhile, syntax.KindCaseClause:
			return false
		case syntax.KindTry:
			if m.GoesOn(n, otherErrors) {
				return false
			}
		case syntax.KindWith:
			if m.suppresses(n) {
				return false
			}
		}
	}
	return true
}

// suppresses reports whether a with statement suppresses errors of its body.
func (m *Model) suppresses(with syntax.Node) bool {
	return slices.ContainsFunc(m.Tree.WithItems(with), func(item syntax.WithItem) bool {
		name, _ := m.CallName(item.Value)
		return name == "contextlib.suppress"
	})
}

func (m *Model) atTop(stmt syntax.Node) bool {
	for p := m.Tree.Parent(stmt); p != syntax.None; p = m.Tree.Parent(p) {
		switch m.Tree.Kind(p) {
		case syntax.KindFunction, syntax.KindClass, syntax.KindIf, syntax.KindExcept:
			return false
		}
	}
	return true
}

// Loads reports whether a file imports a module, or a name from it, when the file is
// loaded, or on every path to n.
func (m *Model) Loads(module string, n syntax.Node) bool {
	for _, imp := range m.Imports() {
		of := infer.HasPackage(imp.Module, module) || imp.Name != "" && imp.Module+"."+imp.Name == module
		if imp.Level == 0 && of && (m.atTop(imp.Stmt) || m.Dominates(imp.Stmt, n)) {
			return true
		}
	}
	return false
}
