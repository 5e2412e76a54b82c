package infer

import (
	"sort"

	"github.com/neuronlint/neuronlint/analyzer/semantic/scope"
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

	// KindPending marks an expression whose type is being computed further up the call
	// chain: x in `x = x.view(-1)` inside a loop. It is neutral in joins, and a result
	// that depends on it alone is not remembered.
	KindPending
)

// Type describes the object an expression yields, as far as it is known.
type Type struct {
	Kind       Kind
	Name       string      // class whose methods it has, "torch.Tensor"; "" for project classes
	Class      syntax.Node // class definition in this file
	Foreign    ForeignDef  // class definition in another file of the project
	Elem       Kind        // for sequences and dicts
	Confidence Confidence

	parts *[]part // types of single elements, where known; compare with equal
	mixed bool    // of several kinds at once: nothing can be said, and Kind is unknown
}

// OfProject reports whether the object is an instance of a class of the
// project.
func (t Type) OfProject() bool { return t.Class != syntax.None || t.Foreign.Module != nil }

// Known reports whether anything is known of the kind.
func (t Type) Known() bool { return t.Kind != KindUnknown && t.Kind != KindPending }

func (t Type) atMost(c Confidence) Type {
	t.Confidence = min(t.Confidence, c)
	return t
}

// ClassName returns the class that carries the methods of a kind.
var ClassName = [...]string{
	KindTensor: "torch.Tensor", KindModule: "torch.nn.Module", KindOptimizer: "torch.optim.Optimizer",
	KindDataLoader: "torch.utils.data.DataLoader", KindDevice: "torch.device", KindDType: "torch.dtype",
	KindNDArray: "numpy.ndarray", KindArray: "jax.Array", KindSize: "torch.Size",
	KindString: "builtins.str", KindInt: "builtins.int", KindFloat: "builtins.float", KindBool: "builtins.bool",
	KindSequence: "builtins.list", KindDict: "builtins.dict", KindInstance: "",
}

// TypeOf returns a type of which only the kind is known.
func TypeOf(k Kind, c Confidence) Type {
	if k == KindPending {
		return Type{Kind: k} // an element of a container that is being computed
	}
	return Type{Kind: k, Name: ClassName[k], Confidence: c}
}

// Type infers the type of the object an expression yields.
func (m *Model) Type(n syntax.Node) Type {
	m.CheckInterrupt()
	n = m.Tree.Unparen(n)
	if n == syntax.None {
		return Type{}
	}
	if t := m.literalType(n); t.Kind != KindUnknown {
		return t // no question that could depend on others
	}
	if t := m.types.Get(n); t != nil {
		return *t
	}
	return m.evaluator.Ask(question{m: m, what: askedType, n: n}).typ
}

// infer returns the type of an expression's value or, where that is unknown, the type
// that its uses suggest.
func (m *Model) infer(n syntax.Node) Type {
	t := m.evaluated(n)
	if !t.isOpen() && !t.mixed {
		return t
	}
	switch m.Tree.Kind(n) {
	case syntax.KindIdentifier, syntax.KindAttribute:
		if r := m.Ref(n); r != (Ref{}) && !r.Member || m.noTensor(n) {
			return t
		}
	case syntax.KindCall, syntax.KindSubscript, syntax.KindBinaryOperator, syntax.KindUnaryOperator:
	default:
		return t
	}
	if m.usage().isTensor(n) {
		return TypeOf(KindTensor, Likely)
	}
	if t.Kind == KindUnknown && m.chainedAsModule(n) {
		return TypeOf(KindModule, Likely)
	}
	return t
}

// isOpen reports whether the type is open to evidence: its kind is unknown, or at most
// suspected to be an array.
func (t Type) isOpen() bool {
	return t.Kind == KindUnknown && !t.mixed || t.isArray() && t.Confidence < Likely
}

func (m *Model) evaluated(n syntax.Node) Type {
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
		return m.conditionalType(n)
	case syntax.KindBooleanOperator:
		return join(m.Type(m.Tree.Child(n, syntax.FieldLeft)), m.Type(m.Tree.Child(n, syntax.FieldRight)))
	case syntax.KindNamedExpression:
		return m.Type(m.Tree.Child(n, syntax.FieldValue))
	case syntax.KindAwait:
		t := m.Type(m.Tree.First(n))
		if result, ok := t.part(awaited); ok {
			return result
		}
		return t
	case syntax.KindList, syntax.KindTuple, syntax.KindExpressionList, syntax.KindSet:
		return m.displayType(n)
	case syntax.KindListComprehension, syntax.KindGenerator, syntax.KindSetComprehension:
		return sequenceOf(m.Type(m.Tree.Child(n, syntax.FieldBody)))
	case syntax.KindDictionary, syntax.KindDictionaryComprehension:
		return m.dictType(n)
	}
	return m.literalType(n)
}

