package infer

import "github.com/neuronlint/neuronlint/analyzer/syntax"

// holder is a variable or an attribute that holds a container.
type holder struct {
	sym  *Symbol
	attr ClassAttr
}

// fill is a statement that puts a value into a container.
type fill struct {
	value syntax.Node
	key   syntax.Node // of a dictionary; None for a list
	many  bool        // value holds the elements: extend, update, +=
	inner bool        // the value goes into an element: table[key].append, table[key] +=
}

// maxFills bounds how many statements that fill a container are typed.
const maxFills = 16

// filled types a container that begins empty, or as [None] * n, by the values put into it
// later.
func (m *Model) filled(t Type, h holder) Type {
	if t.Kind != KindSequence && t.Kind != KindDict || !t.isEmpty() && t.AnyElement().Kind != KindNone {
		return t
	}
	fills := m.fillsOf(h)
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
	elem := Type{Kind: KindPending}
	for _, f := range fills {
		elem = join(elem, m.elementFilled(f))
	}
	return sequenceOf(elem.atMost(Likely))
}

// elementFilled types an element of a container after a statement that fills it.
func (m *Model) elementFilled(f fill) Type {
	e := m.Type(f.value)
	switch {
	case f.inner == f.many, e.Kind == KindPending:
		return e // a value added to an element is like it
	case f.many:
		return m.elementOf(e)
	}
	return sequenceOf(e)
}

func (m *Model) filledDict(fills []fill) Type {
	var list []part
	kind := Type{Kind: KindPending}
	for _, f := range fills {
		key, ok := m.Tree.StringValue(f.key)
		e := m.Type(f.value).AnyElement()
		if f.inner || !f.many {
			e = m.elementFilled(f)
		}
		e, ok = e.atMost(Likely), ok && (f.inner || !f.many)
		if !ok {
			return dictOf(e)
		}
		kind = join(kind, e)
		list = append(list, part{key, e})
	}
	t := TypeOf(KindDict, Certain)
	t.Elem = kind.Kind
	return t.withParts(list)
}

// PutInto returns the values that statements put into the container held by a variable;
// all is false if there are more statements than maxFills.
func (m *Model) PutInto(sym *Symbol) (values []syntax.Node, all bool) {
	fills := m.fillsOf(holder{sym: sym})
	if len(fills) > maxFills {
		return nil, false
	}
	for _, f := range fills {
		values = append(values, f.value)
	}
	return values, true
}

// fillsOf returns the statements that put values into a container.
func (m *Model) fillsOf(h holder) []fill {
	if m.fills == nil {
		m.indexFills()
	}
	return m.fills[h]
}

func (m *Model) indexFills() {
	m.fills = make(map[holder][]fill)
	for _, call := range m.Calls() {
		obj, method := m.MethodCall(call)
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
	for _, s := range m.Stores() {
		if m.Tree.Kind(s.Target) == syntax.KindSubscript && s.Kind == DefAssign {
			m.addFill(m.Tree.Child(s.Target, syntax.FieldValue), fill{value: s.Value, key: m.Tree.Child(s.Target, syntax.FieldSubscript)})
		}
	}
	for n := range m.Tree.OfKind(syntax.KindAugmentedAssignment) {
		if op := m.Tree.Operator(n); op == "+=" || op == "|=" {
			m.addFill(m.Tree.Child(n, syntax.FieldLeft), fill{value: m.Tree.Child(n, syntax.FieldRight), many: true})
		}
	}
}

func (m *Model) addFill(obj syntax.Node, f fill) {
	if f.value == syntax.None {
		return
	}
	nested := f.inner || f.key != syntax.None
	switch m.Tree.Kind(obj) {
	case syntax.KindIdentifier:
		if sym := m.Symbol(obj); sym != nil {
			m.fills[holder{sym: sym}] = append(m.fills[holder{sym: sym}], f)
		}
	case syntax.KindAttribute:
		if class := m.SelfClass(m.Tree.Object(obj)); class != syntax.None {
			h := holder{attr: ClassAttr{class, m.Tree.Text(m.Tree.AttrName(obj))}}
			m.fills[h] = append(m.fills[h], f)
		}
	case syntax.KindSubscript:
		if !nested {
			f.inner, f.key = true, m.Tree.Child(obj, syntax.FieldSubscript)
			m.addFill(m.Tree.Child(obj, syntax.FieldValue), f)
		}
	case syntax.KindCall:
		if table, method := m.MethodCall(obj); method == "setdefault" && !nested {
			f.inner, f.key = true, m.Tree.Arg(obj, 0, "")
			m.addFill(table, f)
		}
	}
}
