package graph

import (
	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// movedLater reports whether the value of a variable is moved to the device only after
// n reads it: x.cpu() above x.unsqueeze(0).to(device).
func movedLater(p *analyzer.Pass, n syntax.Node) bool {
	n = p.Tree.Unparen(n)
	sym := p.Model.Symbol(n)
	if p.Tree.Kind(n) != syntax.KindIdentifier || sym == nil {
		return false
	}
	defs := p.Model.ReachingDefs(n)
	if len(defs) != 1 || defs[0].Kind != semantic.DefAssign {
		return false
	}
	return lastMoves(p, sym)[move{p.Tree.EnclosingFunction(n), defs[0]}] > n
}

// move is of the value that a definition gives a variable, in one function.
type move struct {
	fn  syntax.Node
	def semantic.Def
}

// lastMoves are the last uses of a variable that are moved to the device.
func lastMoves(p *analyzer.Pass, sym *semantic.Symbol) map[move]syntax.Node {
	type key struct{}
	return analyzer.Each(p, key{}, sym, func() map[move]syntax.Node {
		moves := make(map[move]syntax.Node)
		for _, use := range sym.Uses {
			if !movedFrom(p, use) {
				continue
			}
			if later := p.Model.ReachingDefs(use); len(later) == 1 {
				at := move{p.Tree.EnclosingFunction(use), later[0]}
				moves[at] = max(moves[at], use)
			}
		}
		return moves
	})
}
