package graph

import (
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/rules/internal/reach"
)

// place says how often code runs while the device computes.
type place uint8

const (
	elsewhere  place = iota // once, on the host, or nobody knows
	perBatch                // in every round of a loop that evaluates
	perRound                // in every round of a loop that samples from a model
	perElement              // for each element of a tensor, one after another
	seldom                  // in some of the steps or calls
	perToken                // in every round of a loop that generates
	perStep                 // in every step of training
	perCall                 // whenever a model is called
)

// when completes "… %s".
func (w place) when() string {
	return [...]string{"", "for every batch", "in every iteration", "for every element", "occasionally", "for every token", "in every step", "in every call"}[w]
}

// severity grades a finding that costs time wherever it stands. A loop that generates
// hands a value to the host each time in any case.
func (w place) severity() analyzer.Severity {
	if w >= perStep {
		return analyzer.Warning
	}
	return analyzer.Info
}

// placeOf tells how often n runs, by its place and by the callers of the function
// around it.
func placeOf(p *analyzer.Pass, n syntax.Node) place {
	type key struct{}
	return analyzer.Each(p, key{}, n, func() place { return placeByAll(p, n) })
}

func placeByAll(p *analyzer.Pass, n syntax.Node) place {
	if p.Model.GuardedForNeuron(n) || fails(p, n) || latched(p, n) || uncapturable(p, n) || reach.Debugs(p, n) != syntax.None {
		return elsewhere
	}
	w := ownPlace(p, n)
	if w == elsewhere {
		w = calledBackPlace(p, n)
	}
	if w == elsewhere {
		if w, _ = calledPlace(p, n, maxCalls); w < perToken {
			return elsewhere
		}
	}
	if w > seldom && occasional(p, n) {
		return seldom
	}
	return w
}

// ownPlace tells how often n runs by where it stands.
func ownPlace(p *analyzer.Pass, n syntax.Node) place {
	type key struct{}
	return analyzer.Each(p, key{}, n, func() place { return placeAlone(p, n) })
}

func placeAlone(p *analyzer.Pass, n syntax.Node) place {
	w := elsewhere
	switch p.Model.Region(n) {
	case semantic.RegionForward:
		w = methodPlace(p, n)
	case semantic.RegionCompiled:
		w = perCall
	case semantic.RegionTraining:
		w = trainingPlace(p, n)
	case semantic.RegionDecoding:
		w = perToken
	}
	if w == elsewhere {
		w = stepFunctionPlace(p, n)
	}
	if w == elsewhere {
		w = registeredPlace(p, n)
	}
	return w
}

// methodPlace tells the methods of a module apart: methods that a trainer calls for
// every batch cost a step, but only in training are they worth a warning.
func methodPlace(p *analyzer.Pass, n syntax.Node) place {
	switch name := p.Tree.Text(p.Tree.FuncName(p.Tree.EnclosingFunction(n))); {
	case name == "training_step", name == "compute_loss":
		return perStep
	case name == "validation_step", name == "test_step", name == "predict_step", name == "prediction_step":
		return seldom
	case reach.Once(p, n):
		return elsewhere
	}
	return perCall
}

// fails reports whether n is part of the output of the program when it gives up or
// reports an error.
func fails(p *analyzer.Pass, n syntax.Node) bool {
	for at, parent := range reach.Outward(p, n) {
		switch p.Tree.Kind(parent) {
		case syntax.KindRaise, syntax.KindExcept:
			return true
		case syntax.KindIf, syntax.KindElif, syntax.KindConditional:
			if cond := p.Tree.Condition(parent); at != cond && notFinite(p, cond, !otherwise(p, at), maxVariables) {
				return true
			}
		case syntax.KindAssert:
			return p.Tree.First(parent) != at
		case syntax.KindFunction:
			return false
		}
	}
	return false
}

