package graph

import (
	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/rules/internal/reach"
)

const (
	maxCalls   = 3  // functions that call each other, from the loop to the code asked about
	maxCallers = 16 // calls of one function that are looked at
)

// calledPlace tells how often n runs by the calls of the function around it in this
// file: a helper that a training step calls runs in every step. The call is the one for
// which n runs most often.
func calledPlace(p *analyzer.Pass, n syntax.Node, calls int) (most place, by syntax.Node) {
	return placeOfCalls(p, n, calls, false)
}

// placeOfCalls is calledPlace; with whatever set, the arguments of the calls do not
// matter.
func placeOfCalls(p *analyzer.Pass, n syntax.Node, calls int, whatever bool) (place, syntax.Node) {
	type key struct{}
	type asked struct {
		n        syntax.Node
		calls    int
		whatever bool
	}
	type answer struct {
		most place
		by   syntax.Node
	}
	a := analyzer.Each(p, key{}, asked{n, calls, whatever}, func() (a answer) {
		a.most, a.by = mostOfCalls(p, n, calls, whatever)
		return a
	})
	return a.most, a.by
}

func mostOfCalls(p *analyzer.Pass, n syntax.Node, calls int, whatever bool) (most place, by syntax.Node) {
	fn := p.Tree.EnclosingFunction(n)
	if calls == 0 || p.Tree.Kind(fn) != syntax.KindFunction || reach.InTestFile(p) || flushed(p, n, fn) || leftToCaller(p, n, fn) {
		return elsewhere, syntax.None
	}
	switch p.Model.Region(n) {
	case semantic.RegionOther, semantic.RegionMain, semantic.RegionModule, semantic.RegionTraining:
	default:
		return elsewhere, syntax.None
	}
	placed := whatever || ofPlaced(p, n)
	for i, call := range p.Model.Runners(fn) {
		if i == maxCallers {
			break
		}
		if p.Tree.Within(call, fn) || spared(p, call) || !placed && !handsDevice(p, call) {
			continue
		}
		if w := runPlace(p, call, fn, calls); w > most && w != seldom {
			most, by = w, call
		}
	}
	return most, by
}

// runPlace tells how often a call runs fn, by the code around the call or by the
// callers of that code.
func runPlace(p *analyzer.Pass, call, fn syntax.Node, calls int) place {
	type key struct{}
	type asked struct {
		call, fn syntax.Node
		calls    int
	}
	return analyzer.Each(p, key{}, asked{call, fn, calls}, func() place { return placeOfRun(p, call, fn, calls) })
}

func placeOfRun(p *analyzer.Pass, call, fn syntax.Node, calls int) place {
	if w := ownPlace(p, call); w != elsewhere {
		return w
	}
	if w := evaluates(p, call); w != elsewhere {
		return w
	}
	if w, _ := calledPlace(p, call, calls-1); w != elsewhere {
		return w
	}
	if p.Model.RunsEach(call) && callsModelOnce(p, fn) && !backward(p, fn) {
		return perBatch
	}
	return elsewhere
}

// spared reports whether a call is skipped in some rounds of the loop around it.
func spared(p *analyzer.Pass, call syntax.Node) bool {
	return p.Model.GuardedForNeuron(call) || fails(p, call) || occasional(p, call) || uncapturable(p, call)
}

// ofPlaced reports whether n is about a value that its own function puts on the device,
// wherever the value comes from.
func ofPlaced(p *analyzer.Pass, n syntax.Node) bool {
	if p.Tree.Kind(n) != syntax.KindCall {
		return p.Model.LikelyPlaced(n)
	}
	if obj := p.Tree.Object(p.Tree.Callee(n)); obj != syntax.None && p.Model.LikelyPlaced(obj) {
		return true
	}
	for a := range p.Tree.Args(n) {
		if p.Model.LikelyPlaced(a.Value) {
			return true
		}
	}
	return false
}

// handsDevice reports whether a call may hand a function a value on the device, or
// leaves the function to take one from elsewhere.
func handsDevice(p *analyzer.Pass, call syntax.Node) bool {
	given := false
	for a := range p.Tree.Args(call) {
		if isFunction(p, a.Value) {
			continue // map(decode, tokens)
		}
		given = true
		switch p.Model.Type(a.Value).Kind {
		case semantic.KindInt, semantic.KindFloat, semantic.KindBool, semantic.KindNone, semantic.KindString, semantic.KindNDArray:
			continue
		}
		if !p.Model.OnHost(a.Value) {
			return true
		}
	}
	return !given
}

// isFunction reports whether an expression is a function of this file.
func isFunction(p *analyzer.Pass, n syntax.Node) bool {
	return p.Tree.Kind(n) == syntax.KindLambda || p.Tree.Kind(p.Model.Ref(n).Def) == syntax.KindFunction && p.Tree.Kind(n) != syntax.KindCall
}

// calledHere points at the call that makes n run so often, where n itself is not in a
// loop.
func calledHere(p *analyzer.Pass, n syntax.Node) []analyzer.Related {
	if ownPlace(p, n) != elsewhere || evaluates(p, n) != elsewhere {
		return nil
	}
	_, call := calledPlace(p, n, maxCalls)
	if call == syntax.None {
		return nil
	}
	return []analyzer.Related{{Span: p.Tree.Span(p.Tree.Callee(call)), Message: "called here"}}
}
