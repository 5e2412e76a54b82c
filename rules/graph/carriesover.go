package graph

import (
	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// carriesOver reports whether the result of a concatenation may still be in its variable
// when the next iteration extends it, itself or after other changes: what begins anew in
// each iteration, as the variable of the loop does, has the same length in all of them.
func carriesOver(p *analyzer.Pass, call syntax.Node) bool {
	target := joinedInto(p, call)
	sym := p.Model.Symbol(target)
	if p.Tree.Kind(target) != syntax.KindIdentifier || sym == nil {
		return true // an attribute, or an item
	}
	seen := make(map[syntax.Node]bool)
	open := usesWithin(p, sym, call)
	for len(open) > 0 {
		use := open[len(open)-1]
		open = open[:len(open)-1]
		for _, d := range p.Model.ReachingDefs(use) {
			switch {
			case d.Node == target, d.Kind == semantic.DefAug:
				return true
			case seen[d.Node] || d.Value == syntax.None:
			default:
				seen[d.Node] = true
				open = append(open, usesWithin(p, sym, d.Value)...)
			}
		}
	}
	return false
}

// usesWithin are the uses of a variable in an expression.
func usesWithin(p *analyzer.Pass, sym *semantic.Symbol, expr syntax.Node) (out []syntax.Node) {
	for _, use := range sym.Uses {
		if p.Tree.Within(use, expr) {
			out = append(out, use)
		}
	}
	return out
}
