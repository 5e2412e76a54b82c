package tensor

import (
	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/semantic/scope"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// kept returns "float64" if every value that the methods of a class store in an attribute
// of self has that dtype. Stored whole numbers are positions and counters.
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

// passed returns "float64" if a call of this file passes such an array for a parameter.
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
