package graph

import (
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// stepFunction reports whether a function is a step of training that a loop
// elsewhere calls: train_step, _run_batch. Its name says so, and it runs the
// backward pass and the optimizer itself, not in a loop of its own.
func stepFunction(p *analyzer.Pass, fn syntax.Node) bool {
	words := strings.Split(strings.ToLower(p.Tree.Text(p.Tree.FuncName(fn))), "_")
	if isTest(p, fn) || !slices.ContainsFunc(words, func(w string) bool { return w == "step" || w == "batch" || w == "iteration" }) {
		return false
	}
	backward, step := false, false
	for n := range p.Tree.All(p.Tree.Child(fn, syntax.FieldBody)) {
		if p.Tree.Kind(n) != syntax.KindCall || p.Tree.Kind(p.Tree.Callee(n)) != syntax.KindAttribute || inLoop(p, n, fn) {
			continue
		}
		switch p.Tree.Text(p.Tree.AttrName(p.Tree.Callee(n))) {
		case "backward":
			backward = true
		case "step":
			step = true
		}
	}
	return backward && step
}

// inLoop reports whether a loop of fn holds n, or a function inside of it does.
func inLoop(p *analyzer.Pass, n, fn syntax.Node) bool {
	for at := p.Tree.Parent(n); at != fn && at != syntax.None; at = p.Tree.Parent(at) {
		switch p.Tree.Kind(at) {
		case syntax.KindFor, syntax.KindWhile, syntax.KindFunction, syntax.KindLambda:
			return true
		}
	}
	return false
}
