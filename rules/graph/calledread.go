package graph

import (
	"slices"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules/internal/reach"
)

// runCalledRead reports calls of the project's functions that read a tensor argument in
// every step: the function by itself does not tell how often it runs. Reads by a
// function of this file in forward, or in the step that it trains, are reported where
// they stand.
func runCalledRead(p *analyzer.Pass, told *told) {
	runCalled(p, told, "read here", findRead, func(call syntax.Node, _ place, first *innerRead) finding {
		return finding{idiom: "tensor-read", what: first.how + " in `" + p.Tree.Text(p.Tree.Callee(call)) + "`"}
	})
}

// findRead recognises a call that reads a tensor.
func findRead(in *analyzer.Pass, n syntax.Node, given handed) (innerRead, bool) {
	if in.Tree.Kind(n) != syntax.KindCall {
		return innerRead{}, false
	}
	r, reads := readOf(in, n, given)
	return r, reads && !makesShape(in, n)
}

// readOf is the read made by a call, of a tensor that its function is known to have or
// is passed.
func readOf(in *analyzer.Pass, n syntax.Node, given handed) (innerRead, bool) {
	r, reads := readByCall(in, n)
	if !reads {
		return given.reads(in, n)
	}
	return innerRead{how: r.how, api: r.api, at: in.Tree.Span(r.at), node: r.node}, r.yields != opsdb.YieldsText
}

// makesShape reports whether the value read by a call is a size.
func makesShape(in *analyzer.Pass, n syntax.Node) bool { return purposeOf(in, n) == forShape }

// runCalledShape reports calls of the project's functions in other files that make a
// shape of a tensor argument, or slice at it, as runCalledRead does.
func runCalledShape(p *analyzer.Pass, told *told) {
	runCalled(p, told, "read here", findShape, func(call syntax.Node, _ place, first *innerRead) finding {
		within := " in `" + p.Tree.Text(p.Tree.Callee(call)) + "`"
		if first.how == ofPosition {
			return finding{idiom: "value-as-position", what: "a position taken from a tensor" + within}
		}
		if first.how == ofTensor {
			return finding{idiom: "value-as-shape", what: ofTensor + within}
		}
		return finding{idiom: "value-as-shape", what: "a shape taken from " + first.how + within}
	})
}

// ofPosition marks the start of a slice that is a tensor.
const ofPosition = "a position"

// findShape recognises a call that reads a tensor to make a shape of it, and a slice with
// a tensor as a bound.
func findShape(in *analyzer.Pass, n syntax.Node, given handed) (innerRead, bool) {
	switch in.Tree.Kind(n) {
	case syntax.KindCall:
		r, reads := readOf(in, n, given)
		return r, reads && makesShape(in, n)
	case syntax.KindSlice:
		return findBound(in, n, given)
	}
	return innerRead{}, false
}

// findBound recognises a slice from or to a tensor, which the function is known to have
// or is passed.
func findBound(in *analyzer.Pass, slice syntax.Node, given handed) (innerRead, bool) {
	for bound := range in.Tree.Children(slice) {
		if !given.has(in, bound) && (!isRead(in, bound) || !evident(in, bound)) {
			continue
		}
		how := ofTensor
		if in.Tree.Start(bound) == in.Tree.Start(slice) {
			how = ofPosition
		}
		return innerRead{how: how, at: in.Tree.Span(bound), node: bound}, true
	}
	return innerRead{}, false
}

// runCalledBranch reports calls of the project's functions in other files that decide
// by a tensor argument, as runCalledRead does.
func runCalledBranch(p *analyzer.Pass, told *told) {
	runCalled(p, told, "decided here", findBranch, func(call syntax.Node, w place, _ *innerRead) finding {
		callee := p.Tree.Callee(call)
		return finding{idiom: branchIdiom(p, callee, w), what: "a condition on the value of a tensor in `" + p.Tree.Text(callee) + "`"}
	})
}

