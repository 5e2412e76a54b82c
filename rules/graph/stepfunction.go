package graph

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/rules/internal/reach"
)

// stepFunctionPlace tells how often n runs in a function that trains one step in each
// call, and that a loop calls: the text of that loop, which may stand in another file,
// does not show that it trains.
func stepFunctionPlace(p *analyzer.Pass, n syntax.Node) place {
	switch p.Model.Region(n) {
	case semantic.RegionOther, semantic.RegionMain, semantic.RegionModule, semantic.RegionTraining:
	default:
		return elsewhere
	}
	if w := steppedPlace(p, n); w != elsewhere {
		return w
	}
	fn := p.Tree.EnclosingFunction(n)
	if p.Tree.Kind(fn) != syntax.KindFunction || isTest(p, fn) || flushed(p, n, fn) {
		return elsewhere
	}
	if w := hookPlace(p, fn); w != elsewhere && !inFirstStep(p, n, fn) {
		return w
	}
	if !runsBackward(p, fn) && (!trainsOnce(p, fn) || !namedStep(p, fn) && !calledInLoop(p, fn)) {
		return elsewhere
	}
	looped, evaluating := false, false
	for _, at := range reach.Outward(p, n) {
		if at == fn {
			break
		}
		switch p.Tree.Kind(at) {
		case syntax.KindWith:
			evaluating = evaluating || p.Model.BlockWithoutGradient(at)
		case syntax.KindFor, syntax.KindWhile:
			looped = true
		}
	}
	switch {
	case !evaluating, occasional(p, n):
		return perStep
	case looped:
		return elsewhere
	}
	return perBatch
}

// trainsOnce is reach.TrainsOnce, asked once of a function.
func trainsOnce(p *analyzer.Pass, fn syntax.Node) bool {
	type key struct{}
	return analyzer.Each(p, key{}, fn, func() bool { return reach.TrainsOnce(p.Model, fn) })
}

// namedStep reports whether a function says by its name that a loop calls it, in any
// file: train_step, _run_batch; agent.learn, model.optimize_parameters.
func namedStep(p *analyzer.Pass, fn syntax.Node) bool {
	for word := range strings.SplitSeq(strings.ToLower(p.Tree.Text(p.Tree.FuncName(fn))), "_") {
		switch word {
		case "step", "batch", "iteration":
			return true
		case "learn", "update", "optimize":
			return p.Tree.Kind(p.Tree.EnclosingFrame(fn)) == syntax.KindClass
		}
	}
	return false
}

// runsBackward reports whether the name of a method says that it computes the gradients
// of a step, and it does so outside of loops: the optimizer takes its step in another
// class, often over an object that no file shows. loss.accumulate_gradients,
// model.backward_G.
func runsBackward(p *analyzer.Pass, fn syntax.Node) bool {
	if p.Tree.Kind(p.Tree.EnclosingFrame(fn)) != syntax.KindClass {
		return false
	}
	named := false
	for word := range strings.SplitSeq(strings.ToLower(p.Tree.Text(p.Tree.FuncName(fn))), "_") {
		named = named || word == "backward" || word == "gradients" || word == "grads"
	}
	return named && reach.Backward(p.Tree, fn)
}

// calledInLoop reports whether a loop of this file, other than one of a test,
// calls a function in each of its rounds.
func calledInLoop(p *analyzer.Pass, fn syntax.Node) bool {
	for _, call := range p.Model.Runners(fn) {
		if isTest(p, p.Tree.EnclosingFunction(call)) || occasional(p, call) {
			continue
		}
		loop := reach.Around(p.Tree, call)
		if kind := p.Tree.Kind(loop); (kind == syntax.KindFor || kind == syntax.KindWhile) && p.Tree.Within(call, p.Tree.Body(loop)) {
			return true
		}
	}
	return false
}

// isOptimizerStep reports whether a function is the step of an optimizer, or a helper
// of one. Its loops run over the parameters, all of them in every step of training.
func isOptimizerStep(p *analyzer.Pass, fn syntax.Node) bool {
	if p.Tree.Kind(fn) != syntax.KindFunction || p.Model.Region(p.Tree.Body(fn)) != semantic.RegionTraining {
		return false
	}
	for at := p.Tree.Parent(fn); at != syntax.None; at = p.Tree.Parent(at) {
		if k := p.Tree.Kind(at); k == syntax.KindFor || k == syntax.KindWhile {
			return false // it is the loop that trains
		}
	}
	return true
}
