package infer

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// IsOptimizer reports whether a class is an optimizer: it derives from PyTorch's, or has
// a step that works on gradients and either clears them or is named like an optimizer.
func (m *Model) IsOptimizer(class syntax.Node) bool {
	if m.FrameworkType(class).Kind == KindOptimizer {
		return true
	}
	members := m.Scope(class).Names
	step := members["step"]
	if step == nil || len(step.Defs) != 1 || step.Defs[0].Kind != DefFunction || !m.TextHas("grad") || !m.ImportsAny("torch") {
		return false
	}
	if members["zero_grad"] == nil && !strings.Contains(m.Tree.View(m.Tree.FuncName(class)), "Optim") {
		return false
	}
	for n := range m.AttributeLoads("grad") {
		if m.Tree.Within(n, step.Defs[0].Node) {
			return true
		}
	}
	return false
}

// StateTensor reports whether an expression is a tensor that an optimizer keeps for
// a parameter: state["exp_avg"] in a method of a class whose methods store nothing
// but tensors under that key. Which dictionary it is does not matter; an optimizer
// has one for each parameter, and hands it from method to method.
func (m *Model) StateTensor(n syntax.Node) bool {
	n = m.Tree.Unparen(n)
	return m.Tree.Kind(n) == syntax.KindSubscript && m.stateType(n).Kind == KindTensor
}

// stateType joins the types that the methods of an optimizer store under the key of a
// subscript.
func (m *Model) stateType(n syntax.Node) (out Type) {
	key, ok := m.Tree.StringValue(m.Tree.Child(n, syntax.FieldSubscript))
	class := m.Tree.EnclosingClass(n)
	if !ok || class == syntax.None || !m.IsOptimizer(class) {
		return Type{}
	}
	found := false
	for _, s := range m.Stores() {
		if s.Kind != DefAssign || m.Tree.Kind(s.Target) != syntax.KindSubscript || m.Tree.EnclosingClass(s.Target) != class {
			continue
		}
		if stored, ok := m.Tree.StringValue(m.Tree.Child(s.Target, syntax.FieldSubscript)); !ok || stored != key {
			continue
		}
		switch t := m.Type(s.Value); {
		case m.Tree.Kind(s.Value) == syntax.KindInteger || m.Tree.Kind(s.Value) == syntax.KindFloat:
			// The initial value is replaced before it is used.
		case found:
			out = join(out, t)
		default:
			out, found = t, true
		}
	}
	return out.atMost(Likely)
}
