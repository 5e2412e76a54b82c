package flow

import "github.com/neuronlint/neuronlint/analyzer/syntax"

// nearby is the height that a value climbs in an expression without a cache. Real code is
// not as deep; in deeper code many values climb the same path.
const nearby = 16

// wholeOf is the largest expression around a value that may yield it as it is: a choice
// among several, or its parentheses.
func (f *flow) wholeOf(n syntax.Node) syntax.Node {
	for range nearby {
		up := f.passedUp(n)
		if up == syntax.None {
			return n
		}
		n = up
	}
	return f.farWhole(n)
}

// farWhole is wholeOf with a cache for all nodes on the way up.
func (f *flow) farWhole(n syntax.Node) syntax.Node {
	var way []syntax.Node
	top, known := f.wholes[n]
	for !known {
		way = append(way, n)
		up := f.passedUp(n)
		if up == syntax.None {
			top = n
			break
		}
		n = up
		top, known = f.wholes[n]
	}
	if f.wholes == nil {
		f.wholes = make(map[syntax.Node]syntax.Node)
	}
	for _, below := range way {
		f.wholes[below] = top
	}
	return top
}

// passedUp is the expression directly around a value that may yield it as it is; None if
// it is used otherwise.
func (f *flow) passedUp(n syntax.Node) syntax.Node {
	t := f.m.Tree
	switch p := t.Parent(n); t.Kind(p) {
	case syntax.KindParenthesized, syntax.KindAwait, syntax.KindBooleanOperator:
		return p
	case syntax.KindConditional:
		if t.Condition(p) != n {
			return p
		}
	}
	return syntax.None
}
