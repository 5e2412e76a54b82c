package graph

import (
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// evident reports whether the text shows that an expression computes a tensor:
// a call makes it, or it is a buffer of the module. A parameter is what callers
// pass, numbers too, and what is computed of numbers and parameters may be one.
func evident(p *analyzer.Pass, n syntax.Node) bool {
	return (&evidence{p: p}).of(n, maxEvidence)
}

// likelyTensor is evident, and takes what an unknown call returns for a tensor
// if it is used as one: loss = criterion(out, y); loss.backward().
func likelyTensor(p *analyzer.Pass, n syntax.Node) bool {
	return (&evidence{p: p, used: true}).of(n, maxEvidence)
}

// evidence follows an expression to what makes it.
type evidence struct {
	p    *analyzer.Pass
	used bool // whether use as a tensor is enough for what a call returns
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
		return isState(e.p, n) || e.attribute(n, left)
	case syntax.KindSubscript:
		return e.p.Model.StateTensor(n) || field(syntax.FieldValue) || e.isTensor(n) && e.holds(t.Child(n, syntax.FieldValue), left)
	case syntax.KindConditional:
		body, _, orelse := t.Conditional(n)
		return e.of(body, left) && e.of(orelse, left)
	case syntax.KindUnaryOperator:
		return field(syntax.FieldArgument)
	case syntax.KindBinaryOperator:
		return field(syntax.FieldLeft) || field(syntax.FieldRight)
	case syntax.KindComparison:
		list, _ := t.Comparison(n)
		for _, operand := range list {
			if e.of(operand, left) {
				return true
			}
		}
	}
	return false
}

// name reports whether all that a variable may hold is evident.
func (e *evidence) name(n syntax.Node, left int) bool {
	found := false
	for _, d := range e.p.Model.Reaching(n) {
		switch {
		case d.Kind == semantic.DefAug: // keeps what it was
		case e.returned(n, d), d.Kind == semantic.DefAssign && e.of(d.Value, left):
			found = true
		case (d.Kind == semantic.DefUnpack || d.Kind == semantic.DefFor) && e.unpacked(n, d.Value, left):
			found = true
		default:
			return false
		}
	}
	return found
}

// returned reports whether a variable holds what a call returned that nothing
// tells the kind of but its use.
func (e *evidence) returned(n syntax.Node, d semantic.Def) bool {
	return e.used && (d.Kind == semantic.DefAssign || d.Kind == semantic.DefUnpack) &&
		e.p.Tree.Kind(d.Value) == syntax.KindCall && e.p.Model.Type(n).Kind == semantic.KindTensor
}

// unpacked reports whether a name is one of the rows of a tensor, or of the tensors
// that a container holds: a, b = m, a, b = m.unbind(0), for name, t in losses.items().
func (e *evidence) unpacked(n, value syntax.Node, left int) bool {
	return e.isTensor(n) && (e.of(value, left) || e.holds(value, left))
}

// isSize reports whether a variable goes by the name of what a model returns beside its
// tensor to say how large that is: x, feat_size = block(x, feat_size).
func (e *evidence) isSize(n syntax.Node) bool {
	name := e.p.Tree.Text(n)
	return (name == "hw" || strings.HasSuffix(name, "size") || strings.HasSuffix(name, "shape")) &&
		slices.ContainsFunc(e.p.Model.Reaching(n), func(d semantic.Def) bool { return d.Kind == semantic.DefUnpack })
}

// attribute reports whether an attribute is a view of an evident tensor, or one of the
// tensors that an object holds which a call returned: out.loss.
func (e *evidence) attribute(n syntax.Node, left int) bool {
	object := e.p.Tree.Object(n)
	switch e.p.Tree.Text(e.p.Tree.AttrName(n)) {
	case "data", "T", "mT", "real", "imag":
		if e.p.Model.Type(object).Kind == semantic.KindTensor {
			return e.of(object, left)
		}
	}
	return e.isTensor(n) && e.holds(object, left)
}

// isState reports whether an attribute is registered in this file as a buffer or a
// parameter, which move to the device with their module, or made on a device that is
// given.
func isState(p *analyzer.Pass, attr syntax.Node) bool {
	made := madeBy(p, attr)
	switch made.api {
	case registered, "torch.nn.Parameter", "torch.nn.parameter.Parameter", "torch.nn.Buffer":
		return true
	}
	return made.placed
}

// part is an attribute of the instances of a class.
type part struct {
	class syntax.Node
	name  string
}

// registered stands for what makes a part that is given to register_buffer or
// register_parameter.
const registered = "register"

// maker is the API whose call makes a part.
type maker struct {
	api    string
	placed bool // the call of PyTorch is told the device
}

// madeBy is what makes an attribute of self in this file; empty if no call does.
func madeBy(p *analyzer.Pass, attr syntax.Node) maker {
	if p.Tree.Kind(attr) != syntax.KindAttribute || p.Tree.Text(p.Tree.Object(attr)) != "self" {
		return maker{}
	}
	type key struct{}
	parts := analyzer.Once(p, key{}, func() map[part]maker { return partsOf(p) })
	return parts[part{p.Tree.EnclosingClass(attr), p.Tree.Text(p.Tree.AttrName(attr))}]
}

func partsOf(p *analyzer.Pass) map[part]maker {
	parts := make(map[part]maker)
	for _, call := range p.Model.Calls() {
		class := p.Tree.EnclosingClass(call)
		if callee := p.Tree.Callee(call); p.Tree.Kind(callee) == syntax.KindAttribute {
			switch p.Tree.Text(p.Tree.AttrName(callee)) {
			case "register_buffer", "register_parameter":
				if name, ok := p.Tree.StringValue(p.Tree.Arg(call, 0, "name")); ok {
					parts[part{class, name}] = maker{api: registered}
				}
				continue
			}
		}
		assign := p.Tree.Parent(call)
		left := p.Tree.Child(assign, syntax.FieldLeft)
		if p.Tree.Kind(assign) != syntax.KindAssignment || p.Tree.Kind(left) != syntax.KindAttribute || p.Tree.Text(p.Tree.Object(left)) != "self" {
			continue
		}
		if name, _ := p.Model.CallName(call); name != "" {
			placed := strings.HasPrefix(name, "torch.") && p.Tree.Keyword(call, "device") != syntax.None
			parts[part{class, p.Tree.Text(p.Tree.AttrName(left))}] = maker{name, placed}
		}
	}
	return parts
}
