package reach

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// Around is the loop or function that n stands in.
func Around(t *syntax.Tree, n syntax.Node) syntax.Node {
	for at := t.Parent(n); at != syntax.None; at = t.Parent(at) {
		switch t.Kind(at) {
		case syntax.KindFor, syntax.KindWhile, syntax.KindFunction, syntax.KindLambda:
			return at
		}
	}
	return syntax.None
}

// TrainsOnce reports whether a function trains one step outside of loops: it runs two
// of the backward pass, an optimizer's step and what clears the gradients. The third
// may be in what it calls, but not in a loop.
func TrainsOnce(t *syntax.Tree, fn syntax.Node) bool {
	backward, looped, step, clears := false, false, false, false
	for n := range t.All(fn) {
		if t.Kind(n) != syntax.KindCall || t.Kind(t.Callee(n)) != syntax.KindAttribute {
			continue
		}
		callee := t.Callee(n)
		switch t.Text(t.AttrName(callee)) {
		case "backward":
			backward = backward || Around(t, n) == fn
			looped = looped || Around(t, n) != fn
		case "zero_grad":
			clears = clears || Around(t, n) == fn
		case "step":
			step = step || Around(t, n) == fn && stepsOptimizer(t, n)
		}
	}
	return backward && (step || clears) || step && clears && !looped
}

// Backward reports whether a function runs the backward pass of a loss outside of
// loops.
func Backward(t *syntax.Tree, fn syntax.Node) bool {
	for n := range t.All(fn) {
		if t.Kind(n) != syntax.KindCall || t.Kind(t.Callee(n)) != syntax.KindAttribute || Around(t, n) != fn {
			continue
		}
		object := t.Object(t.Callee(n))
		if t.Text(t.AttrName(t.Callee(n))) == "backward" && t.Text(t.Callee(object)) != "super" {
			return true
		}
	}
	return false
}

// Steps reports whether a loop lets an optimizer take its step in its rounds.
func Steps(t *syntax.Tree, loop syntax.Node) bool {
	for n := range t.All(t.Body(loop)) {
		if t.Kind(n) == syntax.KindCall && t.Kind(t.Callee(n)) == syntax.KindAttribute && t.Text(t.AttrName(t.Callee(n))) == "step" &&
			Around(t, n) == loop && stepsOptimizer(t, n) {
			return true
		}
	}
	return false
}

// stepsOptimizer reports whether x.step() is not that of a schedule or of a game:
// optimizer.step(), scaler.step(optimizer).
func stepsOptimizer(t *syntax.Tree, call syntax.Node) bool {
	object := strings.ToLower(t.Text(t.Object(t.Callee(call))))
	return !strings.Contains(object, "sched") && !strings.Contains(object, "env")
}
