package library

import "github.com/neuronlint/neuronlint/analyzer/syntax"

// behindIsCUDA reports whether a test of a tensor's is_cuda decides whether n
// runs: around it, or before it with a return.
func behindIsCUDA(t *syntax.Tree, n syntax.Node) bool {
	for c := n; c != syntax.Root && t.Kind(c) != syntax.KindFunction; c = t.Parent(c) {
		parent := t.Parent(c)
		if k := t.Kind(parent); (k == syntax.KindIf || k == syntax.KindElif) && t.Field(c) == syntax.FieldConsequence {
			if testsIsCUDA(t, parent, false) {
				return true
			}
		}
		for s := range t.Children(parent) {
			if s == c {
				break
			}
			if t.Kind(s) == syntax.KindIf && testsIsCUDA(t, s, true) && returns(t, t.Body(s)) {
				return true
			}
		}
	}
	return false
}

// testsIsCUDA reports whether the condition of an if statement asks for is_cuda,
// or, negated, for its absence.
func testsIsCUDA(t *syntax.Tree, stmt syntax.Node, negated bool) bool {
	cond := t.Child(stmt, syntax.FieldCondition)
	for n := range t.All(cond) {
		if t.Kind(n) != syntax.KindAttribute || t.Text(t.AttrName(n)) != "is_cuda" {
			continue
		}
		if negated == (t.Kind(t.Parent(n)) == syntax.KindNotOperator) && decides(t, n, cond, negated) {
			return true
		}
	}
	return false
}

// decides reports whether the operand that holds n fixes the outcome of cond:
// all operators above it are "or" for an early return, "and" for a branch.
func decides(t *syntax.Tree, n, cond syntax.Node, negated bool) bool {
	operator := "and"
	if negated {
		operator = "or"
	}
	for c := n; c != cond; c = t.Parent(c) {
		parent := t.Parent(c)
		if t.Kind(parent) == syntax.KindBooleanOperator && t.Operator(parent) != operator {
			return false
		}
	}
	return true
}

func returns(t *syntax.Tree, block syntax.Node) bool {
	return t.Kind(t.Last(block)) == syntax.KindReturn
}