// findBranch recognises a statement that the value of a tensor decides.
func findBranch(in *analyzer.Pass, n syntax.Node, given handed) (innerRead, bool) {
	switch in.Tree.Kind(n) {
	case syntax.KindIf, syntax.KindElif, syntax.KindWhile, syntax.KindConditional, syntax.KindAssert:
	default:
		return innerRead{}, false
	}
	for _, leaf := range reach.Operands(in.Tree, in.Tree.Condition(n)) {
		if isRead(in, leaf) || given.decides(in, leaf) {
			return innerRead{at: in.Tree.Span(leaf), node: leaf}, true
		}
	}
	return innerRead{}, false
}

// runCalled reports calls of the project's functions with a tensor argument in which
// find recognises a read: one for each loop or function, with the others beside it.
func runCalled(p *analyzer.Pass, told *told, note string, find finder, describe func(syntax.Node, place, *innerRead) finding) {
	type calls struct {
		around syntax.Node
		what   string
		place  place
	}
	firsts := map[calls]*finding{}
	for _, c := range handingCalls(p) {
		inner := readsInside(p, c.call, c.place, find)
		if c.ofModel { // operations on models at large are mostly seen to run often there
			inner = slices.DeleteFunc(inner, func(r innerRead) bool { return r.told })
		}
		if len(inner) == 0 || inner[0].path == p.Model.Path() && (c.place == perCall || batchPlace(p, inner[0].node) != elsewhere) {
			continue
		}
		if told.knows(p.Tree.Callee(c.call)) {
			continue
		}
		f := describe(c.call, c.place, &inner[0])
		alike := calls{reach.Around(p.Tree, c.call), f.what, c.place}
		if first := firsts[alike]; first != nil {
			told.also(first, p.Tree.Callee(c.call), "called again here")
			continue
		}
		firsts[alike] = &f
		f.at, f.place, f.severity, f.confidence, f.api = p.Tree.Callee(c.call), c.place, c.place.severity(), analyzer.Likely, inner[0].api
		for i, r := range inner {
			if i == 0 || r.at != inner[i-1].at {
				f.related = append(f.related, r.place(p, note))
			}
		}
		told.add(c.call, &f)
	}
}

// handingCall is a call that hands a function of the project a value that may be on the
// device, or that runs one in a step of training, where it may put a number on the
// device itself.
type handingCall struct {
	call    syntax.Node
	place   place
	ofModel bool // it hands a model on, and no tensor
}

// handingCalls lists them, as far as they run often.
func handingCalls(p *analyzer.Pass) []handingCall {
	type key struct{}
	return analyzer.Once(p, key{}, func() (all []handingCall) {
		for _, call := range p.Model.Calls() {
			if !p.Model.RunsProject(call) {
				continue
			}
			ofModel := false
			if !takesTensor(p, call) {
				ofModel = takesModel(p, call)
				if !ofModel && !reach.OfObject(p.Model, call) && batchPlace(p, call) != perStep {
					continue
				}
			}
			w := batchPlace(p, call)
			if (w == perBatch || w == perRound || w >= perStep) && (w == perCall || !onHostThroughout(p, call)) {
				all = append(all, handingCall{call, w, ofModel})
			}
		}
		return all
	})
}

// place points at the read from the file of p.
func (r *innerRead) place(p *analyzer.Pass, note string) analyzer.Related {
	at := analyzer.Related{Path: r.path, Span: r.at, Message: note}
	if r.path == p.Model.Path() {
		at.Path = ""
	}
	return at
}

// takesTensor reports whether one of the arguments of a call may be a tensor on the
// device, or hold tensors.
func takesTensor(p *analyzer.Pass, call syntax.Node) bool {
	for a := range p.Tree.Args(call) {
		if isRead(p, a.Value) || tensorsIn(p, a) {
			return true
		}
	}
	return false
}

// takesModel reports whether one of the arguments of a call is a model.
func takesModel(p *analyzer.Pass, call syntax.Node) bool {
	for a := range p.Tree.Args(call) {
		if isModel(p, a.Value) {
			return true
		}
	}
	return false
}

// isModel reports whether an expression is a module, or is named like one where nothing
// is known about it.
func isModel(p *analyzer.Pass, n syntax.Node) bool {
	switch t := p.Model.Type(n); t.Kind {
	case semantic.KindModule:
		return t.Confidence >= analyzer.Likely
	case semantic.KindUnknown:
		return p.Tree.Kind(n) == syntax.KindIdentifier && isModelName(p.Tree.Text(n))
	}
	return false
}
