package graph

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/rules/internal/reach"
)

// batchPlace is placeOf, and knows loops that evaluate as well.
func batchPlace(p *analyzer.Pass, n syntax.Node) place {
	w := placeOf(p, n)
	if w == elsewhere && evaluates(p, n) {
		return perBatch
	}
	return w
}

// evaluates reports whether n runs for every batch of a loop that evaluates: one in
// which a model is called without gradients, or behind model.eval(). Tests and what
// builds a module are left out, and so is what runs in some of the rounds only.
func evaluates(p *analyzer.Pass, n syntax.Node) bool {
	switch p.Model.Region(n) {
	case semantic.RegionOther, semantic.RegionMain, semantic.RegionTraining, semantic.RegionModule:
	default:
		return false
	}
	if p.Model.Handled(n) || fails(p, n) || reach.InTestFile(p) {
		return false
	}
	loop, free := batches(p, n)
	return loop != syntax.None && free && !occasionalIn(p, n, loop) && !trains(p, loop) && !overEpochs(p, loop) && !flushed(p, n, loop)
}

// batches finds the innermost for loop around n in its function that calls a
// model, and whether that loop evaluates, by what stands around it. What a loop
// inside that one does with each row of the batch runs for every batch too; a loop
// around another that calls the model is one over tasks or epochs.
func batches(p *analyzer.Pass, n syntax.Node) (loop syntax.Node, free bool) {
	fn := p.Tree.EnclosingFunction(n)
	child, inner := n, syntax.None
	for at := p.Tree.Parent(n); at != syntax.None && at != fn; child, at = at, p.Tree.Parent(at) {
		switch p.Tree.Kind(at) {
		case syntax.KindWith:
			free = free || p.Model.BlockWithoutGradient(at)
		case syntax.KindFor:
			if loop != syntax.None || p.Tree.Field(child) != syntax.FieldBody {
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
	return loop, free || quietByDecorator(p, fn) || putsInEvaluation(p, fn, inner) || evaluatesByName(p, fn) || quietByCallers(p, fn)
}

// overEpochs reports whether a loop says that it is one over epochs.
func overEpochs(p *analyzer.Pass, loop syntax.Node) bool {
	return strings.Contains(strings.ToLower(p.Tree.Text(p.Tree.Child(loop, syntax.FieldLeft))), "epoch")
}

// callsModel reports whether a loop calls a module, or what is called a model,
// itself: not in the rounds of another loop that it holds.
func callsModel(p *analyzer.Pass, loop syntax.Node) bool {
	for n := range p.Tree.All(p.Tree.Child(loop, syntax.FieldBody)) {
		if p.Tree.Kind(n) != syntax.KindCall {
			continue
		}
		callee := p.Tree.Callee(n)
		if (p.Model.Type(callee).Kind == semantic.KindModule || isModelName(p.Tree.Text(callee))) && roundOf(p, n) == loop {
			return true
		}
	}
	return false
}

// roundOf is the loop or function in whose rounds n runs: what a for statement
// goes through is worked out once, before its rounds.
func roundOf(p *analyzer.Pass, n syntax.Node) syntax.Node {
	loop := around(p.Tree, n)
	for p.Tree.Kind(loop) == syntax.KindFor && !p.Tree.Within(n, p.Tree.Child(loop, syntax.FieldBody)) {
		n, loop = loop, around(p.Tree, loop)
	}
	return loop
}
