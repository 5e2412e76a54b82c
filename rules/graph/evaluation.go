package graph

import (
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/rules/internal/reach"
)

// batchPlace is placeOf, and knows loops that evaluate or sample as well.
func batchPlace(p *analyzer.Pass, n syntax.Node) place {
	type key struct{}
	return analyzer.Each(p, key{}, n, func() place { return placeOfBatch(p, n) })
}

func placeOfBatch(p *analyzer.Pass, n syntax.Node) place {
	w := placeOf(p, n)
	if w != elsewhere || p.Model.GuardedForNeuron(n) || fails(p, n) || latched(p, n) {
		return w
	}
	if w = evaluates(p, n); w == elsewhere && !occasional(p, n) {
		w, _ = calledPlace(p, n, maxCalls)
	}
	if w == elsewhere && readsToken(p, n) {
		return perToken
	}
	return w
}

// evaluates tells that n runs for every batch of a loop that evaluates, one in which a
// model is called without gradients, or behind model.eval(); or in every round of a
// loop that samples from a model or acts in an environment. Tests, code that builds a
// module, and code that runs in only some of the rounds are left out.
func evaluates(p *analyzer.Pass, n syntax.Node) place {
	switch region := p.Model.Region(n); region {
	case semantic.RegionOther, semantic.RegionMain, semantic.RegionTraining, semantic.RegionModule:
	case semantic.RegionSetup:
		if !buildsFromModel(p, n) {
			return elsewhere
		}
	default:
		return elsewhere
	}
	if reach.InTestFile(p) {
		return elsewhere
	}
	if acts(p, n) || searchesPath(p, n) {
		return perRound
	}
	loop, free := batches(p, n)
	if loop == syntax.None || !free || occasionalIn(p, n, loop) || trains(p, loop) || overEpochs(p, loop) || flushed(p, n, loop) {
		return elsewhere
	}
	if fn := p.Tree.EnclosingFunction(n); samples(p, fn) || decodes(p, fn) {
		if samplesWhole(p, loop) {
			return elsewhere // each of its rounds takes seconds
		}
		return perRound
	}
	if p.Tree.Kind(loop) == syntax.KindWhile && p.Model.Region(loop) == semantic.RegionModule {
		return perRound // until the model says that it is done
	}
	return perBatch
}

// batches finds the innermost loop around n in its function that calls a model, and
// whether that loop evaluates, judged by the surrounding code. A nested loop over the
// rows of the batch runs for every batch too; a loop around another that calls the
// model is one over tasks or epochs.
func batches(p *analyzer.Pass, n syntax.Node) (loop syntax.Node, free bool) {
	fn := p.Tree.EnclosingFunction(n)
	inner := syntax.None
	for child, at := range reach.Outward(p, n) {
		if at == fn {
			break
		}
		switch p.Tree.Kind(at) {
		case syntax.KindWith:
			free = free || p.Model.BlockWithoutGradient(at)
		case syntax.KindFor, syntax.KindWhile:
			if loop != syntax.None || p.Tree.Field(child) != syntax.FieldBody || endless(p, at) {
				continue
			}
			if inner == syntax.None {
				inner = at
			}
			if callsModel(p, at) {
				loop = at
			}
		}
	}
	if loop == syntax.None {
		return loop, false
	}
	return loop, free || readsLeaf(p, n) || runsMoved(p, fn, loop) || runsQuietly(p, fn, loop) || putsInEvaluation(p, fn, inner) || withoutGradients(p, fn, loop)
}

// withoutGradients reports whether a function or its callers say that a loop in it
// computes no gradients.
func withoutGradients(p *analyzer.Pass, fn, loop syntax.Node) bool {
	return onlyRuns(p, fn, loop) || quietByDecorator(p, fn) || evaluatesByName(p, fn) || samples(p, fn) || decodes(p, fn) || quietByCallers(p, fn)
}

// readsLeaf reports whether n reaches .numpy() with no .detach() on the way: PyTorch
// refuses that where gradients are computed.
func readsLeaf(p *analyzer.Pass, n syntax.Node) bool {
	for at := n; ; at = p.Tree.Parent(at) {
		parent := p.Tree.Parent(at)
		if k := p.Tree.Kind(parent); k != syntax.KindAttribute && k != syntax.KindCall || k == syntax.KindCall && p.Tree.Callee(parent) != at {
			return false
		}
		if p.Tree.Kind(parent) == syntax.KindAttribute && p.Tree.View(p.Tree.AttrName(parent)) == "numpy" {
			return !strings.Contains(p.Tree.Text(at), "detach")
		}
	}
}

// onlyRuns reports whether a loop stands in the main function of a program, or in none,
// and nothing learns from the results of the model there.
func onlyRuns(p *analyzer.Pass, fn, loop syntax.Node) bool {
	if fn != syntax.None && (p.Tree.Text(p.Tree.FuncName(fn)) != "main" || p.Tree.EnclosingFrame(fn) != syntax.None) {
		return false
	}
	if p.Model.Deviceless() || p.Model.CallsAny("torch.autograd.grad") || p.Model.ImportsAny("torch_neuron", "torch_neuronx") {
		return false // a traced model returns values on the host
	}
	for at := loop; at != syntax.None; at = p.Tree.Parent(at) {
		switch k := p.Tree.Kind(at); {
		case (k == syntax.KindFor || k == syntax.KindWhile) && backward(p, at):
			return false
		case k == syntax.KindFunction:
			return true
		}
	}
	return true
}

