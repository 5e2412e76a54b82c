package infer

import (
	"github.com/neuronlint/neuronlint/analyzer/semantic/scope"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// displayType types a written-out list, tuple or set.
func (m *Model) displayType(n syntax.Node) Type {
	var items []Type
	splat := false
	for c := range m.Tree.Children(n) {
		if m.Tree.IsSplat(c) {
			splat = true
			items = append(items, m.elementOf(m.Type(scope.Unstarred(m.Tree, c))))
			continue
		}
		items = append(items, m.Type(c))
	}
	if len(items) == 0 {
		return Type{Kind: KindSequence, Name: ClassName[KindSequence], Elem: KindUnknown, Confidence: Certain}
	}
	t := tupleOf(items...)
	if splat || len(items) > maxParts {
		t.parts = nil
		if t.Elem == KindUnknown {
			return t
		}
		return t.withParts([]part{{anyPart, tupleOf(items...).AnyElement()}})
	}
	return t
}

// dictType types a written-out dictionary.
func (m *Model) dictType(n syntax.Node) Type {
	t := TypeOf(KindDict, Certain)
	var list []part
	first := true
	add := func(key string, e Type) {
		if first {
			t.Elem, first = e.Kind, false
		} else if e.Kind != t.Elem {
			t.Elem = KindUnknown
		}
		list = append(list, part{key, e})
	}
	for c := range m.Tree.Children(n) {
		switch m.Tree.Kind(c) {
		case syntax.KindForInClause, syntax.KindIfClause:
		case syntax.KindDictionarySplat:
			merged := m.Type(m.Tree.First(c))
			if merged.parts == nil {
				add("", TypeOf(merged.Elem, merged.Confidence))
				continue
			}
			for _, p := range *merged.parts {
				add(p.key, p.typ)
			}
		default:
			key, ok := m.Tree.StringValue(m.Tree.Child(c, syntax.FieldKey))
			if !ok {
				key = ""
			}
			add(key, m.Type(m.Tree.Child(c, syntax.FieldValue)))
		}
	}
	if m.Tree.Kind(n) == syntax.KindDictionaryComprehension && len(list) == 1 {
		list[0].key = anyPart
	}
	return t.withParts(list)
}
