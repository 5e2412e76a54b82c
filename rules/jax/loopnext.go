package jax

import (
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// part is one element of the state of a loop, by its place or by its name.
type part struct {
	place int
	name  string
}

// measured reports whether an apparent counter is computed anew from other parts of the
// state in each round, as an error or a flag is, so that it counts nothing: error >
// tolerance where the body returns (x, jnp.abs(f(x))).
func (c *condition) measured(counter syntax.Node) bool {
	k, ok := c.part(counter, c.fn, 0)
	return ok && c.changes(k, 0)
}

// tolerates reports whether a comparison asks whether part of the state is still larger
// than a small fraction, as an error is; a countdown ends at a whole number.
func (c *condition) tolerates(left syntax.Node, sign string, right syntax.Node) bool {
	switch sign {
	case "<", "<=":
		left, right = right, left
	case ">", ">=":
	default:
		return false
	}
	k, ok := c.p.Model.Constant(right)
	return ok && k.Kind == semantic.ConstantNumber && k.Number > 0 && k.Number < smallFraction && c.state(left, 0)
}

// smallFraction is an upper bound for tolerances.
const smallFraction = 0.1

// changes reports whether the body of the loop computes a part of its state from
// other parts, or from one that it does.
func (c *condition) changes(k part, depth int) bool {
	if depth > 2 { // t - h, where h is computed
		return false
	}
	u := &update{c: c, of: k, met: make(map[syntax.Node]int)}
	u.read(c.next(k), 0)
	switch {
	case u.handed:
		return false
	case u.computed && len(u.others) > 0, u.looked:
		return true
	}
	for _, other := range u.others {
		if c.changes(other, depth+1) {
			return true
		}
	}
	return false
}

// part finds which part of the state of a loop an expression is, in the function
// that takes the state.
func (c *condition) part(n, fn syntax.Node, depth int) (part, bool) {
	n = c.p.Tree.Unparen(n)
	if depth > deepest {
		return part{}, false
	}
	switch c.p.Tree.Kind(n) {
	case syntax.KindAttribute:
		return part{name: c.p.Tree.Text(c.p.Tree.AttrName(n))}, c.whole(c.p.Tree.Object(n), fn)
	case syntax.KindSubscript:
		k, ok := c.p.Model.Constant(c.p.Tree.Child(n, syntax.FieldSubscript))
		ok = ok && c.whole(c.p.Tree.Child(n, syntax.FieldValue), fn)
		if ok && k.Kind == semantic.ConstantString {
			return part{name: k.Text}, true
		}
		return part{place: int(k.Number)}, ok && k.Kind == semantic.ConstantNumber
	case syntax.KindIdentifier:
		defs := c.p.Model.ReachingDefs(n)
		if len(defs) != 1 {
			return part{}, false
		}
		switch d := defs[0]; d.Kind {
		case semantic.DefUnpack:
			return part{place: d.Index}, c.whole(d.Value, fn)
		case semantic.DefAssign:
			return c.part(d.Value, fn, depth+1)
		}
	}
	return part{}, false
}

// whole reports whether an expression is the state of the loop as a function
// takes it.
func (c *condition) whole(n, fn syntax.Node) bool {
	if c.p.Tree.Kind(n) != syntax.KindIdentifier {
		return false
	}
	defs := c.p.Model.ReachingDefs(n)
	return len(defs) == 1 && defs[0].Kind == semantic.DefParam && c.p.Tree.EnclosingFunction(defs[0].Node) == fn
}

// next is the expression by which the body of the loop updates a part of the state;
// None where there is none in sight.
func (c *condition) next(k part) syntax.Node {
	state := c.p.Tree.Child(c.body, syntax.FieldBody)
	if c.p.Tree.Kind(c.body) != syntax.KindLambda {
		returns := c.p.Model.Returns(c.body)
		if len(returns) != 1 {
			return syntax.None
		}
		state = returns[0]
	}
	return c.member(state, k)
}

// member is a part of a state that is written out; None if the part is not visible.
func (c *condition) member(state syntax.Node, k part) syntax.Node {
	state = c.bound(state)
	switch {
	case k.name == "":
		return c.element(state, k.place)
	case c.p.Tree.Kind(state) == syntax.KindCall: // State(x, error=e), state._replace(error=e)
		return c.p.Tree.Keyword(state, k.name)
	case c.p.Tree.Kind(state) == syntax.KindDictionary:
		for pair := range c.p.Tree.Children(state) {
			if text, ok := c.p.Tree.StringValue(c.p.Tree.Child(pair, syntax.FieldKey)); ok && text == k.name {
				return c.p.Tree.Child(pair, syntax.FieldValue)
			}
		}
	}
	return syntax.None
}

// bound is the value bound to a name, or the expression itself.
func (c *condition) bound(n syntax.Node) syntax.Node {
	n = c.p.Tree.Unparen(n)
	if defs := c.p.Model.ReachingDefs(n); c.p.Tree.Kind(n) == syntax.KindIdentifier && len(defs) == 1 && defs[0].Kind == semantic.DefAssign {
		return c.p.Tree.Unparen(defs[0].Value)
	}
	return n
}

// update describes the expression that makes a part of the state anew.
type update struct {
	c        *condition
	of       part
	computed bool   // a function of JAX, or a method that reduces, computes some of it
	looked   bool   // it is looked up by the state in an array: parents[node]
	handed   bool   // another loop or branch takes part, and may hand on its argument
	others   []part // parts of the state that it has in it, other than itself

	met map[syntax.Node]int // nodes read so far, with the number of names behind the first
}

// read notes the parts of an expression, through the names that are bound in the body.
func (u *update) read(n syntax.Node, depth int) {
	before, met := u.met[n]
	if n == syntax.None || depth > deepest || met && before <= depth {
		return
	}
	u.met[n] = depth
	tree, model := u.c.p.Tree, u.c.p.Model
	for e := range tree.All(n) {
		switch tree.Kind(e) {
		case syntax.KindCall:
			name, _ := model.CallName(e)
			u.handed = u.handed || len(model.TracedBy(e, name)) > 0
			u.computed = u.computed || computes(name) || name == "" && reduces(tree.Text(tree.AttrName(tree.Callee(e))))
		case syntax.KindSubscript:
			u.looked = u.looked || u.looksUp(e)
		case syntax.KindIdentifier:
			if !u.c.shapeOnly(e) {
				u.name(e, depth)
			}
		}
	}
}

// looksUp reports whether a subscript picks an element of something by a part of the
// state, as a walk through a graph does.
func (u *update) looksUp(n syntax.Node) bool {
	for index := range u.c.p.Tree.Children(n) {
		if _, ok := u.c.part(index, u.c.body, 0); ok && u.c.p.Tree.Field(index) == syntax.FieldSubscript {
			return true
		}
	}
	return false
}

// name notes the value bound to a name.
func (u *update) name(n syntax.Node, depth int) {
	tree := u.c.p.Tree
	at := n
	if parent := tree.Parent(n); tree.Kind(parent) == syntax.KindAttribute && tree.Object(parent) == n ||
		tree.Kind(parent) == syntax.KindSubscript && tree.Field(n) == syntax.FieldValue {
		at = parent
	}
	for _, e := range []syntax.Node{at, n} {
		if k, ok := u.c.part(e, u.c.body, 0); ok {
			if k != u.of {
				u.others = append(u.others, k)
			}
			return
		}
	}
	for _, d := range u.c.p.Model.ReachingDefs(n) {
		if (d.Kind == semantic.DefAssign || d.Kind == semantic.DefUnpack) && tree.EnclosingFunction(d.Node) == u.c.body {
			u.read(d.Value, depth+1)
		}
	}
}

// reduces names methods that make one number of an array.
func reduces(method string) bool {
	switch method {
	case "sum", "mean", "max", "min", "any", "all", "prod", "std", "var", "argmax", "argmin":
		return true
	}
	return false
}
