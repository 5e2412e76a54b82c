package infer

import (
	"iter"

	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// References yields the expressions that may name an imported object: every attribute
// chain as a whole (torch.cuda.synchronize, not its torch.cuda), and every imported name
// on its own. They include chains that are assigned to or deleted. A name bound by a
// plain assignment is not yielded: its value is, at the assignment.
func (m *Model) References() iter.Seq[syntax.Node] {
	return func(yield func(syntax.Node) bool) {
		for _, n := range m.Attributes() {
			if !m.isObject(n) && !yield(n) {
				return
			}
		}
		for _, n := range m.Identifiers() {
			if !m.isObject(n) && m.mayBeImported(n) && !yield(n) {
				return
			}
		}
	}
}

// isObject reports whether n is followed by a dot.
func (m *Model) isObject(n syntax.Node) bool {
	return m.Tree.Kind(m.Tree.Parent(n)) == syntax.KindAttribute && m.Tree.Field(n) == syntax.FieldObject
}

// mayBeImported reports whether an import, or a star import, binds the name.
func (m *Model) mayBeImported(n syntax.Node) bool {
	sym := m.Symbol(n)
	if sym == nil {
		return len(m.ScopeOf(n).Module().Stars) > 0
	}
	return sym.Imported
}
