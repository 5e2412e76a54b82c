package value

import (
	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// Passed returns the values that this file passes for a parameter; none if it does not
// show all of them, or defines no function with that parameter.
func (m *Values) Passed(param infer.Def) []syntax.Node {
	fn := m.Tree.EnclosingFunction(param.Node)
	if m.Tree.Kind(fn) != syntax.KindFunction {
		return nil
	}
	return m.PassedValues(fn, param)
}

// PassedValues returns the values that the calls of this file pass for a parameter; none
// if one call does not show its value, or if the function is handed to others to call.
func (m *Values) PassedValues(fn syntax.Node, d infer.Def) []syntax.Node {
	for _, use := range m.HandedAs(fn) {
		if call := m.Tree.Parent(use); m.Tree.Kind(call) != syntax.KindCall || m.Tree.Callee(call) != use {
			return nil
		}
	}
	var values []syntax.Node
	for _, call := range m.Callers(fn) {
		if len(values) == infer.MaxPassed {
			return nil
		}
		value := m.PassedBy(call, fn, d)
		if value == syntax.None {
			value = d.Value // its default
		}
		if _, _, splat := m.Tree.ArgCount(call); splat || value == syntax.None {
			return nil
		}
		values = append(values, value)
	}
	return values
}
