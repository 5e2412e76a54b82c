package semantic

import "github.com/neuronlint/neuronlint/analyzer/syntax"

// ImportsAtTop reports whether the module imports one of the top-level packages
// when it is loaded, whatever conditions hold: not inside a function, and not
// in one arm of a choice.
func (m *Model) ImportsAtTop(packages ...string) bool {
	for _, imp := range m.imports {
		for _, p := range packages {
			if imp.Level == 0 && hasPackage(imp.Module, p) && m.atTop(imp.Stmt) {
				return true
			}
		}
	}
	return false
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

// Loads reports whether a file imports a module, or something out of it, when the file
// is loaded, or on every way to n.
func (m *Model) Loads(module string, n syntax.Node) bool {
	for _, imp := range m.imports {
		of := hasPackage(imp.Module, module) || imp.Name != "" && imp.Module+"."+imp.Name == module
		if imp.Level == 0 && of && (m.atTop(imp.Stmt) || m.dominates(imp.Stmt, n)) {
			return true
		}
	}
	return false
}
