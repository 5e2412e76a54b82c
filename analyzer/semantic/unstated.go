package semantic

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// rearranges reports whether a function is one of einops or einx, which yield
// the sort of array that they are given.
func rearranges(name string) bool {
	switch name {
	case "einops.rearrange", "einops.repeat", "einops.reduce", "einops.einsum", "einops.pack", "einops.unpack":
		return true
	}
	return strings.HasPrefix(name, "einx.")
}

// rearranged is what a call of einops or einx yields: the sort of array that
// it is given, or else the one that the file works with.
func (m *Model) rearranged(call syntax.Node, name string) Type {
	t := m.givenArray(call)
	switch name {
	case "einops.pack": // with the shapes to unpack it by
		return tupleOf(t, sequenceOf(Type{}))
	case "einops.unpack":
		return sequenceOf(t)
	}
	return t
}

// givenArray is the array that is passed to a call.
func (m *Model) givenArray(call syntax.Node) Type {
	for a := range m.Tree.Args(call) {
		t := m.Type(a.Value)
		if t.Kind == KindSequence {
			t = t.anyElement()
		}
		if t.isArray() && t.Confidence >= Likely || t.Kind == kindPending {
			return t.atMost(Likely)
		}
	}
	switch m.usage().world & (tensors | arrays) {
	case tensors:
		return typeOf(KindTensor, Likely)
	case tensors | arrays:
		return typeOf(KindTensor, Possible)
	}
	return Type{}
}

// membersOf types the methods that give away a model of which nothing else is
// known, because nothing else has them: model.named_parameters().
func (m *Model) membersOf(call syntax.Node) Type {
	if m.usage().world == 0 {
		return Type{}
	}
	object, method := m.method(call)
	if object == syntax.None || m.Type(object).known() {
		return Type{}
	}
	switch method {
	case "parameters", "buffers":
		return sequenceOf(typeOf(KindTensor, Likely))
	case "named_parameters", "named_buffers":
		return pairsOf(typeOf(KindTensor, Likely))
	case "named_modules", "named_children":
		return pairsOf(typeOf(KindModule, Likely))
	case "modules", "children":
		return sequenceOf(typeOf(KindModule, Likely))
	}
	return Type{}
}
