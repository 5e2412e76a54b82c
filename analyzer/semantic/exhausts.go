package semantic

import (
	"slices"

	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// exhausts reports whether the last of defs, which are in reverse order,
// stands in the first arm of an if statement before use all of whose arms bind
// the name or leave, so that no earlier binding is seen.
func (m *Model) exhausts(defs []Def, use syntax.Node) bool {
	block := m.Tree.Suite(defs[len(defs)-1].Node)
	stmt := m.Tree.Parent(block)
	if m.Tree.Kind(stmt) != syntax.KindIf || m.Tree.Field(block) != syntax.FieldConsequence || m.Tree.Within(use, stmt) || !m.dominates(stmt, use) {
		return false
	}
	arms := m.Tree.Branches(stmt)
	if arms[len(arms)-1].Cond != syntax.None {
		return false
	}
	bound := m.boundIn(stmt, defs)
	for _, arm := range arms {
		if !bound[arm.Body] && !m.endsFunction(arm.Body) {
			return false
		}
	}
	return true
}

// boundIn says of the blocks of a statement whether the first of defs in them binds the
// name anew. Those in the statement are the last of defs; one that many conditions bind
// has as many others.
func (m *Model) boundIn(stmt syntax.Node, defs []Def) map[syntax.Node]bool {
	bound := make(map[syntax.Node]bool)
	for _, d := range slices.Backward(defs) {
		if !m.Tree.Within(d.Node, stmt) {
			break
		}
		suite := m.Tree.Suite(d.Node)
		if _, known := bound[suite]; !known {
			bound[suite] = d.Kind != DefAug
		}
	}
	return bound
}

// armOf is the if or match statement that p is an arm of; None if it is none.
func (m *Model) armOf(p syntax.Node) syntax.Node {
	parent := m.Tree.Parent(p)
	switch m.Tree.Kind(p) {
	case syntax.KindBlock:
		if m.Tree.Kind(parent) == syntax.KindIf {
			return parent
		}
	case syntax.KindElif, syntax.KindElse:
		if m.Tree.Kind(parent) == syntax.KindIf {
			return parent
		}
	case syntax.KindCaseClause:
		if m.Tree.Kind(parent) == syntax.KindBlock {
			parent = m.Tree.Parent(parent)
		}
		return parent
	}
	return syntax.None
}
