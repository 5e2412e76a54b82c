package infer

import (
	"github.com/neuronlint/neuronlint/analyzer/semantic/scope"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// madeAlike reports whether a value that could be an array as well is a tensor, because a
// call of the same function binds the variable elsewhere, where it is used as one: a
// validation step often binds it once more.
func (e *evidence) madeAlike(d Def, sym *Symbol, world receivers) bool {
	t := e.m.Tree
	value := t.Unparen(d.Value)
	if d.Kind != DefAssign || t.Kind(value) != syntax.KindCall || len(sym.Defs) > scope.MaxReaching {
		return false
	}
	for _, other := range sym.Defs {
		made := t.Unparen(other.Value)
		if other.Kind == DefAssign && other.Node != d.Node && t.Kind(made) == syntax.KindCall &&
			t.Same(t.Callee(made), t.Callee(value)) && e.binding(other, sym)&world == tensors {
			return true
		}
	}
	return false
}

// schedule reports whether a variable is bound to the result of an unknown function that
// takes a device, and a tensor is computed from one of its elements and a number:
// sigmas = schedule(n, device=device); torch.sqrt(1 - sigmas[0]). Nobody computes like
// that with the elements of a batch of several tensors. A variable that is checked for
// having any elements is a list.
func (e *evidence) schedule(d Def, sym *Symbol) bool {
	t := e.m.Tree
	call := t.Unparen(d.Value)
	if d.Kind != DefAssign || len(sym.Defs) != 1 || t.Kind(call) != syntax.KindCall || t.Keyword(call, "device") == syntax.None ||
		e.binding(d, sym)&tensors == 0 {
		return false
	}
	element := false
	for _, use := range sym.Uses {
		switch parent := t.Parent(use); t.Kind(parent) {
		case syntax.KindNotOperator, syntax.KindBooleanOperator, syntax.KindIf, syntax.KindWhile, syntax.KindConditional:
			return false
		case syntax.KindSubscript:
			element = element || t.Child(parent, syntax.FieldValue) == use && e.besideNumber(parent, t.Parent(parent)) && e.becomesTensor(parent, maxClimb)
		}
	}
	return element
}
