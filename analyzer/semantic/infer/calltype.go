package infer

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// callType types a call.
func (m *Model) callType(call syntax.Node) Type {
	fn := m.Tree.Callee(call)
	r := m.Ref(fn)
	switch {
	case r.Pending:
		return Type{Kind: KindPending}
	case r.Def != syntax.None || r.Foreign.IsDefinition():
		return m.called(r)
	case r.Member:
		if t, ok := m.containerCall(call); ok {
			return t
		}
		return m.frameworkCall(call, r)
	case r.Name != "" && !r.Local:
		return m.frameworkCall(call, r)
	}
	if _, method := m.MethodCall(call); method == "" || r == (Ref{}) {
		if t := m.instanceCall(call); t != (Type{}) || !m.castsToJAX(call) {
			return t
		}
		return TypeOf(KindArray, Likely)
	}
	return Type{}
}

// called types a call of a class or function of the project.
func (m *Model) called(r Ref) (t Type) {
	switch {
	case r.Foreign.IsDefinition():
		m.Elsewhere(r.Foreign.Module, func(lib *Model) {
			t = m.fromType(lib, lib.called(Ref{Def: r.Foreign.Node, Confidence: r.Confidence}))
		})
	case m.Tree.Kind(r.Def) == syntax.KindClass:
		t = m.instance(r).atMost(r.Confidence)
	case m.Tree.IsAsync(r.Def):
		return Type{Kind: KindInstance, Name: "coroutine", Confidence: Likely, parts: &[]part{{awaited, m.returned(r.Def)}}}
	default:
		t = m.returned(r.Def).atMost(min(r.Confidence, Likely))
	}
	return t
}

// The keys of the parts that hold the result of calling a value and of awaiting it.
const (
	yielded = "()"
	awaited = "await"
)

// callable types an object of a class whose instances are meant to be called, such as a
// partial application.
func callable(class string, result Type) Type {
	t := Type{Kind: KindInstance, Name: class, Confidence: max(result.Confidence, Possible)}
	return t.withParts([]part{{yielded, result}})
}

// instanceCall types a call of an object: module(x) runs its forward.
func (m *Model) instanceCall(call syntax.Node) Type {
	t := m.Type(m.Tree.Callee(call))
	switch t.Name {
	case gradientMaker, valueAndGradientMaker:
		return m.gradient(call, t)
	case tupleMaker:
		return m.tupleMade(call, t)
	}
	if result, ok := t.part(yielded); ok && t.Kind == KindInstance {
		return result
	}
	switch {
	case t.Kind == KindPending:
		return t
	case t.Kind == KindModule && !t.OfProject():
		return TypeOf(KindTensor, min(t.Confidence, Likely))
	case t.Kind == KindModule, t.Kind == KindInstance && t.OfProject():
		if out := m.calledOn(t); out.Known() || out.Kind == KindPending {
			return out
		}
	}
	if t.Kind == KindModule || !t.Known() && m.isPart(m.Tree.Callee(call)) {
		return m.passedOn(call)
	}
	return m.membersOf(call)
}

// calledOn types a call of an instance of a class of the project.
func (m *Model) calledOn(t Type) Type {
	method := "forward"
	if t.Kind == KindInstance {
		method = "__call__"
	}
	r := m.MethodRef(t, method)
	switch {
	case r.Pending:
		return Type{Kind: KindPending}
	case r.Def != syntax.None || r.Foreign.IsDefinition():
		return m.called(r).atMost(min(t.Confidence, Likely))
	}
	return Type{}
}

// isPart reports whether an expression is an attribute of an instance of a module of the
// project, and so one of its building blocks.
func (m *Model) isPart(callee syntax.Node) bool {
	if m.Tree.Kind(callee) != syntax.KindAttribute || m.Ref(callee) != (Ref{}) {
		return false
	}
	owner := m.Type(m.Tree.Object(callee))
	return owner.Kind == KindModule && owner.OfProject()
}

// passedOn types a call of a layer of unknown class: a layer that takes a tensor may well
// return one.
func (m *Model) passedOn(call syntax.Node) Type {
	t := m.Type(m.Tree.Arg(call, 0, ""))
	switch t.Kind {
	case KindTensor:
		return t.atMost(Possible)
	case KindPending:
		return t
	}
	return Type{}
}

// frameworkCall types a call of something imported, a method of a known kind
// or a builtin.
func (m *Model) frameworkCall(call syntax.Node, r Ref) Type {
	name := m.Canonical(r.Name)
	if inst := m.instanceName(name); inst != "" {
		return m.constructedBy(call, name, inst, r.Confidence)
	}
	if t := m.builtinCall(call, name); t.Known() {
		return t
	}
	if t, ok := m.preparedCall(call, name); ok {
		return t
	}
	if t, ok := m.parsedCall(call, name); ok {
		return t
	}
	if kind := m.single(call, name); kind != KindUnknown {
		return TypeOf(kind, r.Confidence)
	}
	if rearranges(name) {
		return m.rearranged(call, name)
	}
	if m.result(name).Kind == "self" {
		return m.Type(m.Tree.Object(m.Tree.Callee(call)))
	}
	return m.frameworkReturn(name, r.Confidence)
}

