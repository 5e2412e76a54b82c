package graph

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// drawnBelow reports whether the tensor is filled at once with numbers below a
// bound: torch.empty([], dtype=torch.int64).random_(1, n).
func drawnBelow(p *analyzer.Pass, call syntax.Node) bool {
	attr := p.Tree.Parent(call)
	return p.Tree.Kind(attr) == syntax.KindAttribute && p.Tree.Text(p.Tree.AttrName(attr)) == "random_" && boundsFit(p, p.Tree.Parent(attr))
}

// roundedOf is the tensor that a call rounds: x.floor(), torch.floor(x).
func roundedOf(p *analyzer.Pass, call syntax.Node) syntax.Node {
	if name, _ := p.Model.CallName(call); strings.HasPrefix(name, "torch.Tensor.") {
		return p.Tree.Object(p.Tree.Callee(call))
	}
	return p.Tree.Arg(call, 0, "input")
}

// scalesDraw reports whether a product stretches ones, or numbers drawn between 0 and 1,
// up to a bound: torch.rand(n) * lengths.
func scalesDraw(p *analyzer.Pass, product syntax.Node) bool {
	if p.Tree.Operator(product) != "*" {
		return false
	}
	left, right := p.Tree.Child(product, syntax.FieldLeft), p.Tree.Child(product, syntax.FieldRight)
	return draws(p, left) && staysSmall(p, right) || draws(p, right) && staysSmall(p, left)
}

// draws reports whether all numbers of an expression are between 0 and 1.
func draws(p *analyzer.Pass, n syntax.Node) bool {
	switch name, _ := p.Model.CallName(bound(p, n)); name {
	case "torch.rand", "torch.rand_like", "torch.ones", "torch.ones_like":
		return true
	}
	return false
}
