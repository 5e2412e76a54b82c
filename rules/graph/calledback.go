package graph

import (
	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/rules/internal/reach"
)

// calledBackPlace tells how often n runs in a function that the file passes to a
// function or an object of the project, which calls it in its loop:
// trainer.add_callback(report). The loop may stand in another file.
func calledBackPlace(p *analyzer.Pass, n syntax.Node) place {
	fn := p.Tree.EnclosingFunction(n)
	if k := p.Tree.Kind(fn); k != syntax.KindFunction && k != syntax.KindLambda || isTest(p, fn) || reach.InTestFile(p) {
		return elsewhere
	}
	switch p.Model.Region(n) {
	case semantic.RegionOther, semantic.RegionMain, semantic.RegionModule:
	default:
		return elsewhere
	}
	type key struct{ fn syntax.Node }
	return analyzer.Once(p, key{fn}, func() (most place) {
		p.Model.CalledBack(fn, func(in *semantic.Model, call syntax.Node) {
			most = max(most, backPlace(analyzer.NewPass(in, p.DB, p.Target).For(p.Rule, nil), call))
		})
		return most
	})
}

// backPlace tells how often a call runs a function argument, in the file where the call
// stands.
func backPlace(p *analyzer.Pass, call syntax.Node) place {
	if p.Model.GuardedForNeuron(call) || fails(p, call) || latched(p, call) {
		return elsewhere
	}
	w := ownPlace(p, call)
	if w == elsewhere {
		w = evaluates(p, call)
	}
	if w == elsewhere {
		w, _ = placeOfCalls(p, call, maxCalls, true)
	}
	if w > seldom && occasional(p, call) {
		return seldom
	}
	return w
}
