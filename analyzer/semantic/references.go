package semantic

import (
	"iter"

	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// References yields the expressions that can name something of a framework:
// every attribute expression that is not itself the object of another one,
// read or written, and every lone name. Most name nothing imported; ask Name.
func (m *Model) References() iter.Seq[syntax.Node] {
	return func(yield func(syntax.Node) bool) {
		for _, list := range [][]syntax.Node{m.attributes, m.identifiers} {
			for _, n := range list {
				if !m.isObject(n) && !yield(n) {
					return
				}
			}
		}
	}
}

// isObject reports whether n is the object of an attribute expression.
func (m *Model) isObject(n syntax.Node) bool {
	p := m.Tree.Parent(n)
	return m.Tree.Kind(p) == syntax.KindAttribute && m.Tree.Field(n) == syntax.FieldObject
}