func (m *Model) identifierType(n syntax.Node) Type {
	sym := m.Symbol(n)
	if sym == nil {
		return m.starType(n)
	}
	if t, ok := m.narrowed(n); ok && t.Kind != KindUnknown {
		return t
	}
	if d, ok := m.bindingAt(sym, n); ok {
		return m.DefType(d, sym)
	}
	return m.defsType(m.ReachingDefs(n), sym)
}

// defsType joins the types of several bindings of a variable.
func (m *Model) defsType(defs []Def, sym *Symbol) Type {
	if len(defs) > scope.MaxReaching {
		return Type{}
	}
	out := Type{}
	for i, d := range defs {
		t := m.DefType(d, sym)
		if i == 0 {
			out = t
		} else {
			out = join(out, t)
		}
	}
	return out
}

// starType returns the type of a name that a star import brings.
func (m *Model) starType(n syntax.Node) Type {
	if m.ScopeOf(n) == nil || len(m.ScopeOf(n).Module().Stars) == 0 {
		return Type{}
	}
	name := m.Tree.Text(n)
	if home, _ := m.origin(name); home != nil && home != m.module {
		return m.moduleValue(home, name)
	}
	return Type{}
}

// bindingAt returns the binding of sym at n, where the name already has its new value. In
// x += 1 the old x is read first, so there is none.
func (m *Model) bindingAt(sym *Symbol, n syntax.Node) (Def, bool) {
	i := sort.Search(len(sym.Defs), func(i int) bool { return sym.Defs[i].Node >= n })
	if i == len(sym.Defs) || sym.Defs[i].Node != n || sym.Defs[i].Kind == DefAug {
		return Def{}, false
	}
	return sym.Defs[i], true
}

// DefType returns the type of a binding's value or, where that is unknown, the type that
// its uses suggest.
func (m *Model) DefType(d Def, sym *Symbol) Type {
	t := m.boundType(d, sym)
	if (t.isOpen() || m.ComparesUnknown(d.Value)) && m.usage().bindsTensor(d, sym) {
		return TypeOf(KindTensor, Likely)
	}
	if t.Equal(Type{}) {
		return m.summed(d, sym)
	}
	return t
}

func (m *Model) boundType(d Def, sym *Symbol) Type {
	switch d.Kind {
	case DefAssign:
		if t := m.annotation(m.Tree.Child(m.Tree.Parent(d.Node), syntax.FieldType)); t.Known() {
			return m.filled(t, holder{sym: sym})
		}
		if class := m.SelfClass(d.Node); class != syntax.None {
			return m.instance(Ref{Def: class}).atMost(Likely)
		}
		return m.filled(m.Type(d.Value), holder{sym: sym})
	case DefUnpack:
		return m.unpacked(m.Type(d.Value), d.Index)
	case DefAug:
		t := m.Type(d.Value)
		if t.Kind == KindTensor || t.Kind == KindPending {
			return t
		}
		return Type{Kind: KindPending} // x += y leaves the kind of x to its other bindings
	case DefParam:
		return m.paramType(d, sym)
	case DefFor:
		return m.unpacked(m.elementOf(m.Type(d.Value)), d.Index)
	case DefWith:
		return m.entered(m.Type(d.Value)).atMost(Likely)
	case DefImport:
		return m.importType(*d.Import)
	case DefMatch:
		if class := m.patternClass(d.Value); class != syntax.None {
			return m.testedType(class)
		}
	}
	return Type{}
}

// entered returns the type that a with statement binds: that of the value yielded by a
// generator made into a context manager, of the result of __enter__, or of the object
// itself.
func (m *Model) entered(t Type) Type {
	switch {
	case t.Kind == KindSequence:
		return t.AnyElement()
	case t.OfProject():
		if r := m.MethodRef(t, "__enter__"); r.Def != syntax.None || r.Foreign.IsDefinition() {
			return m.called(r)
		}
	}
	return t
}
