package graph

import (
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
)

// evident reports whether the text shows that an expression computes a tensor: a call
// makes it, or it is a buffer of the module. A parameter is not evident unless the
// function uses it as only tensors are used, since callers may pass numbers too, and neither is the result of arithmetic on numbers and
// parameters.
func evident(p *analyzer.Pass, n syntax.Node) bool {
	return newEvidence(p, false).of(n, maxEvidence)
}

// likelyTensor is evident, and also takes the result of an unknown call for a tensor if
// it is used as one: loss = criterion(out, y); loss.backward().
func likelyTensor(p *analyzer.Pass, n syntax.Node) bool {
	return newEvidence(p, true).of(n, maxEvidence)
}

// evidence follows an expression to the code that makes its value.
type evidence struct {
	p    *analyzer.Pass
	used bool // whether use as a tensor suffices for the result of a call

	open []syntax.Node // the bindings that are being followed
	most *int          // names that may still be followed; shared with the walks in other files
}

// maxNames bounds the number of names that one question follows, since the answer for a
// name depends on the bindings that are being followed.
const maxNames = 500

func newEvidence(p *analyzer.Pass, used bool) *evidence {
	most := maxNames
	return &evidence{p: p, used: used, most: &most}
}

// maxEvidence bounds how many variables are followed.
const maxEvidence = 4

func (e *evidence) of(n syntax.Node, left int) bool {
	t := e.p.Tree
	n = t.Unparen(n)
	field := func(f syntax.Field) bool { return e.of(t.Child(n, f), left) }
	switch t.Kind(n) {
	case syntax.KindCall:
		return e.p.Model.Type(n).Kind == semantic.KindTensor
	case syntax.KindIdentifier:
		return left > 0 && !e.isSize(n) && e.name(n, left-1)
	case syntax.KindAttribute:
		return left > 0 && e.isTensor(n) && (e.state(n, left-1) || e.ofLayer(n)) || e.attribute(n, left)
	case syntax.KindSubscript:
		return e.p.Model.StateTensor(n) || field(syntax.FieldValue) || e.isTensor(n) && e.holds(t.Child(n, syntax.FieldValue), left)
	case syntax.KindConditional:
		return e.either(n, left)
	case syntax.KindUnaryOperator:
		return field(syntax.FieldArgument)
	case syntax.KindBinaryOperator:
		return field(syntax.FieldLeft) || field(syntax.FieldRight)
	case syntax.KindComparison:
		list, _ := t.Comparison(n)
		return slices.ContainsFunc(list, func(operand syntax.Node) bool { return e.of(operand, left) })
	}
	return false
}

// either reports whether a conditional expression is evident.
func (e *evidence) either(n syntax.Node, left int) bool {
	body, _, orelse := e.p.Tree.Conditional(n)
	return e.arm(body, left) && e.of(orelse, left) || e.of(body, left) && e.arm(orelse, left)
}

// arm reports whether one arm of a conditional expression may be a tensor, as the other
// arm is: it is evident, or an attribute of something unknown.
func (e *evidence) arm(n syntax.Node, left int) bool {
	n = e.p.Tree.Unparen(n)
	return e.of(n, left) || e.p.Tree.Kind(n) == syntax.KindAttribute && e.p.Model.Type(n).Kind == semantic.KindUnknown
}

// name reports whether all that a variable may hold is evident.
func (e *evidence) name(n syntax.Node, left int) bool {
	if *e.most--; *e.most < 0 {
		return false
	}
	found := false
	defs := e.p.Model.ReachingDefs(n)
	for _, d := range defs {
		switch {
		case slices.Contains(e.open, d.Node): // keeps its value
		case d.Kind == semantic.DefAug: // and a number to which a tensor is added becomes a tensor
			found = found || left > 0 && e.follow(d, left)
		case d.Kind == semantic.DefParam && e.replaced(n, defs): // is None
		case d.Kind == semantic.DefAssign && e.starts(d.Value): // until there is a tensor
		case e.used && e.p.Model.DeclaredTensor(d), d.Kind == semantic.DefParam && e.p.Model.ShownTensor(n, d):
			found = true
		case e.bound(n, d, left):
			found = true
		default:
			return false
		}
	}
	return found
}

// bound reports whether what a binding gives a variable is evident.
func (e *evidence) bound(n syntax.Node, d semantic.Def, left int) bool {
	switch {
	case e.returned(n, d, left), d.Kind == semantic.DefAssign && e.follow(d, left), d.Kind == semantic.DefParam && e.handed(d, left), e.p.Model.GivenPerToken(d):
		return true
	}
	return (d.Kind == semantic.DefUnpack || d.Kind == semantic.DefFor) && e.unpacked(n, d, left)
}

// starts reports whether a value is the initial one, before the variable is given a
// tensor.
func (e *evidence) starts(value syntax.Node) bool {
	switch e.p.Tree.Kind(e.p.Tree.Unparen(value)) {
	case syntax.KindFalse, syntax.KindTrue, syntax.KindNoneLiteral, syntax.KindInteger, syntax.KindFloat:
		return true
	}
	return false
}

// handed reports whether all arguments that the file passes for a parameter are
// evident, or the items of a map.
func (e *evidence) handed(param semantic.Def, left int) bool {
	values := e.p.Model.Passed(param)
	e.open = append(e.open, param.Node)
	defer func() { e.open = e.open[:len(e.open)-1] }()
	if len(values) == 0 {
		values = e.p.Model.Mapped(param)
		return len(values) > 0 && !slices.ContainsFunc(values, func(v syntax.Node) bool { return !e.of(v, left) && !e.holds(v, left) })
	}
	return !slices.ContainsFunc(values, func(v syntax.Node) bool { return !e.of(v, left) })
}

