package scope

import "github.com/neuronlint/neuronlint/analyzer/syntax"

// Bound returns the offset after which a binding holds: after the whole statement for
// assignments, since x = f(x) reads the old x.
func (v *View) Bound(d Def) int {
	switch d.Kind {
	case DefAssign, DefUnpack, DefAug:
		if d.Value != syntax.None {
			return max(v.Tree.Stop(v.wholeValue(d.Value)), v.Tree.Stop(d.Node))
		}
	case DefFunction, DefClass:
		return v.Tree.Start(d.Node)
	}
	return v.Tree.Stop(d.Node)
}

// wholeValue returns the right-hand side that a value is part of: in a, b = b, a all of
// it is read before anything is bound.
func (v *View) wholeValue(value syntax.Node) syntax.Node {
	for p := v.Tree.Parent(value); ; value, p = p, v.Tree.Parent(p) {
		switch v.Tree.Kind(p) {
		case syntax.KindTuple, syntax.KindList, syntax.KindExpressionList, syntax.KindParenthesized:
		default:
			return value
		}
	}
}
