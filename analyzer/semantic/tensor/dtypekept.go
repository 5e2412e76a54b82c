package tensor

import (
	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/semantic/scope"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// kept is "float64" if all that the methods of a class keep in an attribute of self has
// it. Whole numbers that are kept are positions and counters.
func (w *dtypeWalk) kept(n syntax.Node) string {
	class := w.m.SelfClass(w.m.Tree.Object(n))
	if class == syntax.None {
		return ""
	}
	out := ""
	for i, s := range w.m.AttributeStores(infer.ClassAttr{Class: class, Name: w.m.Tree.View(w.m.Tree.AttrName(n))}) {
		if s.Kind == infer.DefAug {
			continue // in place
		}
		if i >= scope.MaxReaching || s.Kind != infer.DefAssign || w.of(s.Value) != "float64" {
			return ""
		}
		out = "float64"
	}
	return out
}

// passed is "float64" if calls of this file pass such arrays for a parameter.
func (w *arrayWalk) passed(d infer.Def) string {
	fn := w.m.Tree.EnclosingFunction(d.Node)
	asked := 0
	for _, call := range w.m.CallsByName(fn) {
		if w.m.TargetOf(call) != fn {
			continue
		}
		if asked++; asked > infer.MaxPassed {
			break
		}
		if w.of(w.m.PassedBy(call, fn, d)) == "float64" {
			return "float64"
		}
	}
	return ""
}
