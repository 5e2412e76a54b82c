package graph

import (
	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/rules/internal/reach"
)

// inTokenLoop reports whether a concatenation stands in a loop that generates. In a
// function that is compiled with the loop it has to append the token: blocks of a
// network also join earlier results, in rounds whose number does not change.
func inTokenLoop(p *analyzer.Pass, call syntax.Node) bool {
	switch p.Model.Region(call) {
	case semantic.RegionDecoding:
		return true
	case semantic.RegionCompiled:
		return p.Model.AppendsToken(call)
	}
	return false
}

// readInRound reports whether a tensor that grows by a concatenation is read again in
// the loop around it, usually by the model, and its length becomes part of other
// shapes.
func readInRound(p *analyzer.Pass, call syntax.Node) bool {
	target := joinedInto(p, call)
	loop := reach.Around(p.Tree, call)
	sym := p.Model.Symbol(target)
	if sym == nil {
		return true // an attribute, which other functions may read
	}
	for _, use := range sym.Uses {
		if p.Tree.Within(use, loop) && (!p.Tree.Within(use, call) || handedOn(p, use, call)) {
			return true
		}
	}
	return false
}

// handedOn reports whether something inside a concatenation takes a variable that it
// joins: cat([ids, draw(model(ids))]).
func handedOn(p *analyzer.Pass, use, cat syntax.Node) bool {
	for at := p.Tree.Parent(use); at != cat && at != syntax.None; at = p.Tree.Parent(at) {
		if p.Tree.Kind(at) == syntax.KindCall && p.Tree.Within(use, p.Tree.Child(at, syntax.FieldArguments)) {
			return true
		}
	}
	return false
}

// joinsOnHost reports whether one of the tensors that a concatenation joins is on the
// host, where all of them are then.
func joinsOnHost(p *analyzer.Pass, call syntax.Node) bool {
	for _, part := range parts(p, call) {
		if p.Model.OnHost(part) {
			return true
		}
	}
	return false
}
