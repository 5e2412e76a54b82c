package infer

import (
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/semantic/scope"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// annotation types an annotation: classes by name, Optional[X] and X | None as
// X, list[X] and the like as sequences.
func (m *Model) annotation(n syntax.Node) Type {
	n = m.annotated(n)
	switch m.Tree.Kind(n) {
	case syntax.KindIdentifier, syntax.KindAttribute:
		return m.annotatedClass(m.Ref(n))
	case syntax.KindDottedName:
		return m.annotatedClass(m.spelled(m.Tree.Text(n), m.ScopeOf(n)))
	case syntax.KindGenericType, syntax.KindSubscript:
		return m.genericAnnotation(n)
	case syntax.KindBinaryOperator, syntax.KindUnionType:
		var members []syntax.Node
		for c := range m.Tree.Children(n) {
			if m.Tree.Kind(c) != syntax.KindOperator {
				members = append(members, c)
			}
		}
		return m.unionAnnotation(members)
	case syntax.KindString:
		if v, ok := m.Tree.StringValue(n); ok && isDotted(v) {
			return m.annotatedClass(m.spelled(v, m.ScopeOf(n))).atMost(Likely)
		}
	}
	return Type{}
}

// DeclaredTensor reports whether a parameter is annotated as a tensor and never a number:
// x: torch.Tensor, index: Optional[torch.LongTensor], but not Union[float, Tensor].
func (m *Model) DeclaredTensor(d Def) bool {
	typ := m.Tree.Child(m.Tree.Parent(d.Node), syntax.FieldType)
	if d.Kind != DefParam || m.annotation(typ).Kind != KindTensor {
		return false
	}
	for n := range m.Tree.All(typ) {
		switch m.Tree.View(n) {
		case "int", "float", "bool", "complex", "Number", "Any":
			return false
		}
	}
	return true
}

// tupleAnnotation types tuple[X, Y], and tuple[X, ...] of any length.
func (m *Model) tupleAnnotation(args []syntax.Node) Type {
	if len(args) == 2 && m.Tree.Text(args[1]) == "..." {
		return sequenceOf(m.annotation(args[0]))
	}
	var items []Type
	for _, a := range args {
		items = append(items, m.annotation(a))
	}
	t := tupleOf(items...)
	t.Confidence = max(t.Confidence, Possible)
	return t
}

// unionAnnotation types a union of annotations: the common type of all members, leaving
// None aside.
func (m *Model) unionAnnotation(members []syntax.Node) Type {
	out := Type{Kind: KindNone, Confidence: Certain}
	for _, n := range members {
		if k := m.Tree.Kind(m.annotated(n)); k != syntax.KindNoneLiteral {
			out = join(out, m.annotation(n))
		}
	}
	if out.Kind == KindNone {
		return Type{}
	}
	return out.atMost(Likely)
}

// annotated is the expression of an annotation.
func (m *Model) annotated(n syntax.Node) syntax.Node {
	if m.Tree.Kind(n) == syntax.KindType {
		return m.Tree.First(n)
	}
	return n
}

// isDotted reports whether text is a name, or several names with dots between.
func isDotted(text string) bool {
	return text != "" && strings.Trim(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.") == ""
}

// spelled resolves a dotted name, written as text, in a scope.
func (m *Model) spelled(text string, s *scope.Scope) Ref {
	if s == nil {
		return Ref{}
	}
	first, more, dotted := strings.Cut(text, ".")
	sym := s.Lookup([]byte(first))
	if sym == nil {
		if isBuiltin(text) {
			return Ref{Name: "builtins." + text, Confidence: Certain}
		}
		return Ref{}
	}
	r := m.defsRef(sym.Defs)
	for dotted && r != (Ref{}) {
		first, more, dotted = strings.Cut(more, ".")
		switch {
		case r.Foreign.IsModule():
			r = m.moduleMember(r.Foreign.Module, first, r.Name+"."+first)
		case r.IsClass(m.Tree):
			r = m.MemberRef(r, first)
		default:
			r.Name += "." + first
		}
	}
	return r
}

func (m *Model) annotatedClass(r Ref) Type {
	if r.IsClass(m.Tree) {
		return m.instance(r)
	}
	switch name := m.Canonical(r.Name); name {
	case "builtins.str":
		return TypeOf(KindString, Certain)
	case "builtins.int":
		return TypeOf(KindInt, Certain)
	case "builtins.float":
		return TypeOf(KindFloat, Certain)
	case "builtins.bool":
		return TypeOf(KindBool, Certain)
	case "builtins.list", "builtins.tuple", "builtins.set", "typing.List", "typing.Tuple", "typing.Sequence":
		return sequenceOf(Type{})
	case "builtins.dict", "typing.Dict", "typing.Mapping":
		return TypeOf(KindDict, Likely)
	case "numpy.ndarray":
		return TypeOf(KindNDArray, Certain)
	case "jax.Array", "jax.numpy.ndarray", "jaxtyping.Array":
		return TypeOf(KindArray, Certain)
	case "chex.Array", "chex.ArrayDevice": // or one of NumPy, in tests
		return TypeOf(KindArray, Likely)
	default:
		if inst := m.instanceName(name); inst != "" && !r.Local {
			return m.constructed(inst, r.Confidence)
		}
	}
	return Type{}
}

func (m *Model) genericAnnotation(n syntax.Node) Type {
	head := m.Tree.First(n)
	name := m.Ref(head).Name
	base := name[strings.LastIndexByte(name, '.')+1:]
	var args []syntax.Node
	for c := m.Tree.Next(head); c != syntax.None; c = m.Tree.Next(c) {
		args = append(args, c)
	}
	if len(args) == 0 {
		return Type{}
	}
	if m.Tree.Kind(args[0]) == syntax.KindTypeParameter {
		args = slices.Collect(m.Tree.Children(args[0]))
	}
	elem := args[0]
	switch base {
	case "Union":
		return m.unionAnnotation(args)
	case "Optional", "Annotated", "Final", "ClassVar":
		return m.annotation(elem).atMost(Likely)
	case "tuple", "Tuple":
		return m.tupleAnnotation(args)
	case "list", "List", "Sequence", "MutableSequence", "Iterable", "Iterator", "Generator", "Collection", "set", "Set", "deque":
		return sequenceOf(m.annotation(elem))
	case "Float", "Int", "Bool", "Complex", "Shaped", "Inexact", "Num", "Integer", "UInt", "Real":
		if strings.HasPrefix(name, "jaxtyping.") { // Float[Array, "batch dim"]
			return m.annotation(elem)
		}
	case "dict", "Dict", "Mapping", "MutableMapping", "OrderedDict", "defaultdict":
		return dictOf(m.annotation(args[len(args)-1]))
	}
	return m.annotatedClass(m.Ref(head))
}
