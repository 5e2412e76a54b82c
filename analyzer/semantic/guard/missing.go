package guard

import (
	"slices"

	"github.com/neuronlint/neuronlint/analyzer/semantic/flow"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// Misses reports whether a test asks for CUDA by name, of a device that others may
// choose, and a query in the same condition whether CUDA is missing: device == "cuda"
// and not torch.cuda.is_available(). That is right for CUDA, with or
// without other accelerators.
func (m *Control) Misses(c *flow.Compare) bool {
	top := m.Condition(c.Node)
	if c.Negated || !c.Component.ChosenOutside() || top == c.Node || !m.conjunct(top, c.Node, true) {
		return false
	}
	for n := range m.Tree.All(top) {
		if m.Tree.Kind(n) != syntax.KindCall || !m.conjunct(top, n, false) {
			continue
		}
		if name, _ := m.CallName(n); IsQuery(name) {
			return true
		}
	}
	return false
}

// AskedFor reports whether a query is part of such a condition.
func (m *Control) AskedFor(query syntax.Node) bool {
	if query == syntax.None || m.Tree.Kind(m.Tree.Parent(query)) != syntax.KindNotOperator {
		return false
	}
	top := m.Condition(query)
	return slices.ContainsFunc(m.Compares(), func(c *flow.Compare) bool { return m.Condition(c.Node) == top && m.Misses(c) })
}
