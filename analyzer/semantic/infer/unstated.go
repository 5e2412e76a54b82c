package infer

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// rearranges reports whether a function is one of einops or einx, which yield the sort of
// array that they are given.
func rearranges(name string) bool {
	switch name {
	case "einops.rearrange", "einops.repeat", "einops.reduce", "einops.einsum", "einops.pack", "einops.unpack":
		return true
	}
	return strings.HasPrefix(name, "einx.")
}

// rearranged types a call of einops or einx: it yields the sort of array that it is
// given, or else the one that the file works with.
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

// givenArray returns the type of the first array that a call is passed.
func (m *Model) givenArray(call syntax.Node) Type {
	for a := range m.Tree.Args(call) {
		t := m.Type(a.Value)
		if t.Kind == KindSequence {
			t = t.AnyElement()
		}
		if t.isArray() && t.Confidence >= Likely || t.Kind == KindPending {
			return t.atMost(Likely)
		}
	}
	switch m.usage().world & (tensors | arrays) {
	case tensors:
		return TypeOf(KindTensor, Likely)
	case tensors | arrays:
		return TypeOf(KindTensor, Possible)
	}
	return Type{}
}

// membersOf types methods that only modules have, and which thus reveal an otherwise
// unknown module: model.named_parameters().
func (m *Model) membersOf(call syntax.Node) Type {
	if m.usage().world == 0 {
		return Type{}
	}
	object, method := m.MethodCall(call)
	if object == syntax.None || m.Type(object).Known() {
		return Type{}
	}
	switch method {
	case "parameters", "buffers":
		return sequenceOf(TypeOf(KindTensor, Likely))
	case "named_parameters", "named_buffers":
		return pairsOf(TypeOf(KindTensor, Likely))
	case "named_modules", "named_children":
		return pairsOf(TypeOf(KindModule, Likely))
	case "modules", "children":
		return sequenceOf(TypeOf(KindModule, Likely))
	}
	return Type{}
}