// frameworkReturn types the result of a function of a framework or a library.
func (m *Model) frameworkReturn(name string, c Confidence) Type {
	t := returnType(m.result(name).Kind)
	if t.Kind == KindSequence && t.Elem == KindTensor && strings.HasPrefix(name, "jax.") {
		t.Elem = KindArray // named tuples of JAX
	}
	if !t.Known() || t.Kind == KindDict { // libraryCall may know more of a dictionary
		if known := libraryCall(name); known.Known() {
			t = known
		}
	}
	return t.atMost(c)
}

// constructedBy types an instance of a class of the framework; containers of modules and
// parameters keep the types of their elements.
func (m *Model) constructedBy(call syntax.Node, name, class string, c Confidence) Type {
	t := m.constructed(class, c)
	switch name {
	case "torch.nn.ParameterList", "torch.nn.ParameterDict":
		t.parts = &[]part{{anyPart, TypeOf(KindTensor, Likely)}}
	case "torch.nn.ModuleList", "torch.nn.ModuleDict":
		held := m.Type(m.Tree.Arg(call, 0, "modules"))
		if held.parts != nil {
			t.parts = &[]part{{anyPart, held.AnyElement()}}
		}
	default:
		if dataClassParser(name) != "" {
			t.parts = m.classesParsed(call)
		}
	}
	return t
}

func (m *Model) builtinCall(call syntax.Node, name string) Type {
	switch name {
	case "builtins.len", "builtins.int", "builtins.ord", "builtins.hash", "builtins.id":
		return TypeOf(KindInt, Certain)
	case "builtins.float":
		return TypeOf(KindFloat, Certain)
	case "builtins.str", "builtins.repr", "builtins.format", "builtins.input":
		return TypeOf(KindString, Certain)
	case "builtins.bool", "builtins.isinstance", "builtins.hasattr", "builtins.callable", "builtins.any", "builtins.all":
		return TypeOf(KindBool, Certain)
	case "builtins.dict", "collections.OrderedDict":
		return m.dictCall(call)
	case "collections.defaultdict":
		return TypeOf(KindDict, Certain)
	case "typing.cast":
		return m.annotation(m.Tree.Arg(call, 0, "typ"))
	case "functools.partial", "jax.jit", "jax.vmap", "jax.pmap", "jax.checkpoint", "jax.remat":
		return callable("functools.partial", m.mapped(m.Tree.Arg(call, 0, "fun")))
	case gradientMaker, valueAndGradientMaker:
		return m.differentiated(call, name)
	case "jax.lax.scan":
		return m.scanned(call)
	case tupleMaker:
		return m.tupleMaker(call)
	case "builtins.super":
		return m.superType(call)
	case "copy.deepcopy", "copy.copy":
		return m.Type(m.Tree.Arg(call, 0, "x"))
	case "accelerate.Accelerator.gather", "accelerate.Accelerator.gather_for_metrics", "accelerate.Accelerator.reduce",
		"accelerate.Accelerator.pad_across_processes":
		return m.Type(m.Tree.Arg(call, 0, "tensor")).atMost(Likely)
	}
	if t, ok := m.numericCall(call, name); ok {
		return t
	}
	if t, ok := m.iteratorCall(call, name); ok {
		return t
	}
	if t := m.flaxCall(name); t.Known() {
		return t
	}
	return m.transformCall(call, name)
}

// dictCall types dict(pairs, key=value).
func (m *Model) dictCall(call syntax.Node) Type {
	var list []part
	t := TypeOf(KindDict, Certain)
	for a := range m.Tree.Args(call) {
		if a.Name == syntax.None {
			if t := m.Type(a.Value); t.Kind == KindDict {
				return t
			}
			return TypeOf(KindDict, Certain)
		}
		value := m.Type(a.Value)
		if len(list) == 0 {
			t.Elem = value.Kind
		} else if t.Elem != value.Kind {
			t.Elem = KindUnknown
		}
		list = append(list, part{m.Tree.Text(a.Name), value})
	}
	return t.withParts(list)
}

// superType is the type of super(): an instance of the first base class.
func (m *Model) superType(call syntax.Node) Type {
	class := m.Tree.EnclosingClass(call)
	if class == syntax.None {
		return Type{}
	}
	bases := m.Bases(class)
	if len(bases) == 0 {
		return Type{}
	}
	switch base := bases[0]; {
	case base.Pending:
		return Type{Kind: KindPending}
	case base.IsClass(m.Tree):
		return m.instance(base)
	case base.Name != "":
		return m.frameworkInstance(base)
	}
	return Type{}
}
