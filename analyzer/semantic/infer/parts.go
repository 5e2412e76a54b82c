package infer

import (
	"slices"
	"strconv"

	"github.com/neuronlint/neuronlint/analyzer/semantic/scope"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// part is the type of one element of a container.
type part struct {
	key string // a position, "0"; a key of a dictionary; or anyPart
	typ Type
}

// anyPart is the key of a part that describes every element.
const anyPart = "*"

// Nested containers are told apart down to maxNesting, and only as many elements as
// people write one by one, both in one container and in all nested ones together.
const (
	maxNesting  = 3
	maxParts    = 32
	maxAllParts = 256
)

// withParts returns the type of a container with the types of its single elements. These
// are dropped if the common kind of the elements says as much.
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

// nestingOf returns the depth to which containers among the elements are told apart.
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

// parted counts the elements that are told apart down to a depth.
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

// shallow returns the type without containers nested below a depth.
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

// part returns the type of the element under a key; ok is false if it is unknown.
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

// AnyElement returns the type of an element without a known position.
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

// sequenceOf is a list or iterator whose elements are all of one type.
func sequenceOf(elem Type) Type {
	t := Type{Kind: KindSequence, Name: ClassName[KindSequence], Elem: elem.Kind, Confidence: max(elem.Confidence, Possible)}
	return t.withParts([]part{{anyPart, elem}})
}

// dictOf is a dictionary whose values are all of one type.
func dictOf(value Type) Type {
	t := Type{Kind: KindDict, Name: ClassName[KindDict], Elem: value.Kind, Confidence: max(value.Confidence, Likely)}
	return t.withParts([]part{{anyPart, value}})
}

// tupleOf is a sequence whose elements have a type each.
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

// joinParts joins the parts of two containers.
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

// settled returns the type without the parts that are still being worked out.
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

// sameParts reports whether two types have equal parts.
func sameParts(a, b *[]part) bool {
	if a == nil || b == nil {
		return a == b
	}
	return slices.EqualFunc(*a, *b, func(x, y part) bool { return x.key == y.key && x.typ.Equal(y.typ) })
}

// Equal reports whether two types are equal.
func (t Type) Equal(u Type) bool {
	same := sameParts(t.parts, u.parts)
	t.parts, u.parts = nil, nil
	return same && t == u
}

// elementOf returns the type of the elements that iterating over an object yields.
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

// unpacked returns the type of the element at a position of an unpacked value, which may
// be a position within a position.
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

// fieldAt returns the field at a position of a named tuple; negative ones count from the
// end.
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

// fields returns the kinds of the annotated fields of a class that is a tuple.
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
