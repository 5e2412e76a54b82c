package scope

import (
	"slices"

	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// exhausts reports whether the last of defs, which are in reverse order, is in the first
// arm of an if statement before use, and all arms of that statement bind the name or
// leave. Then no earlier binding is seen.
func (v *View) exhausts(defs []Def, use syntax.Node) bool {
	block := v.Tree.Suite(defs[len(defs)-1].Node)
	stmt := v.Tree.Parent(block)
	if v.Tree.Kind(stmt) != syntax.KindIf || v.Tree.Field(block) != syntax.FieldConsequence || v.Tree.Within(use, stmt) || !v.Dominates(stmt, use) {
		return false
	}
	arms := v.Tree.Branches(stmt)
	if arms[len(arms)-1].Cond != syntax.None {
		return false
	}
	bound := v.boundIn(stmt, defs)
	for _, arm := range arms {
		if !bound[arm.Body] && !v.EndsFunction(arm.Body) {
			return false
		}
	}
	return true
}

// boundIn tells for each block of a statement whether the first of defs in it binds the
// name anew. The bindings in the statement are the last of defs, and the search ends at
// the first one outside: a name bound under many conditions has many of those.
func (v *View) boundIn(stmt syntax.Node, defs []Def) map[syntax.Node]bool {
	bound := make(map[syntax.Node]bool)
	for _, d := range slices.Backward(defs) {
		if !v.Tree.Within(d.Node, stmt) {
			break
		}
		suite := v.Tree.Suite(d.Node)
		if _, known := bound[suite]; !known {
			bound[suite] = d.Kind != DefAug
		}
	}
	return bound
}

// armOf returns the if or match statement that p is an arm of; None for other nodes.
func (v *View) armOf(p syntax.Node) syntax.Node {
	parent := v.Tree.Parent(p)
	switch v.Tree.Kind(p) {
	case syntax.KindBlock:
		if v.Tree.Kind(parent) == syntax.KindIf {
			return parent
		}
	case syntax.KindElif, syntax.KindElse:
		if v.Tree.Kind(parent) == syntax.KindIf {
			return parent
		}
	case syntax.KindCaseClause:
		if v.Tree.Kind(parent) == syntax.KindBlock {
			parent = v.Tree.Parent(parent)
		}
		return parent
	}
	return syntax.None
}
