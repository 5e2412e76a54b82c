package graph

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/rules/internal/reach"
)

// latched reports whether code runs in one round alone: where a variable is None still,
// which outlives the round and gets its value there.
//
//	if first is None:
//	    first = loss.item()
func latched(p *analyzer.Pass, n syntax.Node) bool {
	outer := p.Tree.EnclosingFunction(n)
	for at := n; at != syntax.None && at != outer; at = p.Tree.Parent(at) {
		parent := p.Tree.Parent(at)
		if p.Tree.Kind(parent) != syntax.KindIf || at != p.Tree.Child(parent, syntax.FieldConsequence) {
			continue
		}
		if latch := testedForNone(p, p.Tree.Condition(parent)); latch != syntax.None && setOnlyIn(p, latch, at) {
			return true
		}
	}
	return false
}

// testedForNone is what a condition compares with None; None if it asks for more.
func testedForNone(p *analyzer.Pass, cond syntax.Node) syntax.Node {
	operands, ops := p.Tree.Comparison(p.Tree.Unparen(cond))
	if len(operands) != 2 || ops[0] != "is" || p.Tree.Text(operands[1]) != "None" {
		return syntax.None
	}
	return operands[0]
}

// setOnlyIn reports whether a variable of a loop, or an attribute of self, is bound in an
// arm and nowhere else in the loop, or in the function.
func setOnlyIn(p *analyzer.Pass, latch, arm syntax.Node) bool {
	within := reach.Around(p.Tree, arm)
	switch p.Tree.Kind(latch) {
	case syntax.KindIdentifier:
		if k := p.Tree.Kind(within); k != syntax.KindFor && k != syntax.KindWhile {
			return false
		}
	case syntax.KindAttribute:
		if !strings.HasPrefix(p.Tree.Text(latch), "self.") {
			return false
		}
		within = p.Tree.EnclosingFunction(arm)
	default:
		return false
	}
	set := false
	for n := range p.Tree.All(max(within, syntax.Root)) {
		if p.Tree.Kind(n) != syntax.KindAssignment || p.Tree.Text(p.Tree.Child(n, syntax.FieldLeft)) != p.Tree.Text(latch) {
			continue
		}
		if !p.Tree.Within(n, arm) {
			return false
		}
		set = true
	}
	return set
}
