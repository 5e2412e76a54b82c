package semantic

import (
	"iter"

	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// AttributeLoads yields the attribute expressions obj.name that are read, in
// source order.
func (m *Model) AttributeLoads(name string) iter.Seq[syntax.Node] {
	return func(yield func(syntax.Node) bool) {
		for _, n := range m.attributeLoads(name) {
			if !yield(n) {
				return
			}
		}
	}
}
