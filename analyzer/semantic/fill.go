package semantic

import "github.com/neuronlint/neuronlint/analyzer/syntax"

// holder is a variable or an attribute that holds a container.
type holder struct {
	sym  *Symbol
	attr classAttr
}

// fill is a statement that puts something into a container.
type fill struct {
	value syntax.Node
	key   syntax.Node // of a dictionary; None for a list
	many  bool        // value holds the elements: extend, update
}

// maxFills is how many statements are asked what they put into a container.
const maxFills = 16

// filled is a container that begins empty, with what is put into it later.
func (m *Model) filled(t Type, h holder) Type {
	if t.Kind != KindSequence && t.Kind != KindDict || !t.isEmpty() {
		return t
	}
	if m.fills == nil {
		m.indexFills()
	}
	fills := m.fills[h]
	if len(fills) == 0 {
		return t
	}
	if len(fills) > maxFills {
		fills = fills[:maxFills]
	}
	if t.Kind == KindSequence {
		return m.filledList(fills)
	}
	return m.filledDict(fills)
}

func (m *Model) filledList(fills []fill) Type {
	elem := Type{Kind: kindPending}
	for _, f := range fills {
		e := m.Type(f.value)
		if f.many {
			e = m.elementOf(e)
		}
		elem = join(elem, e)
	}
	return sequenceOf(elem.atMost(Likely))
}

func (m *Model) filledDict(fills []fill) Type {
	var list []part
	kind := Type{Kind: kindPending}
	for _, f := range fills {
		e := m.Type(f.value).atMost(Likely)
		key, ok := m.Tree.StringValue(f.key)
		if f.many {
			e, ok = e.anyElement(), false
		}
		if !ok {
			return dictOf(e)
		}
		kind = join(kind, e)
		list = append(list, part{key, e})
	}
	t := typeOf(KindDict, Certain)
	t.Elem = kind.Kind
	return t.withParts(list)
}

func (m *Model) indexFills() {
	m.fills = make(map[holder][]fill)
	for _, call := range m.calls {
		obj, method := m.method(call)
		f := fill{value: m.Tree.Arg(call, 0, "")}
		switch method {
		case "append", "appendleft", "add":
		case "insert":
			f.value = m.Tree.Arg(call, 1, "")
		case "extend", "update":
			f.many = true
		default:
			continue
		}
		m.addFill(obj, f)
	}
	for _, s := range m.stores {
		if m.Tree.Kind(s.target) == syntax.KindSubscript && s.kind == DefAssign {
			m.addFill(m.Tree.Child(s.target, syntax.FieldValue), fill{value: s.value, key: m.Tree.Child(s.target, syntax.FieldSubscript)})
		}
	}
}

func (m *Model) addFill(obj syntax.Node, f fill) {
	if f.value == syntax.None {
		return
	}
	switch m.Tree.Kind(obj) {
	case syntax.KindIdentifier:
		if sym := m.Symbol(obj); sym != nil {
			m.fills[holder{sym: sym}] = append(m.fills[holder{sym: sym}], f)
		}
	case syntax.KindAttribute:
		if class := m.selfClass(m.Tree.Object(obj)); class != syntax.None {
			h := holder{attr: classAttr{class, m.Tree.Text(m.Tree.AttrName(obj))}}
			m.fills[h] = append(m.fills[h], f)
		}
	}
}
