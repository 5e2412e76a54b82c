package semantic

import (
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// paramType types a parameter: self, an annotation, the default, the
// convention that forward takes tensors, or the arguments of calls in this
// file.
func (m *Model) paramType(d Def, sym *Symbol) Type {
	fn := sym.scope.node
	if class := m.methodClass(fn); class != syntax.None && d.Index == 0 && !m.isStatic(fn) {
		if m.isDecorated(fn, "builtins.classmethod") {
			return Type{} // the class itself; see Ref
		}
		return m.instance(class)
	}
	switch m.Tree.Kind(m.Tree.Parent(d.Node)) {
	case syntax.KindListSplatPattern, syntax.KindDictionarySplatPattern:
		return m.splatType(d, fn)
	}
	if t := m.annotation(m.Tree.Child(m.Tree.Parent(d.Node), syntax.FieldType)); t.known() {
		return t
	}
	if t := m.Type(d.Value); t.known() && t.Kind != KindNone {
		return t.atMost(Likely)
	}
	if m.isForward(fn) {
		if d.Index == 0 && m.isAutograd(m.methodClass(fn)) {
			return Type{}
		}
		return typeOf(KindTensor, Likely)
	}
	return m.passedType(fn, d)
}

// splatType types *args and **kwargs.
func (m *Model) splatType(d Def, fn syntax.Node) Type {
	star := m.Tree.Parent(d.Node)
	elem := m.annotation(m.Tree.Child(m.Tree.Parent(star), syntax.FieldType))
	kind := KindSequence
	if m.Tree.Kind(star) == syntax.KindDictionarySplatPattern {
		kind = KindDict
	} else if !elem.known() && m.isForward(fn) {
		elem = typeOf(KindTensor, Likely)
	}
	return Type{Kind: kind, Name: className[kind], Elem: elem.Kind, Confidence: max(elem.Confidence, Possible)}
}

// isForward reports whether fn is the forward method of a module, or of an
// autograd function.
func (m *Model) isForward(fn syntax.Node) bool {
	class := m.methodClass(fn)
	if class == syntax.None {
		return false
	}
	name := m.Tree.Text(m.Tree.FuncName(fn))
	if name != "forward" && name != "backward" {
		return false
	}
	return m.isAutograd(class) || m.frameworkBase(class).Kind == KindModule
}

// isAutograd reports whether a class defines an operator with its gradient;
// its methods take a context before the tensors.
func (m *Model) isAutograd(class syntax.Node) bool {
	for base := range m.Tree.Bases(class) {
		if name, _ := m.Name(base.Value); name == "torch.autograd.Function" {
			return true
		}
	}
	return false
}

// passedType joins the types of what this file's calls pass for a parameter.
func (m *Model) passedType(fn syntax.Node, d Def) Type {
	var out Type
	first := true
	name := m.Tree.Text(d.Node)
	for i, call := range m.Callers(fn) {
		if i >= 8 {
			break
		}
		offset := 0
		if m.isBound(m.Tree.Callee(call), fn) {
			offset = 1
		}
		arg := m.Tree.Arg(call, d.Index-offset, name)
		if arg == syntax.None {
			continue
		}
		t := m.Type(arg)
		if first {
			out, first = t, false
		} else {
			out = join(out, t)
		}
	}
	return out.atMost(Likely)
}

// isBound reports whether calling callee passes the first parameter of fn, a
// method: not for C.method(c, …), where c is written out.
func (m *Model) isBound(callee, fn syntax.Node) bool {
	if m.methodClass(fn) == syntax.None || m.isStatic(fn) {
		return false
	}
	r := m.Ref(callee)
	if r.Def != syntax.None && m.Tree.Kind(r.Def) == syntax.KindClass {
		return true // C(…) runs __init__ on a new instance
	}
	if m.Tree.Kind(callee) != syntax.KindAttribute {
		return false
	}
	obj := m.Ref(m.Tree.Object(callee)).Def
	return obj == syntax.None || m.Tree.Kind(obj) != syntax.KindClass || m.isDecorated(fn, "builtins.classmethod")
}

// Callers are the calls in this file that reach a function or, for __init__,
// construct its class.
func (m *Model) Callers(fn syntax.Node) []syntax.Node {
	if m.callers == nil {
		m.indexCallers()
	}
	return m.callers[fn]
}

func (m *Model) indexCallers() {
	m.callers = make(map[syntax.Node][]syntax.Node)
	for _, call := range m.calls {
		r := m.Ref(m.Tree.Callee(call))
		def := r.Def
		if def == syntax.None {
			continue
		}
		if m.Tree.Kind(def) == syntax.KindClass {
			if def = m.constructor(def); def == syntax.None {
				continue
			}
		}
		m.callers[def] = append(m.callers[def], call)
	}
}
