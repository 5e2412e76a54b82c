package graph

import (
	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
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
	for at, parent := range reach.Outward(p, n) {
		if parent == outer {
			break
		}
		if p.Tree.Kind(parent) != syntax.KindIf || at != p.Tree.Child(parent, syntax.FieldConsequence) {
			continue
		}
		if latch := testedForNone(p, p.Tree.Condition(parent)); latch != syntax.None && setFor(p, latch, at) {
			return true
		}
	}
	return false
}

// testedForNone is the value that a condition compares with None; None if it asks for
// more.
func testedForNone(p *analyzer.Pass, cond syntax.Node) syntax.Node {
	operands, ops := p.Tree.Comparison(p.Tree.Unparen(cond))
	if len(operands) != 2 || ops[0] != "is" || !isNone(p, operands[1]) {
		return syntax.None
	}
	return operands[0]
}

// setFor reports whether a variable that outlives the rounds of a loop, or an attribute
// of self, gets a value in an arm, and is never made None again in the loop, or in the
// function.
func setFor(p *analyzer.Pass, latch, arm syntax.Node) bool {
	switch p.Tree.Kind(latch) {
	case syntax.KindIdentifier:
		loop := reach.Around(p.Tree, arm)
		k := p.Tree.Kind(loop)
		return (k == syntax.KindFor || k == syntax.KindWhile) && keepsValue(p, latch, arm, loop)
	case syntax.KindAttribute:
		return p.Tree.Text(p.Tree.Object(latch)) == "self" && attributeKept(p, latch, arm)
	}
	return false
}

// keepsValue is setFor for a variable and the loop.
func keepsValue(p *analyzer.Pass, latch, arm, loop syntax.Node) bool {
	sym := p.Model.Symbol(latch)
	if sym == nil {
		return false
	}
	set := false
	for _, d := range sym.Defs {
		switch {
		case !p.Tree.Within(d.Node, loop):
		case d.Kind != semantic.DefAssign && d.Kind != semantic.DefAug || isNone(p, d.Value):
			return false
		case p.Tree.Within(d.Node, arm):
			set = true
		}
	}
	return set
}

// attributeKept is setFor for an attribute of self and the function.
func attributeKept(p *analyzer.Pass, latch, arm syntax.Node) bool {
	set := false
	for n := range p.Tree.All(max(p.Tree.EnclosingFunction(arm), syntax.Root)) {
		if p.Tree.Kind(n) != syntax.KindAssignment || !p.Tree.Same(p.Tree.Child(n, syntax.FieldLeft), latch) {
			continue
		}
		if isNone(p, p.Tree.Child(n, syntax.FieldRight)) {
			return false
		}
		set = set || p.Tree.Within(n, arm)
	}
	return set
}

func isNone(p *analyzer.Pass, n syntax.Node) bool { return p.Tree.Text(p.Tree.Unparen(n)) == "None" }
