package jax

import (
	"slices"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// reportGrowing reports arrays that a loop of Python makes longer in each round: tokens
// = jnp.concatenate([tokens, token]). A compiled function unrolls its loops, and has
// each of the shapes once.
func reportGrowing(p *analyzer.Pass) {
	for call := range p.Model.CallsOf("jax.numpy.concatenate", "jax.numpy.append", "jax.numpy.hstack", "jax.numpy.vstack") {
		if _, conf := p.Model.CallName(call); grows(p, call) && inLoop(p, call) && p.Model.Region(call) != semantic.RegionCompiled && !handedOn(p, call) {
			reportShape(p, call, "the array grows with each iteration of the loop",
				"write into an array of the full length with `.at[i].set(...)`", conf)
		}
	}
}

// grows reports whether an array is bound anew to itself with something joined to it:
// to its value of the previous round, and not to a value bound in this round.
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
				return carried(p, part, target)
			}
		}
		return false
	}
	name, _ := p.Model.CallName(call) // the others take the array for a list of its rows
	return name == "jax.numpy.append" && p.Tree.Same(first, target) && carried(p, first, target)
}

// carried reports whether the value bound to a variable in one round of a loop is read
// in the next. Of attributes that is not known, and taken to be so.
func carried(p *analyzer.Pass, use, target syntax.Node) bool {
	if p.Tree.Kind(use) != syntax.KindIdentifier {
		return true
	}
	return slices.ContainsFunc(p.Model.ReachingDefs(use), func(d semantic.Def) bool { return d.Node == target })
}

// handedOn reports whether a place stands in a function that the file hands to others
// and calls nowhere itself: tl.Fn("Score", f). Its receiver may compile it.
func handedOn(p *analyzer.Pass, n syntax.Node) bool {
	sym := p.Model.Symbol(p.Tree.FuncName(p.Tree.EnclosingFunction(n)))
	return sym != nil && len(sym.Uses) > 0 && !slices.ContainsFunc(sym.Uses, func(use syntax.Node) bool {
		k := p.Tree.Kind(p.Tree.Parent(use))
		return k != syntax.KindArgumentList && k != syntax.KindKeywordArgument
	})
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