// backward reports whether a statement computes gradients.
func backward(p *analyzer.Pass, stmt syntax.Node) bool {
	for n := range p.Tree.All(stmt) {
		if p.Tree.Kind(n) == syntax.KindAttribute && p.Tree.Text(p.Tree.AttrName(n)) == "backward" {
			return true
		}
	}
	return false
}

// endless reports whether a loop waits for requests of a user or another program. A
// loop around a model ends by the output of the model.
func endless(p *analyzer.Pass, loop syntax.Node) bool {
	return p.Model.Region(loop) != semantic.RegionModule && p.Tree.Kind(loop) == syntax.KindWhile && p.Tree.Kind(p.Tree.Condition(loop)) == syntax.KindTrue
}

// overEpochs reports whether a loop says that it is one over epochs.
func overEpochs(p *analyzer.Pass, loop syntax.Node) bool {
	return strings.Contains(strings.ToLower(p.Tree.Text(p.Tree.Child(loop, syntax.FieldLeft))), "epoch")
}

// callsModel reports whether a loop itself, outside of nested loops, calls a module, a
// callee named like a model, or a function that takes a step of sampling with one.
func callsModel(p *analyzer.Pass, loop syntax.Node) bool {
	for n := range p.Tree.All(p.Tree.Child(loop, syntax.FieldBody)) {
		if p.Tree.Kind(n) == syntax.KindCall && runsModel(p, n) && roundOf(p, n) == loop {
			return true
		}
	}
	return false
}

// holdsModelCall reports whether a statement has a model run in its block.
func holdsModelCall(p *analyzer.Pass, stmt syntax.Node) bool {
	for n := range p.Tree.All(p.Tree.Child(stmt, syntax.FieldBody)) {
		if p.Tree.Kind(n) == syntax.KindCall && runsModel(p, n) {
			return true
		}
	}
	return false
}

// runsModel reports whether a call runs a model, as far as the text shows, or a
// function of the file that runs one once.
func runsModel(p *analyzer.Pass, call syntax.Node) bool {
	return isModelCall(p, call) || samplesOnce(p, call) || runsOnce(p, call)
}

// isModelCall reports whether the callee is a model by its type or name.
func isModelCall(p *analyzer.Pass, call syntax.Node) bool {
	callee := p.Tree.Callee(call)
	return p.Model.Type(callee).Kind == semantic.KindModule || isModelName(p.Tree.Text(callee)) || isNetwork(p, callee) || p.Model.MovedModule(callee) ||
		holdsModel(p, call)
}

// holdsModel reports whether a variable of unknown value is called with a tensor on the
// device: a variable of a file, or one made by a function that is not here.
func holdsModel(p *analyzer.Pass, call syntax.Node) bool {
	callee := p.Tree.Callee(call)
	if p.Tree.Kind(callee) != syntax.KindIdentifier || p.Model.Type(callee).Kind != semantic.KindUnknown || p.Model.Ref(callee) != (semantic.Ref{}) {
		return false
	}
	first := p.Tree.Arg(call, 0, "")
	return first != syntax.None && p.Model.Placed(first)
}

// runsOnce reports whether a call runs a function of the file that calls a model
// outside of loops, or hands it on to be run: x = self.step(x, t), pool.submit(step, x).
func runsOnce(p *analyzer.Pass, call syntax.Node) (once bool) {
	if handed := p.Model.Handed(call); len(handed) > 0 {
		return slices.ContainsFunc(handed, func(fn syntax.Node) bool { return callsModelOnce(p, fn) })
	}
	if !p.Model.RunsProject(call) {
		return slices.ContainsFunc(p.Model.MayRun(call), func(fn syntax.Node) bool { return callsModelOnce(p, fn) })
	}
	p.Model.WithCallee(call, func(in *semantic.Model, fn syntax.Node) {
		once = in == p.Model && callsModelOnce(p, fn)
	})
	return once
}

// callsModelOnce reports whether a function of the file calls a model outside of loops.
func callsModelOnce(p *analyzer.Pass, fn syntax.Node) bool {
	type key struct{ fn syntax.Node }
	return analyzer.Once(p, key{fn}, func() bool {
		for n := range p.Tree.All(fn) {
			if p.Tree.Kind(n) == syntax.KindCall && reach.Around(p.Tree, n) == fn && isModelCall(p, n) {
				return true
			}
		}
		return false
	})
}

// roundOf is the loop or function in whose rounds n runs: the iterable of a for
// statement is computed once, before its rounds.
func roundOf(p *analyzer.Pass, n syntax.Node) syntax.Node {
	loop := reach.Around(p.Tree, n)
	for p.Tree.Kind(loop) == syntax.KindFor && !p.Tree.Within(n, p.Tree.Child(loop, syntax.FieldBody)) {
		n, loop = loop, reach.Around(p.Tree, loop)
	}
	return loop
}
