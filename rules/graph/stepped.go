package graph

import (
	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/rules/internal/reach"
)

// steppedPlace tells how often n runs in a loop each of whose rounds calls a function
// of the project that trains one step, in this file or in another: agent.learn(). The
// loop around n must be that loop: another one inside it may be an evaluation in
// between.
func steppedPlace(p *analyzer.Pass, n syntax.Node) place {
	fn := p.Tree.EnclosingFunction(n)
	loop, evaluating := syntax.None, false
	for child, at := range reach.Outward(p, n) {
		if at == fn || loop != syntax.None {
			break
		}
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
// all of its rounds, or one that runs the backward pass of a step which the loop takes.
func callsStep(p *analyzer.Pass, loop syntax.Node) bool {
	type key struct{ loop syntax.Node }
	return analyzer.Once(p, key{loop}, func() bool {
		takesStep := reach.Steps(p.Tree, loop)
		for call := range p.Tree.All(p.Tree.Child(loop, syntax.FieldBody)) {
			if p.Tree.Kind(call) == syntax.KindCall && roundOf(p, call) == loop && !occasionalIn(p, call, loop) && runsStep(p, call, takesStep) {
				return true
			}
		}
		return false
	})
}

// runsStep reports whether a call runs a function of the project that trains one step,
// or as much of it as the backward pass if that is enough.
func runsStep(p *analyzer.Pass, call syntax.Node, backward bool) (trains bool) {
	p.Model.WithCallee(call, func(in *semantic.Model, fn syntax.Node) {
		trains = reach.TrainsOnce(in, fn) || backward && reach.Backward(in.Tree, fn)
	})
	return trains
}
