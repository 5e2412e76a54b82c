package tensor

import (
	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// parameter returns the rank of the arguments that all calls of this file pass for a
// parameter: calls of the function, or of the module for the parameters of its forward.
func (w *rankWalk) parameter(d infer.Def) int {
	fn := w.t.EnclosingFunction(d.Node)
	values := w.m.Passed(d)
	if w.m.IsForward(fn) {
		values = w.m.passedToModule(fn, d)
	}
	rank := unknownRank
	for i, value := range values {
		got := w.of(value)
		if got < 0 || i > 0 && got != rank {
			return unknownRank
		}
		rank = got
	}
	return rank
}

// passedToModule returns the arguments that calls of a module's instances pass for a
// parameter of its forward; none if one call does not show it, or forward is called
// directly.
func (m *Tensors) passedToModule(forward syntax.Node, d infer.Def) (values []syntax.Node) {
	class := m.MethodClass(forward)
	if len(m.Callers(forward)) > 0 {
		return nil
	}
	for _, call := range m.Calls() {
		if t := m.Type(m.Tree.Callee(call)); t.Kind != infer.KindModule || t.Class != class {
			continue
		}
		value := m.Tree.Arg(call, d.Index-1, m.Tree.Text(d.Node))
		if value == syntax.None || len(values) == infer.MaxPassed {
			return nil
		}
		values = append(values, value)
	}
	return values
}
