package infer

import (
	"slices"

	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// paramType types a parameter: self, an annotation, the default, the convention that
// forward takes tensors, or the arguments of calls in this file.
func (m *Model) paramType(d Def, sym *Symbol) Type {
	fn := sym.Scope.Node
	if class := m.MethodClass(fn); class != syntax.None && d.Index == 0 && !m.IsStatic(fn) {
		if m.IsClassMethod(fn) {
			return Type{} // the class itself; see Ref
		}
		return m.instance(Ref{Def: class})
	}
	switch m.Tree.Kind(m.Tree.Parent(d.Node)) {
	case syntax.KindListSplatPattern, syntax.KindDictionarySplatPattern:
		return m.splatType(d, fn)
	}
	if t := m.annotation(m.Tree.Child(m.Tree.Parent(d.Node), syntax.FieldType)); t.Known() {
		return t
	}
	if t := m.Type(d.Value); t.Known() && t.Kind != KindNone {
		return t.atMost(Likely)
	}
	if m.IsForward(fn) {
		if d.Index == 0 && m.IsAutograd(m.MethodClass(fn)) {
			return Type{}
		}
		if m.usage().rulesOut(d, sym) {
			return Type{}
		}
		return TypeOf(KindTensor, Likely)
	}
	if m.GivenPerToken(d) {
		return TypeOf(KindTensor, Likely)
	}
	if d.Index == 0 && m.numbersProcesses(fn) {
		return TypeOf(KindInt, Likely)
	}
	if t := m.handed(fn, d.Index); t.Kind != KindUnknown {
		return t
	}
	if t := m.passedType(fn, d); t.Kind != KindUnknown {
		return t
	}
	if t := m.hookType(fn, d); t.Kind != KindUnknown {
		return t
	}
	return m.taskType(fn, d)
}

// splatType types *args and **kwargs.
func (m *Model) splatType(d Def, fn syntax.Node) Type {
	star := m.Tree.Parent(d.Node)
	elem := m.annotation(m.Tree.Child(m.Tree.Parent(star), syntax.FieldType))
	if m.Tree.Kind(star) == syntax.KindDictionarySplatPattern {
		t := dictOf(elem)
		t.Confidence = max(elem.Confidence, Possible)
		return t
	} else if !elem.Known() && m.IsForward(fn) {
		elem = TypeOf(KindTensor, Likely)
	}
	return sequenceOf(elem)
}

// IsForward reports whether fn is the forward method of a module or of an autograd
// function.
func (m *Model) IsForward(fn syntax.Node) bool {
	class := m.MethodClass(fn)
	if class == syntax.None {
		return false
	}
	name := m.Tree.Text(m.Tree.FuncName(fn))
	if name != "forward" && name != "backward" {
		return false
	}
	return m.IsAutograd(class) || m.FrameworkType(class).Kind == KindModule
}

// IsAutograd reports whether a class defines an operator with its gradient. Its methods
// take a context before the tensors.
func (m *Model) IsAutograd(class syntax.Node) bool {
	for base := range m.Tree.Bases(class) {
		if name, _ := m.Name(base.Value); name == "torch.autograd.Function" {
			return true
		}
	}
	return false
}

// MaxPassed bounds the calls whose argument for a parameter is looked at.
const MaxPassed = 8

// passedType joins the types of the arguments that this file's calls pass for a
// parameter.
func (m *Model) passedType(fn syntax.Node, d Def) Type {
	out := Type{}
	passed := 0
	for _, call := range m.CallsByName(fn) {
		if passed >= MaxPassed {
			break
		}
		if m.TargetOf(call) != fn {
			continue
		}
		arg := m.PassedBy(call, fn, d)
		if arg == syntax.None {
			continue
		}
		if passed++; passed == 1 {
			out = m.Type(arg)
		} else {
			out = join(out, m.Type(arg))
		}
	}
	return out.atMost(Likely)
}

// CallsByName returns the calls of this file that may reach a function, going by the
// names alone: a question about one parameter should not resolve every call of the file.
func (m *Model) CallsByName(fn syntax.Node) []syntax.Node {
	if m.byName == nil {
		m.byName = make(map[string][]syntax.Node)
		for _, call := range m.Calls() {
			callee := m.Tree.Callee(call)
			if m.Tree.Kind(callee) == syntax.KindAttribute {
				callee = m.Tree.AttrName(callee)
			}
			if m.Tree.Kind(callee) == syntax.KindIdentifier {
				name := m.Tree.View(callee)
				m.byName[name] = append(m.byName[name], call)
			}
		}
	}
	name := m.Tree.Text(m.Tree.FuncName(fn))
	calls := m.byName[name]
	if class := m.MethodClass(fn); class != syntax.None && name == "__init__" {
		calls = slices.Concat(calls, m.byName[m.Tree.Text(m.Tree.FuncName(class))], m.byName["cls"])
	}
	return calls
}

// PassedBy returns the argument of a call of fn for a parameter; None if the call omits
// it or does not show it.
func (m *Model) PassedBy(call, fn syntax.Node, d Def) syntax.Node {
	return m.Tree.Arg(call, m.Position(call, fn, d), m.Tree.Text(d.Node))
}

// Position returns the index of the argument for a parameter in a call of fn without a
// keyword for it.
func (m *Model) Position(call, fn syntax.Node, d Def) int {
	return m.positionFor(m.Tree.Callee(call), fn, d)
}

// positionFor is position, given the expression that names the function.
func (m *Model) positionFor(callee, fn syntax.Node, d Def) int {
	if m.IsBound(callee, fn) {
		return d.Index - 1
	}
	return d.Index
}

// IsBound reports whether calling callee passes the first parameter of fn, a method. It
// does not in C.method(c, …), where c is written out.
func (m *Model) IsBound(callee, fn syntax.Node) bool {
	if m.MethodClass(fn) == syntax.None || m.IsStatic(fn) {
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
	return obj == syntax.None || m.Tree.Kind(obj) != syntax.KindClass || m.IsClassMethod(fn)
}

// Callers returns the calls in this file that reach a function or, for __init__,
// construct its class.
func (m *Model) Callers(fn syntax.Node) []syntax.Node {
	m.CheckInterrupt()
	if m.callers == nil {
		m.callers = make(map[syntax.Node][]syntax.Node)
		for _, call := range m.Calls() {
			if def := m.TargetOf(call); def != syntax.None {
				m.callers[def] = append(m.callers[def], call)
			}
		}
	}
	return m.callers[fn]
}

// TargetOf returns the function of this file that a call runs; for a class its
// constructor.
func (m *Model) TargetOf(call syntax.Node) syntax.Node {
	def := m.Ref(m.Tree.Callee(call)).Def
	if def != syntax.None && m.Tree.Kind(def) == syntax.KindClass {
		return m.Constructor(def)
	}
	return def
}
