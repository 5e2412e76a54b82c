package semantic

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// Kind is the sort of object an expression yields.
type Kind uint8

// The kinds that rules tell apart.
const (
	KindUnknown Kind = iota
	KindTensor
	KindModule // torch.nn.Module or a subclass
	KindOptimizer
	KindDataLoader
	KindDevice
	KindDType
	KindNDArray
	KindArray // jax.Array
	KindString
	KindInt
	KindFloat
	KindBool
	KindNone
	KindSequence // list, tuple, iterator of Elem
	KindDict     // values are Elem
	KindSize
	KindInstance // of a class of the project or of a library

	// kindPending marks an expression whose type is being computed further up
	// the call chain: x in `x = x.view(-1)` inside a loop. It is neutral in
	// joins, and nothing that rests on it alone is remembered.
	kindPending
)

// Type is what is known of the object an expression yields.
type Type struct {
	Kind       Kind
	Name       string      // class whose methods it has, "torch.Tensor"; "" for project classes
	Class      syntax.Node // class definition in this file
	Elem       Kind        // for sequences and dicts
	Confidence Confidence
}

func (t Type) known() bool { return t.Kind != KindUnknown && t.Kind != kindPending }

func (t Type) atMost(c Confidence) Type {
	t.Confidence = min(t.Confidence, c)
	return t
}

// className is the class that carries the methods of a kind.
var className = [...]string{
	KindTensor: "torch.Tensor", KindModule: "torch.nn.Module", KindOptimizer: "torch.optim.Optimizer",
	KindDataLoader: "torch.utils.data.DataLoader", KindDevice: "torch.device", KindDType: "torch.dtype",
	KindNDArray: "numpy.ndarray", KindArray: "jax.Array", KindSize: "torch.Size",
	KindString: "builtins.str", KindInt: "builtins.int", KindFloat: "builtins.float", KindBool: "builtins.bool",
	KindSequence: "builtins.list", KindDict: "builtins.dict", KindInstance: "",
}

func typeOf(k Kind, c Confidence) Type {
	if k == kindPending {
		return Type{Kind: k} // an element of something that is being computed
	}
	return Type{Kind: k, Name: className[k], Confidence: c}
}

// maxDepth bounds the chain of expressions that one inference follows.
const maxDepth = 100

// Type infers what kind of object an expression yields.
func (m *Model) Type(n syntax.Node) Type {
	n = m.Tree.Unparen(n)
	if n == syntax.None {
		return Type{}
	}
	if t, ok := m.types[n]; ok {
		return t
	}
	if m.depth >= maxDepth {
		return Type{}
	}
	m.types[n] = Type{Kind: kindPending}
	m.depth++
	t := m.infer(n)
	m.depth--
	if t.Kind != kindPending {
		m.types[n] = t
		return t
	}
	delete(m.types, n)
	if m.depth == 0 {
		return Type{}
	}
	return t
}

func (m *Model) infer(n syntax.Node) Type {
	switch m.Tree.Kind(n) {
	case syntax.KindIdentifier:
		return m.identifierType(n)
	case syntax.KindAttribute:
		return m.attributeType(n)
	case syntax.KindCall:
		return m.callType(n)
	case syntax.KindSubscript:
		return m.subscriptType(n)
	case syntax.KindBinaryOperator:
		return m.arithmeticType(n)
	case syntax.KindUnaryOperator:
		return m.tensorOr(m.Type(m.Tree.Child(n, syntax.FieldArgument)))
	case syntax.KindComparison:
		return m.comparisonType(n)
	case syntax.KindConditional:
		body, _, orelse := m.Tree.Conditional(n)
		return join(m.Type(body), m.Type(orelse))
	case syntax.KindBooleanOperator:
		return join(m.Type(m.Tree.Child(n, syntax.FieldLeft)), m.Type(m.Tree.Child(n, syntax.FieldRight)))
	case syntax.KindNamedExpression:
		return m.Type(m.Tree.Child(n, syntax.FieldValue))
	case syntax.KindAwait:
		return m.Type(m.Tree.First(n))
	case syntax.KindList, syntax.KindTuple, syntax.KindExpressionList, syntax.KindSet:
		return m.displayType(n)
	case syntax.KindListComprehension, syntax.KindGenerator, syntax.KindSetComprehension:
		elem := m.Type(m.Tree.Child(n, syntax.FieldBody))
		return Type{Kind: KindSequence, Name: className[KindSequence], Elem: elem.Kind, Confidence: max(elem.Confidence, Possible)}
	case syntax.KindDictionary, syntax.KindDictionaryComprehension:
		return m.dictType(n)
	}
	return m.literalType(n)
}

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

// join is the type of an expression that may yield either; None gives way.
func join(a, b Type) Type {
	switch {
	case a.Kind == kindPending:
		return b
	case b.Kind == kindPending:
		return a
	case a.Kind == KindNone:
		return b.atMost(Likely)
	case b.Kind == KindNone:
		return a.atMost(Likely)
	case a.Kind == b.Kind && a.Class == b.Class && a.Elem == b.Elem:
		return a.atMost(b.Confidence)
	case a.Kind == b.Kind:
		t := typeOf(a.Kind, min(a.Confidence, b.Confidence, Likely))
		if a.Elem == b.Elem {
			t.Elem = a.Elem
		}
		return t
	case a.Kind == KindUnknown:
		return b.atMost(Possible)
	case b.Kind == KindUnknown:
		return a.atMost(Possible)
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

func (m *Model) identifierType(n syntax.Node) Type {
	sym := m.symbolOf[n]
	if sym == nil {
		return Type{}
	}
	var out Type
	defs := m.Reaching(n)
	if len(defs) > maxReaching {
		return Type{}
	}
	for i, d := range defs {
		t := m.defType(d, sym)
		if i == 0 {
			out = t
		} else {
			out = join(out, t)
		}
	}
	return out
}

func (m *Model) defType(d Def, sym *Symbol) Type {
	switch d.Kind {
	case DefAssign:
		if t := m.annotation(m.Tree.Child(m.Tree.Parent(d.Node), syntax.FieldType)); t.known() {
			return t
		}
		return m.Type(d.Value)
	case DefUnpack:
		return m.unpackType(m.Type(d.Value), d.Index)
	case DefAug:
		t := m.Type(d.Value)
		if t.Kind == KindTensor || t.Kind == kindPending {
			return t
		}
		return Type{Kind: kindPending} // x += y leaves the kind of x to its other bindings
	case DefParam:
		return m.paramType(d, sym)
	case DefFor:
		return m.iterationType(d.Value, d.Index)
	case DefWith:
		return m.Type(d.Value).atMost(Likely)
	}
	return Type{}
}

// unpackType is the type of one element of an unpacked value.
func (m *Model) unpackType(t Type, _ int) Type {
	switch t.Kind {
	case KindSequence:
		return typeOf(t.Elem, t.Confidence)
	case KindTensor, kindPending:
		return t
	case KindSize:
		return typeOf(KindInt, t.Confidence)
	}
	return Type{}
}
