package graph

import (
	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/rules/internal/reach"
)

// steppedPlace tells how often n runs in a loop each of whose rounds calls a
// function of the project that trains one step, in this file or in another:
// agent.learn(). The loop around n must be that loop: what another one inside it
// does may be an evaluation in between.
func steppedPlace(p *analyzer.Pass, n syntax.Node) place {
	fn := p.Tree.EnclosingFunction(n)
	loop, evaluating := syntax.None, false
	for at, child := p.Tree.Parent(n), n; at != syntax.None && at != fn && loop == syntax.None; child, at = at, p.Tree.Parent(at) {
		switch p.Tree.Kind(at) {
		case syntax.KindWith:
			evaluating = evaluating || p.Model.BlockWithoutGradient(at)
		case syntax.KindFor, syntax.KindWhile:
			if p.Tree.Field(child) != syntax.FieldBody {
				return elsewhere
			}
			loop = at
		}
	}
	switch {
	case loop == syntax.None, isTest(p, fn), reach.InTestFile(p), !callsStep(p, loop), flushed(p, n, loop):
		return elsewhere
	case evaluating && !occasional(p, n):
		return perBatch
	}
	return perStep
}

// callsStep reports whether a loop itself calls a function that trains one step, in
// all of its rounds.
func callsStep(p *analyzer.Pass, loop syntax.Node) bool {
	type key struct{ loop syntax.Node }
	return analyzer.Once(p, key{loop}, func() bool {
		for call := range p.Tree.All(p.Tree.Child(loop, syntax.FieldBody)) {
			if p.Tree.Kind(call) == syntax.KindCall && roundOf(p, call) == loop && !occasionalIn(p, call, loop) && runsStep(p, call) {
				return true
			}
		}
		return false
	})
}

// runsStep reports whether a call runs a function of the project that trains one step.
func runsStep(p *analyzer.Pass, call syntax.Node) (trains bool) {
	p.Model.Inside(call, func(in *semantic.Model, fn syntax.Node) {
		trains = reach.TrainsOnce(in.Tree, fn)
	})
	return trains
}
