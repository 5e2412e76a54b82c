package graph

import (
	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// fillOf is the element of a tensor with which a call fills another one, and which it
// therefore reads: torch.full(size, alphas[index]); None for other calls.
func fillOf(p *analyzer.Pass, call syntax.Node) syntax.Node {
	if p.Tree.Kind(call) != syntax.KindCall {
		return syntax.None
	}
	switch name, _ := p.Model.CallName(call); name {
	case "torch.full", "torch.full_like", "torch.Tensor.new_full":
		if fill := p.Tree.Unparen(p.Tree.Arg(call, 1, "fill_value")); p.Tree.Kind(fill) == syntax.KindSubscript {
			return fill
		}
	}
	return syntax.None
}

// filledAlike are the calls beside one that fill more tensors with elements of the same
// index, as samplers do with each of their schedules. Tensors of unknown kind are
// included: a finding on one tensor holds for every other that is on the device.
func filledAlike(p *analyzer.Pass, call syntax.Node) (others []syntax.Node) {
	t := p.Tree
	fill := fillOf(p, call)
	if fill == syntax.None {
		return nil
	}
	for stmt := range t.Children(t.Suite(call)) {
		if t.Kind(stmt) != syntax.KindExpressionStatement || stmt == t.Statement(call) {
			continue
		}
		other := t.Child(t.First(stmt), syntax.FieldRight)
		like := fillOf(p, other)
		if like == syntax.None || !t.Same(t.Child(like, syntax.FieldSubscript), t.Child(fill, syntax.FieldSubscript)) {
			continue
		}
		if p.Model.Type(t.Child(like, syntax.FieldValue)).Confidence < analyzer.Likely {
			others = append(others, other)
		}
	}
	return others
}

// fillAdvice is the advice for a fill value that is read from the device.
func fillAdvice(p *analyzer.Pass, call syntax.Node) string {
	fill := fillOf(p, call)
	if fill == syntax.None {
		return ""
	}
	of := p.Tree.Text(p.Tree.Child(fill, syntax.FieldValue))
	return "expand the element where it is, " + p.Tree.Text(fill) + ".expand(size), or keep the numbers of " + of + " on the host"
}
