package graph

import (
	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/rules/internal/reach"
)

// reportCurricula reports the first of the tensors in a training loop which are cut to
// a length that the loop counts up, and points at the others: x = x[:, :length].
func reportCurricula(p *analyzer.Pass) {
	var found firsts
	for n := range p.Tree.OfKind(syntax.KindSlice) {
		loop := countedUpIn(p, n)
		cut := p.Tree.Child(p.Tree.Parent(n), syntax.FieldValue)
		if loop == syntax.None || p.Model.GuardedForNeuron(n) || onDevice(p, cut) < analyzer.Likely {
			continue
		}
		found.add(p, loop, n, &finding{
			idiom: "growing-tensor", at: p.Tree.Parent(n), what: "a length that the loop counts up", place: seldom,
			severity: analyzer.Info, confidence: analyzer.Likely,
			advice: "keep the longest length and mask the rest, or let the length grow in a few large steps",
		})
	}
	found.report(p)
}

// countedUpIn is the loop around a slice [:n] that takes the steps of an optimizer and
// adds to n, and binds it to nothing else; None if there is none.
func countedUpIn(p *analyzer.Pass, slice syntax.Node) syntax.Node {
	end := cutAt(p, slice)
	if p.Tree.Kind(end) != syntax.KindIdentifier {
		return syntax.None
	}
	loop := reach.Around(p.Tree, slice)
	if k := p.Tree.Kind(loop); k != syntax.KindFor && k != syntax.KindWhile {
		return syntax.None
	}
	counted := false
	for _, d := range p.Model.ReachingDefs(end) {
		switch {
		case !p.Tree.Within(d.Node, loop):
		case d.Kind != semantic.DefAug || p.Tree.Operator(p.Tree.Parent(d.Node)) != "+=":
			return syntax.None
		default:
			counted = true
		}
	}
	if !counted || !reach.Steps(p.Tree, loop) {
		return syntax.None
	}
	return loop
}
