package infer

import (
	"slices"
	"strconv"

	"github.com/neuronlint/neuronlint/analyzer/semantic/scope"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// part is what is known of one element of a container.
type part struct {
	key string // a position, "0"; a key of a dictionary; or anyPart
	typ Type
}

// anyPart is the key of what is known of every element.
const anyPart = "*"

// Containers in containers are told apart down to maxNesting, and only as many
// elements as people write one by one, in one container and in all that it holds.
const (
	maxNesting  = 3
	maxParts    = 32
	maxAllParts = 256
)

// withParts is a container with what is known of its elements one by one. It
// is left out where the kind of all elements says as much.
func (t Type) withParts(list []part) Type {
	if len(list) > maxParts {
		return t
	}
	list = slices.Clone(list)
	needed, depth := false, nestingOf(list)
	for i := range list {
		list[i].typ = list[i].typ.shallow(depth)
		p := list[i].typ
		needed = needed || p.Kind != t.Elem || p.OfProject() || p.parts != nil || p.Elem != KindUnknown || p.Kind == KindInstance
	}
	if needed {
		t.parts = &list
		t.Confidence = Certain // that it is a container; its elements say the rest
	}
	return t
}

// nestingOf is how deep the containers among the elements of one are told apart.
func nestingOf(list []part) int {
	for depth := maxNesting - 1; depth > 0; depth-- {
		all := 0
		for _, p := range list {
			all += p.typ.parted(depth)
		}
		if all <= maxAllParts {
			return depth
		}
	}
	return 0
}

// parted is how many elements are told apart down to a depth.
func (t Type) parted(depth int) int {
	if t.parts == nil || depth == 0 {
		return 0
	}
	all := len(*t.parts)
	for _, p := range *t.parts {
		all += p.typ.parted(depth - 1)
	}
	return all
}

// shallow is the type with containers in it down to a depth only.
func (t Type) shallow(depth int) Type {
	if t.parts == nil {
		return t
	}
	if depth == 0 {
		t.parts = nil
		return t
	}
	list := slices.Clone(*t.parts)
	for i := range list {
		list[i].typ = list[i].typ.shallow(depth - 1)
	}
	t.parts = &list
	return t
}

// part is the element under a key; ok is false if nothing is known of it.
func (t Type) part(key string) (elem Type, ok bool) {
	if t.parts == nil {
		return Type{}, false
	}
	for _, p := range *t.parts {
		if p.key == key || p.key == anyPart {
			return p.typ.atMost(t.Confidence), true
		}
	}
	return Type{}, false
}

// AnyElement is an element of which nothing is known but that it is one.
func (t Type) AnyElement() Type {
	if t.parts == nil || len(*t.parts) == 0 {
		return TypeOf(t.Elem, t.Confidence)
	}
	out := (*t.parts)[0].typ
	for _, p := range (*t.parts)[1:] {
		out = join(out, p.typ)
	}
	return out.atMost(t.Confidence)
}

// sequenceOf is a list or iterator of which each element is of one type.
func sequenceOf(elem Type) Type {
	t := Type{Kind: KindSequence, Name: ClassName[KindSequence], Elem: elem.Kind, Confidence: max(elem.Confidence, Possible)}
	return t.withParts([]part{{anyPart, elem}})
}

// dictOf is a dictionary of which each value is of one type.
func dictOf(value Type) Type {
	t := Type{Kind: KindDict, Name: ClassName[KindDict], Elem: value.Kind, Confidence: max(value.Confidence, Likely)}
	return t.withParts([]part{{anyPart, value}})
}

// tupleOf is a sequence of elements that are known one by one.
func tupleOf(items ...Type) Type {
	t := Type{Kind: KindSequence, Name: ClassName[KindSequence], Confidence: Certain}
	list := make([]part, 0, len(items))
	for i, e := range items {
		if i == 0 {
			t.Elem = e.Kind
		} else if e.Kind != t.Elem {
			t.Elem = KindUnknown
		}
		if e.Confidence > Unresolved {
			t.Confidence = min(t.Confidence, e.Confidence)
		}
		list = append(list, part{strconv.Itoa(i), e})
	}
	return t.withParts(list)
}

// joinParts is what is known of the elements of either of two containers.
func joinParts(a, b *[]part) *[]part {
	if a == nil || b == nil || len(*a) != len(*b) {
		return nil
	}
	out := make([]part, len(*a))
	for i := range out {
		if (*a)[i].key != (*b)[i].key {
			return nil
		}
		out[i] = part{(*a)[i].key, join((*a)[i].typ, (*b)[i].typ)}
	}
	return &out
}

// settled is the type with nothing in it that is still being worked out.
func (t Type) settled() Type {
	if t.Kind == KindPending {
		return Type{}
	}
	if t.Elem == KindPending {
		t.Elem = KindUnknown
	}
	if t.parts != nil {
		list := slices.Clone(*t.parts)
		for i := range list {
			list[i].typ = list[i].typ.settled()
		}
		t.parts = &list
	}
	return t
}

// sameParts reports whether the same is known of the elements.
func sameParts(a, b *[]part) bool {
	if a == nil || b == nil {
		return a == b
	}
	return slices.EqualFunc(*a, *b, func(x, y part) bool { return x.key == y.key && x.typ.Equal(y.typ) })
}

// Equal reports whether two types say the same.
func (t Type) Equal(u Type) bool {
	same := sameParts(t.parts, u.parts)
	t.parts, u.parts = nil, nil
	return same && t == u
}

// elementOf is what iterating over an object yields.
func (m *Model) elementOf(t Type) Type {
	switch t.Kind {
	case KindTensor, KindNDArray, KindArray, KindPending:
		return t
	case KindDataLoader:
		// A batch is a tensor or a tuple of tensors unless a collate
		// function says otherwise.
		return TypeOf(KindTensor, Likely)
	case KindModule:
		if t.parts != nil {
			return t.AnyElement()
		}
		return TypeOf(KindModule, min(t.Confidence, Likely))
	case KindSequence:
		return t.AnyElement()
	case KindSize:
		return TypeOf(KindInt, t.Confidence)
	case KindString:
		return t
	}
	return Type{}
}

// unpacked is the element at a position of an unpacked value, which may be a
// position within a position.
func (m *Model) unpacked(t Type, index int) Type {
	if index < 0 {
		return t
	}
	if outer, inner := scope.Pair(index); inner >= 0 {
		return m.unpacked(m.unpacked(t, outer), inner)
	}
	switch {
	case index == scope.Rest:
		return sequenceOf(m.elementOf(t))
	case t.Kind == KindSequence:
		if e, ok := t.part(strconv.Itoa(index)); ok {
			return e
		}
	case t.Kind == KindInstance:
		return m.fieldAt(t, index)
	case t.Kind == KindModule, t.Kind == KindString:
		return Type{}
	}
	return m.elementOf(t)
}

// fieldAt is the field at a position of a named tuple; negative ones count from
// the end.
func (m *Model) fieldAt(t Type, index int) Type {
	var fields []Type
	if t.parts != nil {
		for _, p := range *t.parts {
			fields = append(fields, p.typ)
		}
	} else {
		fields = m.fields(t)
	}
	if index < 0 {
		index += len(fields)
	}
	if index < 0 || index >= len(fields) {
		return Type{}
	}
	return fields[index]
}

// fields are the kinds of the annotated fields of a class that is a tuple.
func (m *Model) fields(t Type) (out []Type) {
	if t.Foreign.IsDefinition() {
		m.Elsewhere(t.Foreign.Module, func(lib *Model) {
			for _, f := range lib.fields(Type{Class: t.Foreign.Node}) {
				out = append(out, m.fromType(lib, f))
			}
		})
		return out
	}
	if t.Class == syntax.None || !slices.ContainsFunc(m.Bases(t.Class), func(r Ref) bool { return r.Name == "typing.NamedTuple" }) {
		return nil
	}
	for stmt := range m.Tree.Children(m.Tree.Body(t.Class)) {
		if m.Tree.Kind(stmt) == syntax.KindExpressionStatement {
			stmt = m.Tree.First(stmt)
		}
		if typ := m.Tree.Child(stmt, syntax.FieldType); m.Tree.Kind(stmt) == syntax.KindAssignment && typ != syntax.None {
			out = append(out, m.annotation(typ))
		}
	}
	return out
}
