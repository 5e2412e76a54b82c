package infer

import "github.com/neuronlint/neuronlint/analyzer/syntax"

// join is the type of an expression that may yield either of two types; None gives way to
// the other.
func join(a, b Type) Type {
	switch {
	case a.Kind == KindPending:
		return b
	case b.Kind == KindPending:
		return a
	case a.mixed || b.mixed:
		return Type{mixed: true}
	case a.Kind == KindNone:
		return b.atMost(Likely)
	case b.Kind == KindNone:
		return a.atMost(Likely)
	case a.Kind == b.Kind:
		return joinKind(a, b)
	case a.isNumber() && b.isArray():
		return b.atMost(min(Likely, a.Confidence)) // total = 0, to which tensors are added
	case b.isNumber() && a.isArray():
		return a.atMost(min(Likely, b.Confidence))
	case a.Kind == KindUnknown:
		return b.atMost(Possible)
	case b.Kind == KindUnknown:
		return a.atMost(Possible)
	}
	return Type{mixed: true}
}

// joinKind joins two types of one kind.
func joinKind(a, b Type) Type {
	c := min(a.Confidence, b.Confidence)
	t := a
	if a.Class != b.Class || a.Foreign != b.Foreign || a.Name != b.Name {
		c = min(c, Likely)
		t = TypeOf(a.Kind, c)
	}
	t.parts = a.parts
	if !sameParts(a.parts, b.parts) {
		t.parts = joinParts(a.parts, b.parts)
	}
	switch {
	case a.Elem == b.Elem || b.Elem == KindPending:
		t.Elem = a.Elem
	case a.Elem == KindPending || a.isEmpty():
		t.Elem, t.parts = b.Elem, b.parts
	case b.isEmpty():
		t.Elem, t.parts = a.Elem, a.parts
	default:
		t.Elem, c = KindUnknown, min(c, Likely)
	}
	return t.atMost(c)
}

// conditionalType types a conditional expression by its two arms. If one arm is a tensor,
// an attribute of unknown type in the other is taken for one too: model.table if given
// else self.table.
func (m *Model) conditionalType(n syntax.Node) Type {
	body, _, orelse := m.Tree.Conditional(n)
	a, b := m.Type(body), m.Type(orelse)
	for range 2 {
		if a.Kind == KindTensor && a.Confidence >= Likely && b == (Type{}) && m.Tree.Kind(m.Tree.Unparen(orelse)) == syntax.KindAttribute {
			return a.atMost(Likely)
		}
		a, b, orelse = b, a, body
	}
	return join(a, b)
}

// isEmpty reports whether nothing is known of the elements of a container, such as [], to
// which elements are added later.
func (t Type) isEmpty() bool { return t.Elem == KindUnknown && t.parts == nil }

// isNumber and isArray distinguish numbers from the arrays that arithmetic turns them
// into.
func (t Type) isNumber() bool {
	return t.Kind == KindInt || t.Kind == KindFloat || t.Kind == KindBool
}

func (t Type) isArray() bool {
	return t.Kind == KindTensor || t.Kind == KindArray || t.Kind == KindNDArray
}
