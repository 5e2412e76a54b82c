package guard

import (
	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// condition is the whole condition around a test, and whether the test is behind an odd
// number of nots in it.
type condition struct {
	node   syntax.Node
	turned bool
}

// wanted is a test and one of its outcomes.
type wanted struct {
	test  syntax.Node
	holds bool
}

// nearby is the height that a test climbs in its condition without a cache. Real
// conditions are not as deep; in deeper ones all tests climb the same path, and the
// result is cached.
const nearby = 16

// Condition is the whole and/or/not expression that a test is part of.
func (m *Control) Condition(test syntax.Node) syntax.Node { return m.wholeOf(test).node }

func (m *Control) wholeOf(test syntax.Node) condition {
	w := condition{node: test}
	for range nearby {
		up, ok := m.conditionAbove(w)
		if !ok {
			return w
		}
		w = up
	}
	far := m.farWhole(w.node)
	return condition{far.node, far.turned != w.turned}
}

// conditionAbove is the next larger part of a condition; ok is false at its top.
func (m *Control) conditionAbove(w condition) (up condition, ok bool) {
	p := m.Tree.Parent(w.node)
	switch m.Tree.Kind(p) {
	case syntax.KindBooleanOperator, syntax.KindParenthesized:
		return condition{p, w.turned}, true
	case syntax.KindNotOperator:
		return condition{p, !w.turned}, true
	}
	return w, false
}

// farWhole is wholeOf with a cache for all nodes on the way up.
func (m *Control) farWhole(n syntax.Node) condition {
	var way []condition
	w := condition{node: n}
	top, known := m.wholes[n]
	for !known {
		way = append(way, w)
		up, ok := m.conditionAbove(w)
		if !ok {
			break
		}
		if top, known = m.wholes[up.node]; known {
			top.turned = top.turned != up.turned
		}
		w = up
	}
	if !known {
		top = w
	}
	if m.wholes == nil {
		m.wholes = make(map[syntax.Node]condition)
	}
	for _, below := range way {
		m.wholes[below.node] = condition{top.node, top.turned != below.turned}
	}
	return top
}

// furthest is the highest part of its condition that a test reaches while on returns
// true for each step. Results for parts far up are cached.
func (m *Control) furthest(from wanted, known *map[wanted]wanted, on func(cond syntax.Node, w wanted) bool) wanted {
	var way []wanted
	w := from
	for {
		if len(way) >= nearby {
			if end, ok := (*known)[w]; ok {
				w = end
				break
			}
		}
		way = append(way, w)
		up, part := m.conditionAbove(condition{node: w.test})
		if !part || !on(up.node, w) {
			break
		}
		w = wanted{up.node, w.holds != up.turned}
	}
	if len(way) > nearby {
		if *known == nil {
			*known = make(map[wanted]wanted)
		}
		for _, below := range way[nearby:] {
			(*known)[below] = w
		}
	}
	return w
}

// decides reports whether a condition cannot have one outcome unless a test in it holds
// (or, if holds is false, unless it fails).
func (m *Control) decides(test syntax.Node, holds bool) bool {
	end := m.furthest(wanted{test, holds}, &m.deciding, m.leavesOpen)
	_, part := m.conditionAbove(condition{node: end.test})
	return !part
}

// leavesOpen reports whether the other operand of a condition, if that is an and or an
// or, cannot bring about the wanted outcome by itself.
func (m *Control) leavesOpen(cond syntax.Node, w wanted) bool {
	if m.Tree.Kind(cond) != syntax.KindBooleanOperator {
		return true
	}
	other := m.Tree.Child(cond, syntax.FieldRight)
	if other == w.test {
		other = m.Tree.Child(cond, syntax.FieldLeft)
	}
	return (m.Tree.Operator(cond) == "and") == w.holds || m.valueWithout(other) == infer.TruthOf(!w.holds)
}

// valueWithout is the value of an operand on a machine without CUDA. All tests beside an
// operand ask for it.
func (m *Control) valueWithout(operand syntax.Node) infer.Truth {
	type key struct{ n syntax.Node }
	return infer.Walked(m.Model, key{operand}, func() infer.Truth { return (&without{m: m, t: m.Tree}).truth(operand).value })
}
