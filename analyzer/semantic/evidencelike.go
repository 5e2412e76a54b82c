package semantic

import "github.com/neuronlint/neuronlint/analyzer/syntax"

// madeAlike reports whether what could be an array as well is a tensor because a
// call of the same function binds the variable elsewhere, where it is used as one:
// what a validation step binds once more.
func (e *evidence) madeAlike(d Def, sym *Symbol, world receivers) bool {
	t := e.m.Tree
	value := t.Unparen(d.Value)
	if d.Kind != DefAssign || t.Kind(value) != syntax.KindCall || len(sym.Defs) > maxReaching {
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
