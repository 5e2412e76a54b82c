package graph

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// stepFunctionPlace tells how often n runs in a function that trains one step
// whenever it is called, and that a loop calls: the text of that loop, which may
// stand in another file, does not show that it trains.
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
	if p.Tree.Kind(fn) != syntax.KindFunction || isTest(p, fn) || !trainsOnce(p.Tree, fn) || !namedStep(p, fn) && !calledInLoop(p, fn) || flushed(p, n, fn) {
		return elsewhere
	}
	looped, evaluating := false, false
	for at := p.Tree.Parent(n); at != fn; at = p.Tree.Parent(at) {
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

// trainsOnce reports whether a function trains one step outside of loops: it runs two
// of the backward pass, an optimizer's step and what clears the gradients. The third
// may be in what it calls, but not in a loop.
func trainsOnce(t *syntax.Tree, fn syntax.Node) bool {
	backward, looped, step, clears := false, false, false, false
	for n := range t.All(fn) {
		if t.Kind(n) != syntax.KindCall || t.Kind(t.Callee(n)) != syntax.KindAttribute {
			continue
		}
		callee := t.Callee(n)
		switch t.Text(t.AttrName(callee)) {
		case "backward":
			backward = backward || around(t, n) == fn
			looped = looped || around(t, n) != fn
		case "zero_grad":
			clears = clears || around(t, n) == fn
		case "step":
			step = step || around(t, n) == fn && stepsOptimizer(t, n)
		}
	}
	return backward && (step || clears) || step && clears && !looped
}

// stepsOptimizer reports whether x.step() is not that of a schedule or of a game:
// optimizer.step(), scaler.step(optimizer).
func stepsOptimizer(t *syntax.Tree, call syntax.Node) bool {
	object := strings.ToLower(t.Text(t.Object(t.Callee(call))))
	return !strings.Contains(object, "sched") && !strings.Contains(object, "env")
}

// namedStep reports whether a function says by its name that a loop calls it, in
// whatever file: train_step, _run_batch; agent.learn, model.optimize_parameters.
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

// calledInLoop reports whether a loop of this file, other than one of a test,
// calls a function in each of its rounds.
func calledInLoop(p *analyzer.Pass, fn syntax.Node) bool {
	for _, call := range p.Model.Callers(fn) {
		if isTest(p, p.Tree.EnclosingFunction(call)) || occasional(p, call) {
			continue
		}
		loop := around(p.Tree, call)
		if kind := p.Tree.Kind(loop); (kind == syntax.KindFor || kind == syntax.KindWhile) && p.Tree.Within(call, p.Tree.Body(loop)) {
			return true
		}
	}
	return false
}

// isOptimizerStep reports whether a function is the step of an optimizer, or what
// one calls. Its loops run over the parameters, all of them in every step of training.
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
