package jax

import (
	"slices"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// fillsIn reports whether the weights that a call makes are only passed to a function
// that picks some of them and returns None for the others: new weights beside a
// checkpoint are mostly there for a few buffers, and the compiler drops unused ones.
func fillsIn(p *analyzer.Pass, call syntax.Node) bool {
	assign := around(p, call)
	if p.Tree.Kind(assign) != syntax.KindAssignment {
		return false
	}
	sym := p.Model.Symbol(p.Tree.Child(assign, syntax.FieldLeft))
	return sym != nil && len(sym.Defs) == 1 && len(sym.Uses) > 0 &&
		!slices.ContainsFunc(sym.Uses, func(use syntax.Node) bool { return !pickedFrom(p, use) })
}

// pickedFrom reports whether an expression is handed to jax.tree.map with a function that
// returns None for some of it.
func pickedFrom(p *analyzer.Pass, n syntax.Node) bool {
	list := around(p, n)
	call := p.Tree.Parent(list)
	if p.Tree.Kind(list) != syntax.KindArgumentList || p.Tree.Kind(call) != syntax.KindCall {
		return false
	}
	switch name, _ := p.Model.CallName(call); name {
	case "jax.tree.map", "jax.tree_util.tree_map", "jax.tree_map":
	default:
		return false
	}
	fn := function(p, p.Tree.Arg(call, 0, "f"))
	return slices.ContainsFunc(p.Model.Returns(fn), func(value syntax.Node) bool { return p.Tree.Kind(p.Tree.Unparen(value)) == syntax.KindNoneLiteral })
}

// around is the parent of an expression, brackets aside.
func around(p *analyzer.Pass, n syntax.Node) syntax.Node {
	n = p.Tree.Parent(n)
	for p.Tree.Kind(n) == syntax.KindParenthesized {
		n = p.Tree.Parent(n)
	}
	return n
}
