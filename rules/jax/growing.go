package jax

import (
	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// reportGrowing reports arrays that a loop of Python makes longer in each round:
// tokens = jnp.concatenate([tokens, token]). A function that is compiled unrolls its
// loops, and has each of the shapes once.
func reportGrowing(p *analyzer.Pass) {
	for call := range p.Model.CallsOf("jax.numpy.concatenate", "jax.numpy.append", "jax.numpy.hstack", "jax.numpy.vstack") {
		if _, conf := p.Model.CallName(call); grows(p, call) && inLoop(p, call) && p.Model.Region(call) != semantic.RegionCompiled {
			reportShape(p, call, "the array grows with each round of the loop",
				"write into an array of the full length with `.at[i].set(...)`, or `jax.lax.dynamic_update_slice`", conf)
		}
	}
}

// grows reports whether an array is bound anew to itself with something joined to it.
func grows(p *analyzer.Pass, call syntax.Node) bool {
	assign := p.Tree.Parent(call)
	if p.Tree.Kind(assign) != syntax.KindAssignment || p.Tree.Child(assign, syntax.FieldRight) != call {
		return false
	}
	target, first := p.Tree.Child(assign, syntax.FieldLeft), p.Tree.Unparen(p.Tree.Arg(call, 0, ""))
	switch p.Tree.Kind(first) {
	case syntax.KindList, syntax.KindTuple:
		for part := range p.Tree.Children(first) {
			if p.Tree.Same(part, target) {
				return true
			}
		}
		return false
	}
	return p.Tree.Same(first, target)
}

// inLoop reports whether a place stands in a loop of its own function.
func inLoop(p *analyzer.Pass, n syntax.Node) bool {
	for at := p.Tree.Parent(n); at != syntax.None; at = p.Tree.Parent(at) {
		switch p.Tree.Kind(at) {
		case syntax.KindFor, syntax.KindWhile:
			return true
		case syntax.KindFunction, syntax.KindLambda, syntax.KindClass:
			return false
		}
	}
	return false
}
