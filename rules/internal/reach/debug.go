package reach

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// Debugs is the condition around n that lets it run only for somebody who looks for a
// fault: one about a parameter that is named so and is None or False unless it is passed.
// It is None if there is none in the function.
func Debugs(p *analyzer.Pass, n syntax.Node) syntax.Node {
	if !p.Model.TextHas("debug") {
		return syntax.None
	}
	for at, parent := range Outward(p, n) {
		switch p.Tree.Kind(parent) {
		case syntax.KindIf, syntax.KindElif:
			if p.Tree.Child(parent, syntax.FieldConsequence) == at && asksDebug(p, p.Tree.Condition(parent)) {
				return p.Tree.Condition(parent)
			}
		case syntax.KindConditional:
			if body, cond, _ := p.Tree.Conditional(parent); body == at && asksDebug(p, cond) {
				return cond
			}
		case syntax.KindFunction:
			return syntax.None
		}
	}
	return syntax.None
}

// asksDebug reports whether a condition cannot hold unless such a parameter is passed.
func asksDebug(p *analyzer.Pass, cond syntax.Node) bool {
	cond = p.Tree.Unparen(cond)
	switch p.Tree.Kind(cond) {
	case syntax.KindBooleanOperator:
		left, right := asksDebug(p, p.Tree.Child(cond, syntax.FieldLeft)), asksDebug(p, p.Tree.Child(cond, syntax.FieldRight))
		return left && right || (left || right) && p.Tree.Operator(cond) == "and"
	case syntax.KindComparison:
		operand, op := p.Tree.NoneTest(cond)
		if op != "is not" {
			return false
		}
		cond = operand
	}
	if p.Tree.Kind(cond) != syntax.KindIdentifier || !strings.Contains(strings.ToLower(p.Tree.Text(cond)), "debug") {
		return false
	}
	for _, d := range p.Model.ReachingDefs(cond) {
		if d.Kind == semantic.DefParam && isOff(p, d.Value) {
			return true
		}
	}
	return false
}

// isOff reports whether the default of a parameter is None or False.
func isOff(p *analyzer.Pass, value syntax.Node) bool {
	c, ok := p.Model.Constant(value)
	return p.Tree.Kind(value) == syntax.KindNoneLiteral || ok && c.Kind == semantic.ConstantBool && c.Number == 0
}
