package reach

import (
	"slices"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// Always reports whether n runs whenever the function around it does, unless that
// returns before.
func Always(t *syntax.Tree, n, fn syntax.Node) bool {
	for at := t.Parent(n); at != fn; at = t.Parent(at) {
		if leavesOut(t.Kind(at)) {
			return false
		}
	}
	return true
}

// ReturnsBefore reports whether a function returns in some case before n.
func ReturnsBefore(t *syntax.Tree, n, fn syntax.Node) bool {
	for at := range t.All(fn) {
		if t.Start(at) >= t.Start(n) {
			return false
		}
		if t.Kind(at) == syntax.KindReturn && !t.Within(n, at) && t.EnclosingFunction(at) == fn {
			return true
		}
	}
	return false
}

// leavesOut reports whether a part of a construct may not run although the construct
// does.
func leavesOut(k syntax.Kind) bool {
	switch k {
	case syntax.KindIf, syntax.KindElif, syntax.KindElse, syntax.KindConditional, syntax.KindBooleanOperator, syntax.KindTry, syntax.KindFunction,
		syntax.KindLambda, syntax.KindClass, syntax.KindRaise, syntax.KindAssert, syntax.KindNone:
		return true
	}
	return false
}

// OfObject reports whether a call runs a method of an object, which may hold tensors, or of
// a module, which holds its parameters and buffers.
func OfObject(m *semantic.Model, call syntax.Node) bool {
	callee := m.Tree.Callee(call)
	if m.Tree.Kind(callee) != syntax.KindAttribute {
		return false
	}
	k := m.Type(m.Tree.Object(callee)).Kind
	return k == semantic.KindInstance || k == semantic.KindModule
}

// maxBound bounds how many variables are followed to a parameter.
const maxBound = 4

// FromParameter reports whether an expression is computed of a parameter of the
// function around it, its object too.
func FromParameter(m *semantic.Model, n syntax.Node) bool {
	return from(m, n, everyBinding, maxBound)
}

// FromArgument is FromParameter without self: the state of a method's object is not
// given to the call (self.enabled).
func FromArgument(m *semantic.Model, n syntax.Node) bool {
	return from(m, n, notSelf, maxBound)
}

// choosesBy is FromArgument without the variables of loops: the caller does not choose
// by the items that a function goes through (if p.grad is not None).
func choosesBy(m *semantic.Model, n syntax.Node) bool {
	return from(m, n, notSelf|notItems, maxBound)
}

// from follows the variables of an expression to a parameter, over the bindings that
// count.
func from(m *semantic.Model, n syntax.Node, counts bindings, left int) bool {
	return semantic.Walked(m, fromParameter{n, counts, left}, func() bool { return comesFrom(m, n, counts, left) })
}

// fromParameter is a question of from.
type fromParameter struct {
	n      syntax.Node
	counts bindings
	left   int
}

// bindings says which of them a walk does not follow.
type bindings uint8

const (
	everyBinding bindings = 0
	notSelf      bindings = 1 << iota
	notItems
)

func (b bindings) follows(m *semantic.Model, d semantic.Def) bool {
	return (b&notItems == 0 || d.Kind != semantic.DefFor) && (b&notSelf == 0 || m.Tree.Text(d.Node) != "self")
}

func comesFrom(m *semantic.Model, n syntax.Node, counts bindings, left int) bool {
	for id := range m.Tree.All(n) {
		if m.Tree.Kind(id) != syntax.KindIdentifier {
			continue
		}
		for _, d := range m.ReachingDefs(id) {
			if counts.follows(m, d) && (d.Kind == semantic.DefParam || left > 0 && d.Value != syntax.None && d.Value != n && from(m, d.Value, counts, left-1)) {
				return true
			}
		}
	}
	return false
}

// LeftToCaller reports whether a condition around n in its function tests the
// function's parameters, and so leaves the choice to each call: if reduction == "mean".
// The value of a tensor chooses nothing: if shift < width. Nor does a condition that
// lets tensors through.
func LeftToCaller(p *analyzer.Pass, n, fn syntax.Node) bool {
	tensor := func(asked syntax.Node) bool {
		return p.Model.Type(asked).Kind == semantic.KindTensor
	}
	for at := n; at != fn; at = p.Tree.Parent(at) {
		parent := p.Tree.Parent(at)
		switch p.Tree.Kind(parent) {
		case syntax.KindIf, syntax.KindElif, syntax.KindConditional:
			if cond := p.Tree.Condition(parent); at != cond && choosesBy(p.Model, cond) && !letsTensors(p, parent, at) && !slices.ContainsFunc(Operands(p.Tree, cond), tensor) {
				return true
			}
		}
	}
	return false
}

// letsTensors reports whether a branch of an if runs for tensors: it asks
// isinstance(x, torch.Tensor), torch.is_tensor(x) or hasattr(x, "item").
func letsTensors(p *analyzer.Pass, stmt, branch syntax.Node) bool {
	asked := p.Tree.Unparen(p.Tree.Condition(stmt))
	if p.Tree.Kind(asked) != syntax.KindCall || branch != p.Tree.Child(stmt, syntax.FieldConsequence) {
		return false
	}
	switch name, _ := p.Model.CallName(asked); name {
	case "torch.is_tensor":
		return true
	case "builtins.isinstance":
		class, _ := p.Model.Name(p.Tree.Arg(asked, 1, ""))
		return class == "torch.Tensor"
	case "builtins.hasattr":
		attr, _ := p.Tree.StringValue(p.Tree.Arg(asked, 1, ""))
		return attr == "item"
	}
	return false
}

// Operands are the parts of a condition whose truth is asked one by one.
func Operands(t *syntax.Tree, n syntax.Node) []syntax.Node {
	n = t.Unparen(n)
	switch t.Kind(n) {
	case syntax.KindNone:
		return nil
	case syntax.KindNotOperator:
		return Operands(t, t.Child(n, syntax.FieldArgument))
	case syntax.KindBooleanOperator:
		return append(Operands(t, t.Child(n, syntax.FieldLeft)), Operands(t, t.Child(n, syntax.FieldRight))...)
	}
	return []syntax.Node{n}
}
