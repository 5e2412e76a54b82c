package tensor

import (
	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// standInDType returns the dtype of the tensor that replaces a parameter passed as None,
// since callers should pass the same dtype: if keep is None: keep = torch.ones(n,
// dtype=torch.bool). A row of such a tensor has it too. It is "" if no such tensor is
// seen.
func (m *Tensors) standInDType(n syntax.Node) string {
	n = m.Tree.Unparen(n)
	for m.Tree.Kind(n) == syntax.KindSubscript {
		n = m.Tree.Unparen(m.Tree.Child(n, syntax.FieldValue))
	}
	if m.Tree.Kind(n) != syntax.KindIdentifier {
		return ""
	}
	out, passed := "", false
	for _, d := range m.ReachingDefs(n) {
		if d.Kind == infer.DefParam {
			passed = true
			continue
		}
		value := m.standIn(d)
		dtype := m.DType(value)
		if value == syntax.None || dtype == "" || out != "" && dtype != out {
			return ""
		}
		passed = passed || value != m.Tree.Unparen(d.Value) // by the other arm
		out = dtype
	}
	if !passed {
		return ""
	}
	return out
}

// standIn returns the value that a binding gives a variable only if it was None; None for
// other bindings.
func (m *Tensors) standIn(d infer.Def) syntax.Node {
	if d.Kind != infer.DefAssign {
		return syntax.None
	}
	name, value := m.Tree.Text(d.Node), m.Tree.Unparen(d.Value)
	if m.Tree.Kind(value) == syntax.KindConditional {
		body, test, orelse := m.Tree.Conditional(value)
		switch op := m.comparedWithNone(test, name); {
		case op == "is" && m.Tree.Text(orelse) == name:
			return m.Tree.Unparen(body)
		case op == "is not" && m.Tree.Text(body) == name:
			return m.Tree.Unparen(orelse)
		}
		return syntax.None
	}
	block := m.Tree.Parent(m.Tree.Statement(d.Node))
	branch := m.Tree.Parent(block)
	if m.Tree.Kind(branch) != syntax.KindIf || m.Tree.Field(block) != syntax.FieldConsequence || m.comparedWithNone(m.Tree.Condition(branch), name) != "is" {
		return syntax.None
	}
	return value
}

// comparedWithNone returns the operator with which a test compares a variable with None:
// is, is not; "" for any other test.
func (m *Tensors) comparedWithNone(test syntax.Node, name string) string {
	operand, op := m.Tree.NoneTest(m.Tree.Unparen(test))
	if m.Tree.Text(operand) != name {
		return ""
	}
	return op
}
