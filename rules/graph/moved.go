package graph

import (
	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// runsMoved reports whether a loop calls a model that its function has moved to the
// device, and nothing in the function learns from the output of the model: it is put to
// use there, though nobody says net.eval().
func runsMoved(p *analyzer.Pass, fn, loop syntax.Node) bool {
	if p.Tree.Kind(fn) != syntax.KindFunction || p.Model.Deviceless() || learns(p, fn) ||
		p.Model.CallsAny("torch.autograd.grad") || p.Model.ImportsAny("torch_neuron", "torch_neuronx") {
		return false
	}
	for n := range p.Tree.All(p.Tree.Child(loop, syntax.FieldBody)) {
		if p.Tree.Kind(n) == syntax.KindCall && p.Model.MovedModule(p.Tree.Callee(n)) && roundOf(p, n) == loop {
			return true
		}
	}
	return false
}

// runsQuietly reports whether a loop runs a model by way of a function of the file that
// computes no gradients with it, and nothing in the function around it learns:
//
//	def logits(self, tokens):
//	    with torch.no_grad():
//	        return self.model(tokens)
func runsQuietly(p *analyzer.Pass, fn, loop syntax.Node) bool {
	if p.Model.Deviceless() || learns(p, fn) || p.Model.ImportsAny("torch_neuron", "torch_neuronx") {
		return false
	}
	for n := range p.Tree.All(p.Tree.Child(loop, syntax.FieldBody)) {
		if p.Tree.Kind(n) != syntax.KindCall || !p.Model.RunsProject(n) || roundOf(p, n) != loop {
			continue
		}
		quiet := false
		p.Model.WithCallee(n, func(in *semantic.Model, called syntax.Node) {
			quiet = in == p.Model && callsModelOnce(p, called) && callsModelQuietly(p, called)
		})
		if quiet {
			return true
		}
	}
	return false
}

// callsModelQuietly reports whether gradients are off wherever a function calls a model.
func callsModelQuietly(p *analyzer.Pass, fn syntax.Node) bool {
	for n := range p.Tree.All(fn) {
		if p.Tree.Kind(n) == syntax.KindCall && isModelCall(p, n) && !p.Model.WithoutGradient(n) {
			return false
		}
	}
	return true
}

// learns reports whether a function computes gradients, clears them or puts a model in
// training.
func learns(p *analyzer.Pass, fn syntax.Node) bool {
	for n := range p.Tree.All(fn) {
		if p.Tree.Kind(n) != syntax.KindAttribute {
			continue
		}
		switch p.Tree.Text(p.Tree.AttrName(n)) {
		case "backward", "zero_grad", "train":
			return true
		}
	}
	return false
}
