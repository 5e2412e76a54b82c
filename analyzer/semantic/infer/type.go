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

	// KindPending marks an expression whose type is being computed further up
	// the call chain: x in `x = x.view(-1)` inside a loop. It is neutral in
	// joins, and nothing that rests on it alone is remembered.
	KindPending
)

// Type is what is known of the object an expression yields.
type Type struct {
	Kind       Kind
	Name       string      // class whose methods it has, "torch.Tensor"; "" for project classes
	Class      syntax.Node // class definition in this file
	Foreign    Foreign     // class definition in another file of the project
	Elem       Kind        // for sequences and dicts
	Confidence Confidence

	parts *[]part // what is known of the elements one by one; compare with equal
	mixed bool    // of two kinds at once, so that nothing can be said; Kind is unknown
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

// ClassName is the class that carries the methods of a kind.
var ClassName = [...]string{
	KindTensor: "torch.Tensor", KindModule: "torch.nn.Module", KindOptimizer: "torch.optim.Optimizer",
	KindDataLoader: "torch.utils.data.DataLoader", KindDevice: "torch.device", KindDType: "torch.dtype",
	KindNDArray: "numpy.ndarray", KindArray: "jax.Array", KindSize: "torch.Size",
	KindString: "builtins.str", KindInt: "builtins.int", KindFloat: "builtins.float", KindBool: "builtins.bool",
	KindSequence: "builtins.list", KindDict: "builtins.dict", KindInstance: "",
}

// TypeOf is a type of which only the kind is known.
func TypeOf(k Kind, c Confidence) Type {
	if k == KindPending {
		return Type{Kind: k} // an element of something that is being computed
	}
	return Type{Kind: k, Name: ClassName[k], Confidence: c}
}

// Type infers what kind of object an expression yields.
func (m *Model) Type(n syntax.Node) Type {
	m.CheckInterrupt()
	n = m.Tree.Unparen(n)
	if n == syntax.None {
		return Type{}
	}
	if t := m.literalType(n); t.Kind != KindUnknown {
		return t // no question that could rest on others
	}
	if t := m.types.Get(n); t != nil {
		return *t
	}
	return m.evaluator.Ask(question{m: m, what: askedType, n: n}).typ
}

// infer is what an expression yields; where that is not known, what it is used
// as.
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

// isOpen reports whether nothing is known that evidence could contradict: no
// kind at all, or only that it may be an array.
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

// defsType joins what several bindings of a variable hold.
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

// starType is the type of a value that a star import brings.
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

// bindingAt is the binding of sym that stands at n: there the name is what it
// is bound to, not what it was before. x in x += 1 is read first.
func (m *Model) bindingAt(sym *Symbol, n syntax.Node) (Def, bool) {
	i := sort.Search(len(sym.Defs), func(i int) bool { return sym.Defs[i].Node >= n })
	if i == len(sym.Defs) || sym.Defs[i].Node != n || sym.Defs[i].Kind == DefAug {
		return Def{}, false
	}
	return sym.Defs[i], true
}

// DefType is what a binding binds; where that is not known, what it is used as.
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

// entered is what a with statement binds: what a generator yields that is made
// a context manager, what __enter__ returns, or the object itself.
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
