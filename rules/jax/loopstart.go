package jax

import (
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// start is the value of a counter before the first round of its loop; None where the
// text does not show it.
func (c *condition) start(counter syntax.Node, depth int) syntax.Node {
	counter = c.p.Tree.Unparen(counter)
	if depth > deepest {
		return syntax.None
	}
	switch c.p.Tree.Kind(counter) {
	case syntax.KindSubscript:
		if k, ok := c.p.Model.Constant(c.p.Tree.Child(counter, syntax.FieldSubscript)); ok && k.Kind == semantic.ConstantNumber {
			return c.element(c.start(c.p.Tree.Child(counter, syntax.FieldValue), depth+1), int(k.Number))
		}
	case syntax.KindIdentifier:
		defs := c.p.Model.ReachingDefs(counter)
		if len(defs) != 1 {
			return syntax.None
		}
		switch d := defs[0]; d.Kind {
		case semantic.DefParam:
			if c.p.Tree.EnclosingFunction(d.Node) == c.fn {
				return c.initial
			}
		case semantic.DefUnpack:
			return c.element(c.start(d.Value, depth+1), d.Index)
		case semantic.DefAssign:
			return c.start(d.Value, depth+1)
		}
	}
	return syntax.None
}

// element is one of the elements of a tuple or list that is written out.
func (c *condition) element(state syntax.Node, at int) syntax.Node {
	state = c.p.Tree.Unparen(state)
	switch c.p.Tree.Kind(state) {
	case syntax.KindTuple, syntax.KindList, syntax.KindExpressionList:
		for n := range c.p.Tree.Children(state) {
			if at == 0 {
				return n
			}
			at--
		}
	}
	return syntax.None
}

// takes reports whether a parameter belongs to the function of the condition, and so is
// the state of the loop, or a layer; the object of a method is bound before.
func (c *condition) takes(param syntax.Node) bool {
	tree := c.p.Tree
	if tree.EnclosingFunction(param) != c.fn {
		return false
	}
	class, outer := tree.EnclosingClass(c.fn), tree.EnclosingFunction(c.fn)
	method := class != syntax.None && (outer == syntax.None || tree.Within(class, outer))
	return !method || tree.Text(param) != "self"
}
