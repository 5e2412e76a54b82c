package operators

import (
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/rules/internal/reach"
)

const (
	maxCalls   = 3  // functions that call each other, from forward or a training loop to an operator
	maxCallers = 16 // calls of one function that are looked at
)

// calledBy is a call that runs the function around an operator on tensors of the
// device. The call stands in forward, in a compiled function or in a training loop of
// this file, in a loop with a tensor that is known to be there, or in a function called
// from one of these. It is None if there is none, or if the arguments of the function
// may leave the operator out.
func calledBy(p *analyzer.Pass, u use) syntax.Node {
	fn := p.Tree.EnclosingFunction(u.Node)
	if p.Tree.Kind(fn) != syntax.KindFunction || p.Model.Region(u.Node) != semantic.RegionOther || reach.InTestFile(p) || reach.Once(p, u.Node) ||
		!refused(u) && decomposes(u.API) || strings.HasSuffix(u.API, ".dequantize") || reach.LeftToCaller(p, u.Node, fn) ||
		!reach.FromParameter(p.Model, u.Tensor) && !p.Model.LikelyPlaced(u.Tensor) {
		return syntax.None
	}
	return callOnDevice(p, fn, maxCalls)
}

// calledHere points at the call for which an operator runs on the device.
func calledHere(p *analyzer.Pass, u use) []analyzer.Related {
	call := calledBy(p, u)
	if call == syntax.None {
		return nil
	}
	return []analyzer.Related{{Span: p.Tree.Span(p.Tree.Callee(call)), Message: "called here"}}
}

// callOnDevice finds the call of a function that hands it a tensor of the device.
func callOnDevice(p *analyzer.Pass, fn syntax.Node, calls int) syntax.Node {
	type key struct {
		fn    syntax.Node
		calls int
	}
	return analyzer.Once(p, key{fn, calls}, func() syntax.Node {
		for i, call := range p.Model.Runners(fn) {
			if i == maxCallers {
				break
			}
			if p.Tree.Within(call, fn) || p.Model.GuardedForNeuron(call) {
				continue
			}
			outer := p.Tree.EnclosingFunction(call)
			switch {
			case onDevice(p, call):
				if takesTensor(p, call) || takesMoved(p, call) {
					return call
				}
			case loopsOnDevice(p, call):
				return call
			case calls > 1 && p.Tree.Kind(outer) == syntax.KindFunction && p.Model.Region(call) == semantic.RegionOther && takesParameter(p, call):
				if callOnDevice(p, outer, calls-1) != syntax.None {
					return call
				}
			}
		}
		return syntax.None
	})
}

// loopsOnDevice reports whether a call is made in the rounds of a loop, outside of tests,
// with a tensor that is seen to be on the device.
func loopsOnDevice(p *analyzer.Pass, call syntax.Node) bool {
	switch p.Tree.Kind(p.Tree.EnclosingFrame(call)) {
	case syntax.KindFor, syntax.KindWhile:
	default:
		return false
	}
	if r := p.Model.Region(call); r == semantic.RegionData || r == semantic.RegionTest || reach.InTestFile(p) {
		return false
	}
	for a := range p.Tree.Args(call) {
		if p.Model.LikelyPlaced(a.Value) {
			return true
		}
	}
	return false
}

// takesMoved reports whether an argument of a call is a variable of unknown kind that
// holds a value moved to a device before, or a part of it: x = x.to(device).
func takesMoved(p *analyzer.Pass, call syntax.Node) bool {
	for a := range p.Tree.Args(call) {
		if p.Tree.Kind(a.Value) != syntax.KindIdentifier || p.Model.OnHost(a.Value) || p.Model.Type(a.Value).Kind != semantic.KindUnknown {
			continue
		}
		for _, d := range p.Model.ReachingDefs(a.Value) {
			value := p.Tree.Unparen(d.Value)
			for d.Kind == semantic.DefAssign && p.Tree.Kind(value) == syntax.KindSubscript {
				value = p.Tree.Unparen(p.Tree.Child(value, syntax.FieldValue))
			}
			if d.Kind == semantic.DefAssign && moves(p, value) {
				return true
			}
		}
	}
	return false
}

// moves reports whether an expression is x.to(device) or x.cuda(), or a name that is
// bound to one.
func moves(p *analyzer.Pass, n syntax.Node) bool {
	if p.Tree.Kind(n) == syntax.KindIdentifier {
		return slices.ContainsFunc(p.Model.ReachingDefs(n), func(d semantic.Def) bool {
			return d.Kind == semantic.DefAssign && p.Tree.Kind(p.Tree.Unparen(d.Value)) == syntax.KindCall && moves(p, p.Tree.Unparen(d.Value))
		})
	}
	if p.Tree.Kind(n) != syntax.KindCall || p.Tree.Kind(p.Tree.Callee(n)) != syntax.KindAttribute || p.Model.OnHost(n) {
		return false
	}
	switch p.Tree.Text(p.Tree.AttrName(p.Tree.Callee(n))) {
	case "cuda":
		return true
	case "to":
		return p.Tree.Arg(n, 0, "device") != syntax.None && p.Model.DType(p.Tree.Arg(n, 0, "device")) == ""
	}
	return false
}

// takesParameter reports whether a call hands on a parameter of the function around it,
// and no tensor that is on the host.
func takesParameter(p *analyzer.Pass, call syntax.Node) bool {
	given := false
	for a := range p.Tree.Args(call) {
		if p.Model.OnHost(a.Value) {
			return false
		}
		given = given || reach.FromParameter(p.Model, a.Value)
	}
	return given
}
