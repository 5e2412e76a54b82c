package opcall

import (
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// Paired reports whether the parts of a tensor's index are two tensors or more,
// whose elements go together: x[mask, i] picks one element for each.
func Paired(m *semantic.Model, subscript syntax.Node) bool {
	tensors := 0
	for _, part := range indices(m, m.Tree.Child(subscript, syntax.FieldSubscript)) {
		if m.Type(part).Kind == semantic.KindTensor {
			tensors++
		}
	}
	return tensors > 1
}