// trainingPlace finds the loop over steps around n: the innermost one that runs the
// backward pass and the optimizer. Code in a loop over epochs alone runs seldom enough
// not to matter, and so does an evaluation in between.
func trainingPlace(p *analyzer.Pass, n syntax.Node) place {
	fn := p.Tree.EnclosingFunction(n)
	looped, evaluating := false, syntax.None
	switch {
	case isTest(p, fn), hookPlace(p, fn) != elsewhere: // see stepFunctionPlace
		return elsewhere
	case isOptimizerStep(p, fn):
		return perStep
	}
	for _, at := range reach.Outward(p, n) {
		if at == fn {
			break
		}
		switch p.Tree.Kind(at) {
		case syntax.KindWith:
			if p.Model.BlockWithoutGradient(at) {
				evaluating = at
			}
		case syntax.KindFor, syntax.KindWhile:
			if evaluating != syntax.None && looped {
				return elsewhere
			}
			looped = true
			if !stepLoop(p, at) {
				continue
			}
			if flushed(p, n, at) {
				return elsewhere
			}
			if evaluating != syntax.None && holdsModelCall(p, evaluating) && !occasional(p, n) {
				return perBatch // values computed by the step itself count as everything else there
			}
			return perStep
		}
	}
	if looped {
		return elsewhere
	}
	return perStep // in a function that an optimizer's step defines
}

// isTest reports by its name whether a function is a test, or a helper of one.
func isTest(p *analyzer.Pass, fn syntax.Node) bool {
	return strings.HasPrefix(strings.TrimLeft(p.Tree.Text(p.Tree.FuncName(fn)), "_"), "test")
}

// stepLoop reports whether a loop trains and none inside it does.
func stepLoop(p *analyzer.Pass, loop syntax.Node) bool {
	type key struct{}
	return analyzer.Each(p, key{}, loop, func() bool {
		if !trains(p, loop) {
			return false
		}
		for n := range p.Tree.All(p.Tree.Child(loop, syntax.FieldBody)) {
			switch p.Tree.Kind(n) {
			case syntax.KindFor, syntax.KindWhile:
				if trains(p, n) {
					return false
				}
			}
		}
		return true
	})
}

// trains reports whether a loop runs a backward pass and a step, or clears the
// gradients.
func trains(p *analyzer.Pass, loop syntax.Node) bool {
	type key struct{}
	return analyzer.Each(p, key{}, loop, func() bool { return readsAsTraining(p, loop) })
}

func readsAsTraining(p *analyzer.Pass, loop syntax.Node) bool {
	backward, step := false, false
	for n := range p.Tree.All(loop) {
		if p.Tree.Kind(n) != syntax.KindCall {
			continue
		}
		if p.Model.HandsStep(n) {
			return true
		}
		switch p.Tree.View(p.Tree.AttrName(p.Tree.Callee(n))) {
		case "zero_grad":
			return true
		case "backward":
			backward = true
		case "step":
			step = true
		}
	}
	return backward && step
}

// flushed reports whether the graph has run in this round of a loop before n, because
// the file asks torch-xla for it. Reading then costs no more than the copy.
func flushed(p *analyzer.Pass, n, loop syntax.Node) bool {
	type key struct{}
	if !p.Model.ImportsAny("torch_xla") {
		return false
	}
	all := analyzer.Each(p, key{}, loop, func() []syntax.Node { return flushes(p, loop) })
	return slices.ContainsFunc(all, func(flush syntax.Node) bool { return flush < n && !inOtherArm(p.Tree, flush, n) })
}

// inOtherArm reports whether the first of two nodes stands in an elif or else arm outside
// of which the second one is: where an earlier arm is taken, the first does not run.
func inOtherArm(t *syntax.Tree, first, second syntax.Node) bool {
	for at := t.Parent(first); at != syntax.None && !t.Within(second, at); at = t.Parent(at) {
		if k := t.Kind(at); k == syntax.KindElif || k == syntax.KindElse {
			return true
		}
	}
	return false
}

// flushes are the calls in a loop that let the graph run.
func flushes(p *analyzer.Pass, loop syntax.Node) (out []syntax.Node) {
	for call := range p.Tree.All(loop) {
		if p.Tree.Kind(call) != syntax.KindCall {
			continue
		}
		switch name, _ := p.Model.CallName(call); name {
		case "torch_xla.core.xla_model.mark_step", "torch_xla.sync", "torch_xla.core.xla_model.optimizer_step":
			out = append(out, call)
		}
	}
	return out
}
