package place

import (
	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/semantic/tensor"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// placedItems reports whether an object is of a class of this file, such as a data set,
// with placed items: every return value of its __getitem__ is placed.
func (m *placedWalk) placedItems(n syntax.Node, steps int) bool {
	t := m.Type(n)
	if t.Kind != infer.KindInstance || t.Class == syntax.None || steps <= 0 {
		return false
	}
	item := m.MethodRef(t, "__getitem__").Def
	return m.Tree.Kind(item) == syntax.KindFunction && m.allReturned(item, tensor.Whole, steps)
}

// chosenItem reports whether any item of a collection or a data set is such a tensor.
func (m *placedWalk) chosenItem(n syntax.Node, steps int) bool {
	return m.placedItems(n, steps) || m.within(n, steps)
}
