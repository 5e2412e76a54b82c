package infer

import (
	"slices"
	"strconv"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

func (m *Model) literalType(n syntax.Node) Type {
	switch m.Tree.Kind(n) {
	case syntax.KindString, syntax.KindConcatenatedString:
		return TypeOf(KindString, Certain)
	case syntax.KindInteger:
		return TypeOf(KindInt, Certain)
	case syntax.KindFloat:
		return TypeOf(KindFloat, Certain)
	case syntax.KindTrue, syntax.KindFalse, syntax.KindNotOperator:
		return TypeOf(KindBool, Certain)
	case syntax.KindNoneLiteral:
		return Type{Kind: KindNone, Confidence: Certain}
	}
	return Type{}
}

func (m *Model) tensorOr(t Type) Type {
	if t.Kind == KindPending || t.Kind == KindTensor || t.Kind == KindInt || t.Kind == KindFloat || t.Kind == KindNDArray || t.Kind == KindArray {
		return t
	}
	return Type{}
}

// arithmeticType lets arrays win: tensor op anything is a tensor.
func (m *Model) arithmeticType(n syntax.Node) Type {
	l, r := m.Type(m.Tree.Child(n, syntax.FieldLeft)), m.Type(m.Tree.Child(n, syntax.FieldRight))
	if l.Kind == KindPending || r.Kind == KindPending {
		return m.tensorOr(join(l, r))
	}
	for _, k := range []Kind{KindTensor, KindArray, KindNDArray, KindString} {
		if l.Kind == k {
			return l
		}
		if r.Kind == k && k != KindString {
			return r
		}
	}
	if l.isNumber() && r.isNumber() {
		c := min(l.Confidence, r.Confidence)
		if l.Kind == KindFloat || r.Kind == KindFloat || m.Tree.Operator(n) == "/" {
			return TypeOf(KindFloat, c)
		}
		return TypeOf(KindInt, c)
	}
	return containerArithmetic(m.Tree.Operator(n), l, r)
}

// containerArithmetic types [x] * 3, xs + ys and a | b.
func containerArithmetic(op string, l, r Type) Type {
	switch {
	case op == "*" && l.Kind == KindSequence && r.Kind != KindSequence:
		return sequenceOf(l.AnyElement())
	case op == "*" && r.Kind == KindSequence:
		return sequenceOf(r.AnyElement())
	case op == "+" && l.Kind == KindSequence && r.Kind == KindSequence:
		return sequenceOf(joinElements(l, r))
	case op == "|" && l.Kind == KindDict && r.Kind == KindDict:
		return join(l, r)
	}
	return Type{}
}

// joinElements joins the element types of two sequences; an empty one has none.
func joinElements(a, b Type) Type {
	switch {
	case a.isEmpty():
		return b.AnyElement()
	case b.isEmpty():
		return a.AnyElement()
	}
	return join(a.AnyElement(), b.AnyElement())
}

// comparisonType is a bool, or an array of bools. The type of a chain is that of any of
// its comparisons: if a middle operand is an array, all of them involve one (0 <= t < n).
func (m *Model) comparisonType(n syntax.Node) Type {
	operands, ops := m.Tree.Comparison(n)
	if slices.ContainsFunc(ops, func(op string) bool { return strings.Contains(op, "in") || strings.HasPrefix(op, "is") }) {
		return TypeOf(KindBool, Likely)
	}
	if len(operands) > 2 {
		operands = operands[1 : len(operands)-1]
	}
	for _, o := range operands {
		if t := m.Type(o); t.Kind == KindTensor || t.Kind == KindArray || t.Kind == KindNDArray {
			return t
		}
	}
	if m.ComparesUnknown(n) && m.usage().isTensor(n) {
		return TypeOf(KindTensor, Likely)
	}
	return TypeOf(KindBool, Likely)
}

// ComparesUnknown reports whether n compares values of unknown type, and may thus yield a
// tensor.
func (m *Model) ComparesUnknown(n syntax.Node) bool {
	n = m.Tree.Unparen(n)
	if m.Tree.Kind(n) != syntax.KindComparison {
		return false
	}
	operands, ops := m.Tree.Comparison(n)
	if len(ops) != 1 || strings.Contains(ops[0], "in") || strings.HasPrefix(ops[0], "is") {
		return false
	}
	return slices.ContainsFunc(operands, func(o syntax.Node) bool { return m.Type(o).isOpen() })
}

func (m *Model) subscriptType(n syntax.Node) Type {
	if t, ok := m.narrowed(n); ok && t.Kind != KindUnknown {
		return t
	}
	if name, _ := m.Name(m.Tree.Child(n, syntax.FieldValue)); name == "os.environ" {
		return TypeOf(KindString, Certain)
	}
	base := m.Type(m.Tree.Child(n, syntax.FieldValue))
	index := m.Tree.Child(n, syntax.FieldSubscript)
	switch base.Kind {
	case KindTensor, KindArray, KindNDArray, KindString, KindPending:
		return base
	case KindSequence, KindSize:
		if m.Tree.Kind(index) == syntax.KindSlice {
			if base.Kind == KindSize {
				return base
			}
			return sequenceOf(base.AnyElement())
		}
		return m.indexed(base, index)
	case KindDict:
		return m.keyed(base, index)
	case KindModule: // nn.Sequential, nn.ModuleList
		if base.parts != nil {
			return base.AnyElement()
		}
		if r := m.MethodRef(base, "__getitem__"); r.Def != syntax.None || r.Foreign.IsDefinition() {
			return m.called(r)
		}
		return TypeOf(KindModule, min(base.Confidence, Likely))
	case KindInstance:
		return m.itemType(base, index)
	case KindUnknown:
		if t := m.stateType(n); t.Kind == KindTensor || t.Kind == KindPending {
			return t
		}
	}
	return Type{}
}

// indexed returns the type of a sequence's element at an index.
func (m *Model) indexed(t Type, index syntax.Node) Type {
	if c, ok := m.literalInt(index); ok && t.parts != nil {
		if c < 0 {
			c += len(*t.parts)
		}
		if e, ok := t.part(strconv.Itoa(c)); ok {
			return e
		}
	}
	return m.elementOf(t)
}

// literalInt reads 3 and -1.
func (m *Model) literalInt(n syntax.Node) (int, bool) {
	v, err := strconv.Atoi(strings.ReplaceAll(m.Tree.Text(n), " ", ""))
	return v, err == nil
}

// keyed returns the type of a dictionary's value under a key.
func (m *Model) keyed(t Type, key syntax.Node) Type {
	if text, ok := m.Tree.StringValue(key); ok && t.parts != nil {
		if e, ok := t.part(text); ok {
			return e
		}
		return Type{}
	}
	return t.AnyElement().atMost(Likely)
}

// itemType returns the type of an item of a class's instance: a field of a named tuple or
// of a typed dictionary, or the result of __getitem__.
func (m *Model) itemType(t Type, index syntax.Node) Type {
	if i, ok := m.literalInt(index); ok {
		if f := m.fieldAt(t, i); f.Known() {
			return f
		}
	}
	if r := m.MethodRef(t, "__getitem__"); r.Def != syntax.None || r.Foreign.IsDefinition() {
		return m.called(r)
	}
	if key, ok := m.Tree.StringValue(index); ok && t.OfProject() {
		if f, ok := m.memberType(t, key); ok {
			return f
		}
	}
	return Type{}
}