// follow reports whether the value bound to a variable is evident. It may be computed
// from the previous value of the variable: mean = (mean * i + loss) / (i + 1).
func (e *evidence) follow(d semantic.Def, left int) bool {
	e.open = append(e.open, d.Node)
	defer func() { e.open = e.open[:len(e.open)-1] }()
	return e.of(d.Value, left)
}

// replaced reports whether a parameter is bound anew wherever it is not None: if scale
// is not None: scale = torch.as_tensor(scale).
func (e *evidence) replaced(n syntax.Node, defs []semantic.Def) bool {
	t := e.p.Tree
	for _, d := range defs {
		if d.Kind != semantic.DefAssign {
			continue
		}
		block := t.Parent(t.Statement(d.Node))
		asked, ops := t.Comparison(t.Unparen(t.Condition(t.Parent(block))))
		if len(ops) == 1 && ops[0] == "is not" && t.Same(asked[0], n) && t.Kind(asked[1]) == syntax.KindNoneLiteral && t.Child(t.Parent(block), syntax.FieldConsequence) == block {
			return true
		}
	}
	return false
}

// returned reports whether a variable holds the result of a call, or an item or an
// attribute of the result, whose kind only its use can tell: loss = model(x)["loss"],
// loss = model(x).loss.
func (e *evidence) returned(n syntax.Node, d semantic.Def, left int) bool {
	if !e.used || d.Kind != semantic.DefAssign && d.Kind != semantic.DefUnpack || e.p.Model.Type(n).Kind != semantic.KindTensor {
		return false
	}
	value := e.p.Tree.Unparen(d.Value)
	switch e.p.Tree.Kind(value) {
	case syntax.KindCall:
		return true
	case syntax.KindSubscript:
		return e.holds(e.p.Tree.Child(value, syntax.FieldValue), left)
	case syntax.KindAttribute:
		return e.holds(e.p.Tree.Object(value), left)
	}
	return false
}

// unpacked reports whether a name is a row of a tensor, or a tensor in a container: a,
// b = m, a, b = m.unbind(0), for name, t in losses.items().
func (e *evidence) unpacked(n syntax.Node, d semantic.Def, left int) bool {
	value := e.wentThrough(d)
	return e.isTensor(n) && (e.of(value, left) || e.holds(value, left))
}

// wentThrough is the iterable that a loop variable takes its values from; of zip(a, b),
// the argument at the position of the variable.
func (e *evidence) wentThrough(d semantic.Def) syntax.Node {
	t := e.p.Tree
	if d.Kind != semantic.DefFor || d.Index < 0 || t.Child(t.Parent(t.Parent(d.Node)), syntax.FieldRight) != d.Value {
		return d.Value
	}
	if name, _ := e.p.Model.CallName(d.Value); name != "builtins.zip" && name != "itertools.zip_longest" {
		return d.Value
	}
	if _, _, splat := t.ArgCount(d.Value); splat {
		return d.Value
	}
	if one := t.Arg(d.Value, d.Index, ""); one != syntax.None {
		return one
	}
	return d.Value
}

// isSize reports whether a variable is named like the size that a model returns beside
// its tensor: x, feat_size = block(x, feat_size).
func (e *evidence) isSize(n syntax.Node) bool {
	name := e.p.Tree.Text(n)
	return (name == "hw" || strings.HasSuffix(name, "size") || strings.HasSuffix(name, "shape")) &&
		slices.ContainsFunc(e.p.Model.ReachingDefs(n), func(d semantic.Def) bool { return d.Kind == semantic.DefUnpack })
}

// attribute reports whether an attribute is a view of an evident tensor, or one of the
// tensors that an object holds which a call returned: out.loss.
func (e *evidence) attribute(n syntax.Node, left int) bool {
	object := e.p.Tree.Object(n)
	view := e.p.DB.AttributeTrait(e.p.Tree.Text(e.p.Tree.AttrName(n))) != (opsdb.Trait{})
	if view && e.p.Model.Type(object).Kind == semantic.KindTensor {
		return e.of(object, left)
	}
	return e.isTensor(n) && e.holds(object, left)
}

// part is an attribute of the instances of a class.
type part struct {
	class syntax.Node
	name  string
}

// madeBy is the API whose call makes an attribute of self in this file; "" if none
// does.
func madeBy(p *analyzer.Pass, attr syntax.Node) string {
	if p.Tree.Kind(attr) != syntax.KindAttribute || p.Tree.Text(p.Tree.Object(attr)) != "self" {
		return ""
	}
	type key struct{}
	parts := analyzer.Once(p, key{}, func() map[part]string { return partsOf(p) })
	return parts[part{p.Tree.EnclosingClass(attr), p.Tree.Text(p.Tree.AttrName(attr))}]
}

func partsOf(p *analyzer.Pass) map[part]string {
	parts := make(map[part]string)
	for _, call := range p.Model.Calls() {
		assign := p.Tree.Parent(call)
		left := p.Tree.Child(assign, syntax.FieldLeft)
		if p.Tree.Kind(assign) != syntax.KindAssignment || p.Tree.Kind(left) != syntax.KindAttribute || p.Tree.Text(p.Tree.Object(left)) != "self" {
			continue
		}
		if name, _ := p.Model.CallName(call); name != "" {
			parts[part{p.Tree.EnclosingClass(call), p.Tree.Text(p.Tree.AttrName(left))}] = name
		}
	}
	return parts
}
