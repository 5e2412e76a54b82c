package semantic

import "github.com/neuronlint/neuronlint/analyzer/syntax"

// bound is the offset behind which a binding holds: behind the whole
// statement for assignments, so that x = f(x) reads the old x.
func (m *Model) bound(d Def) int {
	switch d.Kind {
	case DefAssign, DefUnpack, DefAug:
		if d.Value != syntax.None {
			return max(m.Tree.Stop(m.wholeValue(d.Value)), m.Tree.Stop(d.Node))
		}
	case DefFunction, DefClass:
		return m.Tree.Start(d.Node)
	}
	return m.Tree.Stop(d.Node)
}

// wholeValue is the right-hand side that a value is part of: in a, b = b, a all
// of it is read before anything is bound.
func (m *Model) wholeValue(value syntax.Node) syntax.Node {
	for p := m.Tree.Parent(value); ; value, p = p, m.Tree.Parent(p) {
		switch m.Tree.Kind(p) {
		case syntax.KindTuple, syntax.KindList, syntax.KindExpressionList, syntax.KindParenthesized:
		default:
			return value
		}
	}
}
