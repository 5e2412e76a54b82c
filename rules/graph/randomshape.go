package graph

import (
	"iter"
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// reportDrawn reports tensors of the device whose size in a step of training the host
// draws at random: nothing is read back, but each size needs its own graph.
func reportDrawn(p *analyzer.Pass, told *told) {
	if !p.Model.TextHas("rand") {
		return
	}
	for n := range resized(p) {
		drawn := drawnIn(p, n)
		if drawn == syntax.None {
			continue
		}
		if w := batchPlace(p, n); w >= perStep && !transforms(p, n, w) && !told.knows(n) {
			told.add(n, &finding{
				idiom: "random-shape", at: n, what: "a random size", place: w,
				severity: w.severity(), confidence: analyzer.Likely,
				related: []analyzer.Related{{Span: p.Tree.Span(p.Tree.Callee(drawn)), Message: "drawn here"}},
			})
		}
	}
}

// runCalledDrawn reports calls of the project's functions in other files that give
// their tensor arguments a size drawn at random, as runCalledRead does.
func runCalledDrawn(p *analyzer.Pass, told *told) {
	runCalled(p, told, "sized here", findDrawn, func(call syntax.Node, _ place, _ *innerRead) finding {
		return finding{idiom: "random-shape", what: "a random size in `" + p.Tree.Text(p.Tree.Callee(call)) + "`"}
	})
}

// findDrawn recognises a slice of a tensor whose length is drawn at random.
func findDrawn(in *analyzer.Pass, n syntax.Node, given handed) (innerRead, bool) {
	if in.Tree.Kind(n) != syntax.KindSlice || !in.Model.TextHas("rand") {
		return innerRead{}, false
	}
	of := slicedBy(in, n)
	if !given.has(in, of) && !slicesDevice(in, n) {
		return innerRead{}, false
	}
	for _, bound := range lengthOf(in, n) {
		if drawnIn(in, bound) != syntax.None {
			return innerRead{at: in.Tree.Span(of), node: of}, true
		}
	}
	return innerRead{}, false
}

// transforms reports whether n stands in a module that prepares images on the host, as
// the modules of torchvision do.
func transforms(p *analyzer.Pass, n syntax.Node, w place) bool {
	name := p.Tree.Text(p.Tree.FuncName(p.Tree.EnclosingClass(n)))
	return w == perCall && (p.Model.ImportsAny("torchvision.transforms", "PIL", "albumentations") ||
		strings.HasPrefix(name, "Random") || strings.Contains(name, "Crop") || strings.Contains(name, "Resize"))
}

// resized yields the expressions that give the length of a slice of a tensor, or the
// size to which a tensor is scaled.
func resized(p *analyzer.Pass) iter.Seq[syntax.Node] {
	return func(yield func(syntax.Node) bool) {
		for n := range p.Tree.OfKind(syntax.KindSlice) {
			if !slicesDevice(p, n) {
				continue
			}
			for _, bound := range lengthOf(p, n) {
				if !yield(bound) {
					return
				}
			}
		}
		for call := range p.Model.CallsOf("torch.nn.functional.interpolate", "torch.nn.functional.upsample") {
			if p.Model.OnHost(p.Tree.Arg(call, 0, "input")) {
				continue
			}
			for i, name := range []string{"size", "scale_factor"} {
				if size := p.Tree.Arg(call, i+1, name); size != syntax.None && !yield(size) {
					return
				}
			}
		}
	}
}

// lengthOf are the expressions for the length of a slice: n of at:at + n, also where
// the end is bound to a variable before, and otherwise its bounds.
func lengthOf(p *analyzer.Pass, slice syntax.Node) []syntax.Node {
	bounds := slices.Collect(p.Tree.Children(slice))
	if len(bounds) != 2 {
		return bounds
	}
	begin, end := boundTo(p, bounds[0]), boundTo(p, bounds[1])
	if p.Tree.Kind(end) != syntax.KindBinaryOperator || p.Tree.Operator(end) != "+" {
		return bounds
	}
	left, right := p.Tree.Child(end, syntax.FieldLeft), p.Tree.Child(end, syntax.FieldRight)
	for _, start := range []syntax.Node{bounds[0], begin} {
		switch {
		case p.Tree.Same(start, left):
			return []syntax.Node{right}
		case p.Tree.Same(start, right):
			return []syntax.Node{left}
		}
	}
	return bounds
}

// boundTo is the expression that a variable is bound to, alone or in a tuple, and any
// other expression itself.
func boundTo(p *analyzer.Pass, n syntax.Node) syntax.Node {
	n = p.Tree.Unparen(n)
	if p.Tree.Kind(n) != syntax.KindIdentifier {
		return n
	}
	defs := p.Model.ReachingDefs(n)
	if len(defs) != 1 || defs[0].Kind != semantic.DefUnpack {
		return bound(p, n)
	}
	value := p.Tree.Unparen(defs[0].Value)
	if parts := slices.Collect(p.Tree.Children(value)); isTuple(p, value) && defs[0].Index >= 0 && defs[0].Index < len(parts) {
		return p.Tree.Unparen(parts[defs[0].Index])
	}
	return n
}

// slicedBy is the object that a slice is taken from.
func slicedBy(p *analyzer.Pass, slice syntax.Node) syntax.Node {
	at := p.Tree.Parent(slice)
	for p.Tree.Kind(at) != syntax.KindSubscript && at != syntax.None {
		at = p.Tree.Parent(at)
	}
	return p.Tree.Child(at, syntax.FieldValue)
}

// slicesDevice reports whether a slice is taken from a tensor that may be on the
// device.
func slicesDevice(p *analyzer.Pass, slice syntax.Node) bool {
	of := slicedBy(p, slice)
	if of == syntax.None {
		return false
	}
	t := p.Model.Type(of)
	return t.Kind == semantic.KindTensor && t.Confidence >= analyzer.Likely && !p.Model.OnHost(of)
}

// drawnWalk follows an expression to the call that draws a number. It follows each node
// once.
type drawnWalk struct {
	p   *analyzer.Pass
	met map[syntax.Node]bool
}

// drawnIn finds the call that draws a number from which an expression is computed.
func drawnIn(p *analyzer.Pass, n syntax.Node) syntax.Node {
	w := drawnWalk{p, map[syntax.Node]bool{}}
	return w.in(n)
}

// maxDrawn bounds the expressions that one question looks at.
const maxDrawn = 40

func (w *drawnWalk) in(n syntax.Node) (found syntax.Node) {
	if w.met[n] || len(w.met) > maxDrawn {
		return syntax.None
	}
	w.met[n] = true
	for at := range w.p.Tree.All(n) {
		switch w.p.Tree.Kind(at) {
		case syntax.KindCall:
			if found = w.by(at, -1); found == syntax.None {
				found = w.read(at)
			}
		case syntax.KindIdentifier:
			found = w.held(at)
		}
		if found != syntax.None {
			return found
		}
	}
	return syntax.None
}

// held finds the draw behind the value of a variable.
func (w *drawnWalk) held(name syntax.Node) syntax.Node {
	for _, d := range w.p.Model.ReachingDefs(name) {
		found, value := syntax.None, w.p.Tree.Unparen(d.Value)
		switch {
		case value == syntax.None || w.p.Model.Type(value).Kind == semantic.KindTensor:
		case d.Kind == semantic.DefAssign, d.Kind == semantic.DefUnpack && w.p.Tree.Kind(value) != syntax.KindCall:
			found = w.in(value)
		case d.Kind == semantic.DefUnpack:
			found = w.by(value, d.Index)
		}
		if found != syntax.None {
			return found
		}
	}
	return syntax.None
}

// by tells whether a call draws a number, or runs a function of the file that returns
// one at a position of its tuple; -1 asks for the result as a whole.
func (w *drawnWalk) by(call syntax.Node, at int) syntax.Node {
	if name, _ := w.p.Model.CallName(call); drawsNumber(name) {
		return call
	}
	fn := w.p.Model.Ref(w.p.Tree.Callee(call)).Def
	if w.p.Tree.Kind(fn) != syntax.KindFunction {
		return syntax.None
	}
	for _, value := range w.p.Model.Returns(fn) {
		value = w.p.Tree.Unparen(value)
		if items := slices.Collect(w.p.Tree.Children(value)); at >= 0 && at < len(items) && isTuple(w.p, value) {
			value = items[at]
		}
		if found := w.in(value); found != syntax.None {
			return found
		}
	}
	return syntax.None
}

// isTuple reports whether an expression writes out the items of a tuple.
func isTuple(p *analyzer.Pass, n syntax.Node) bool {
	k := p.Tree.Kind(n)
	return k == syntax.KindTuple || k == syntax.KindExpressionList || k == syntax.KindList
}

// drawsNumber recognises the functions of Python and NumPy that draw a number.
func drawsNumber(name string) bool {
	if name == "random.choice" || name == "random.triangular" || name == "random.betavariate" || name == "random.gauss" {
		return true
	}
	module, function, ok := strings.Cut(strings.TrimPrefix(name, "numpy."), ".")
	if !ok || module != "random" {
		return false
	}
	switch function {
	case "random", "rand", "randn", "randint", "randrange", "uniform", "normal", "normalvariate", "beta", "random_integers", "random_sample":
		return true
	}
	return strings.HasPrefix(name, "numpy.") && function == "choice"
}
