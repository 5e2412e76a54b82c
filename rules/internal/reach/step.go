package reach

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// Around is the loop or function that contains n.
func Around(t *syntax.Tree, n syntax.Node) syntax.Node {
	at := t.EnclosingFrame(n)
	for t.Kind(at) == syntax.KindClass {
		at = t.EnclosingFrame(at)
	}
	return at
}

// TrainsOnce reports whether a function trains one step outside of loops: it runs two
// of the backward pass, an optimizer's step and the call that clears the gradients. The
// third may be in its callees, but not in a loop; or its callees in this project run
// the backward pass and the step.
func TrainsOnce(m *semantic.Model, fn syntax.Node) bool {
	own := partsOf(m.Tree, fn)
	if own.trainsOnce() {
		return true
	}
	if own.backward && own.step || own.looped && own.stepLooped {
		return false
	}
	f := follower{left: maxFollowed}
	f.calls(m, fn, maxDepth, &own)
	return own.backward && own.step
}

// parts are the parts of a step of training that a function runs.
type parts struct {
	backward, step, clears bool // outside of loops
	looped, stepLooped     bool // the backward pass and the step of the optimizer in one
}

func (s *parts) trainsOnce() bool {
	return s.backward && (s.step || s.clears) || s.step && s.clears && !s.looped
}

// partsOf reads them from the text of a function.
func partsOf(t *syntax.Tree, fn syntax.Node) (s parts) {
	for n := range t.All(fn) {
		if t.Kind(n) != syntax.KindCall || t.Kind(t.Callee(n)) != syntax.KindAttribute {
			continue
		}
		here := Around(t, n) == fn
		switch t.Text(t.AttrName(t.Callee(n))) {
		case "backward":
			s.backward, s.looped = s.backward || here, s.looped || !here
		case "zero_grad":
			s.clears = s.clears || here
		case "step":
			if stepsOptimizer(t, n) {
				s.step, s.stepLooped = s.step || here, s.stepLooped || !here
			}
		}
	}
	return s
}

const (
	maxDepth    = 3  // functions that call each other, from the step to its parts
	maxFollowed = 24 // functions looked at for one step
)

// follower gathers the parts of a step that is split over functions and objects.
type follower struct{ left int }

// calls adds the parts of the functions that a function calls outside of loops. Such a
// callee may split the backward pass, for one piece of the batch after the other.
func (f *follower) calls(m *semantic.Model, fn syntax.Node, depth int, sum *parts) {
	if depth == 0 {
		return
	}
	for call := range m.Tree.All(fn) {
		if sum.backward && sum.step || f.left == 0 {
			return
		}
		if m.Tree.Kind(call) != syntax.KindCall || Around(m.Tree, call) != fn || !m.RunsProject(call) {
			continue
		}
		f.left--
		m.WithCallee(call, func(in *semantic.Model, callee syntax.Node) {
			if own := partsOf(in.Tree, callee); !own.stepLooped {
				sum.backward, sum.step = sum.backward || own.backward || own.looped, sum.step || own.step
				f.calls(in, callee, depth-1, sum)
			}
		})
	}
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
