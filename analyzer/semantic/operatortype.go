package semantic

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

func (m *Model) literalType(n syntax.Node) Type {
	switch m.Tree.Kind(n) {
	case syntax.KindString, syntax.KindConcatenatedString:
		return typeOf(KindString, Certain)
	case syntax.KindInteger:
		return typeOf(KindInt, Certain)
	case syntax.KindFloat:
		return typeOf(KindFloat, Certain)
	case syntax.KindTrue, syntax.KindFalse, syntax.KindNotOperator:
		return typeOf(KindBool, Certain)
	case syntax.KindNoneLiteral:
		return Type{Kind: KindNone, Confidence: Certain}
	}
	return Type{}
}

func (m *Model) displayType(n syntax.Node) Type {
	t := Type{Kind: KindSequence, Name: className[KindSequence], Confidence: Certain}
	first := true
	for c := range m.Tree.Children(n) {
		e := m.Type(c)
		if first {
			t.Elem, first = e.Kind, false
		} else if e.Kind != t.Elem {
			t.Elem = KindUnknown
		}
		if e.Confidence > Unresolved {
			t.Confidence = min(t.Confidence, e.Confidence)
		}
	}
	return t
}

// dictType is a dictionary of what all its values are.
func (m *Model) dictType(n syntax.Node) Type {
	t := typeOf(KindDict, Certain)
	first := true
	for c := range m.Tree.Children(n) {
		switch e := m.Type(m.Tree.Child(c, syntax.FieldValue)); {
		case m.Tree.Kind(c) == syntax.KindForInClause, m.Tree.Kind(c) == syntax.KindIfClause:
		case first:
			t.Elem, first = e.Kind, false
		case e.Kind != t.Elem:
			t.Elem = KindUnknown
		}
	}
	return t
}

func (m *Model) tensorOr(t Type) Type {
	if t.Kind == kindPending || t.Kind == KindTensor || t.Kind == KindInt || t.Kind == KindFloat || t.Kind == KindNDArray || t.Kind == KindArray {
		return t
	}
	return Type{}
}

// arithmeticType lets arrays win: tensor op anything is a tensor.
func (m *Model) arithmeticType(n syntax.Node) Type {
	l, r := m.Type(m.Tree.Child(n, syntax.FieldLeft)), m.Type(m.Tree.Child(n, syntax.FieldRight))
	if l.Kind == kindPending || r.Kind == kindPending {
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
	if l.Kind == KindInt && r.Kind == KindInt && m.Tree.Operator(n) != "/" {
		return typeOf(KindInt, min(l.Confidence, r.Confidence))
	}
	return Type{}
}

func (m *Model) comparisonType(n syntax.Node) Type {
	operands, ops := m.Tree.Comparison(n)
	if len(operands) == 2 && len(ops) == 1 && !strings.Contains(ops[0], "in") && !strings.HasPrefix(ops[0], "is") {
		for _, o := range operands {
			if t := m.Type(o); t.Kind == KindTensor || t.Kind == KindArray || t.Kind == KindNDArray {
				return t
			}
		}
	}
	return typeOf(KindBool, Likely)
}

func (m *Model) subscriptType(n syntax.Node) Type {
	base := m.Type(m.Tree.Child(n, syntax.FieldValue))
	index := m.Tree.Child(n, syntax.FieldSubscript)
	switch base.Kind {
	case KindTensor, KindArray, KindNDArray, kindPending:
		return base
	case KindSequence:
		if m.Tree.Kind(index) == syntax.KindSlice {
			return base
		}
		return typeOf(base.Elem, base.Confidence)
	case KindDict:
		return typeOf(base.Elem, min(base.Confidence, Likely))
	case KindSize:
		return typeOf(KindInt, base.Confidence)
	case KindModule: // nn.Sequential, nn.ModuleList
		return typeOf(KindModule, min(base.Confidence, Likely))
	}
	return Type{}
}
