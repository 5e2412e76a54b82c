package graph

import (
	"slices"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules/internal/reach"
)

// reportBorders reports the parts of a tensor that a loop hands to a model one after
// another and that end where the tensor does: the last ones may be smaller.
//
//	end = min(begin + size, x.shape[1])
//	out = model(x[:, begin:end])
//
// One is reported for a function, and the others stand with it.
func reportBorders(p *analyzer.Pass, told *told) {
	if !p.Model.TextHas("min") || p.Model.Deviceless() || reach.InTestFile(p) {
		return
	}
	first := map[syntax.Node]*finding{}
	for slice := range p.Tree.OfKind(syntax.KindSlice) {
		w, ok := windowOf(p, slice)
		if !ok || p.Model.GuardedForNeuron(slice) {
			continue
		}
		run := w.run(outermostSubscript(p, slice), maxHanded)
		if run == syntax.None {
			continue
		}
		fn := p.Tree.EnclosingFunction(slice)
		if f := first[fn]; f != nil {
			told.also(f, slice, "another one here")
			continue
		}
		if told.knows(slice) {
			continue
		}
		first[fn] = &finding{
			idiom: "border-shape", at: slice, what: "a part that may be smaller at the border", place: seldom,
			severity: analyzer.Info, confidence: analyzer.Likely,
		}
		told.add(slice, first[fn])
		told.also(first[fn], w.least, "bounded here")
		told.also(first[fn], p.Tree.Callee(run), "handed to the model here")
	}
}

// maxHanded is how many variables and functions are followed from a part of a tensor to
// the model.
const maxHanded = 4

// window is a slice that moves along with the rounds of a loop, up to a border.
type window struct {
	p     *analyzer.Pass
	least syntax.Node // the call of min that keeps it inside
	loop  syntax.Node // that moves it; None for an argument of the function
	param semantic.Def
}

// windowOf recognises x[begin:end] where end is min(begin + size, limit), and
// x[begin : begin + n] where n is min(size, limit - begin), with begin of the loop
// around or handed to the function. A window that is pushed back from the border keeps
// its size.
func windowOf(p *analyzer.Pass, slice syntax.Node) (w window, ok bool) {
	bounds := slices.Collect(p.Tree.Children(slice))
	if len(bounds) != 2 {
		return w, false
	}
	w = window{p: p, loop: reach.Around(p.Tree, slice)}
	if k := p.Tree.Kind(w.loop); k != syntax.KindFor && k != syntax.KindWhile {
		w.loop = syntax.None
	}
	end := p.Tree.Unparen(bounds[1])
	if w.least = leastOf(p, end); w.least == syntax.None && fixedLength(p, slice) {
		for _, side := range []syntax.Field{syntax.FieldLeft, syntax.FieldRight} {
			if of := p.Tree.Child(end, side); !p.Tree.Same(of, bounds[0]) {
				w.least = leastOf(p, of)
			}
		}
	}
	if w.least == syntax.None || !w.moves(bounds[0], maxVariables) || w.pushedBack(bounds[0], end) {
		return w, false
	}
	a, b := w.moves(p.Tree.Arg(w.least, 0, ""), maxVariables), w.moves(p.Tree.Arg(w.least, 1, ""), maxVariables)
	return w, a != b
}

// leastOf is the call of min, with two numbers, that an expression is or that the
// variable was bound to.
func leastOf(p *analyzer.Pass, n syntax.Node) syntax.Node {
	n = p.Tree.Unparen(n)
	if p.Tree.Kind(n) == syntax.KindIdentifier {
		defs := p.Model.ReachingDefs(n)
		if len(defs) != 1 || defs[0].Kind != semantic.DefAssign {
			return syntax.None
		}
		n = p.Tree.Unparen(defs[0].Value)
	}
	if p.Tree.Kind(n) != syntax.KindCall {
		return syntax.None
	}
	if positional, keywords, splat := p.Tree.ArgCount(n); positional != 2 || keywords > 0 || splat {
		return syntax.None
	}
	if name, _ := p.Model.CallName(n); name != "builtins.min" {
		return syntax.None
	}
	return n
}

// moves reports whether a number changes with the rounds of the loop, or with an
// argument of the function, whose parameter it records.
func (w *window) moves(n syntax.Node, left int) bool {
	for at := range w.p.Tree.All(n) {
		if w.p.Tree.Kind(at) == syntax.KindIdentifier && w.moved(at, left) {
			return true
		}
	}
	return false
}

// moved is moves for a variable.
func (w *window) moved(name syntax.Node, left int) bool {
	for _, d := range w.p.Model.ReachingDefs(name) {
		inside := w.loop == syntax.None || w.p.Tree.Within(d.Node, w.loop)
		switch {
		case !inside:
		case d.Kind == semantic.DefParam && w.loop == syntax.None:
			if w.p.Model.Type(name).Kind == semantic.KindInt {
				w.param = d
				return true
			}
		case d.Kind == semantic.DefAssign, d.Kind == semantic.DefUnpack:
			if left == 0 && w.loop != syntax.None || left > 0 && w.moves(d.Value, left-1) {
				return true
			}
		case d.Kind == semantic.DefFor, d.Kind == semantic.DefAug:
			return true
		}
	}
	return false
}

// pushedBack reports whether the beginning of a slice is computed from its end.
func (w *window) pushedBack(begin, end syntax.Node) bool {
	for at := range w.p.Tree.All(begin) {
		if w.p.Tree.Kind(at) != syntax.KindIdentifier {
			continue
		}
		for _, d := range w.p.Model.ReachingDefs(at) {
			if d.Kind == semantic.DefAssign && d.Node > w.least && d.Node < begin && mentionsName(w.p, d.Value, end) {
				return true
			}
		}
	}
	return false
}

// mentionsName reports whether an expression reads the variable that another one is.
func mentionsName(p *analyzer.Pass, n, variable syntax.Node) bool {
	for at := range p.Tree.All(n) {
		if p.Tree.Kind(at) == syntax.KindIdentifier && p.Tree.Same(at, variable) {
			return true
		}
	}
	return false
}

// outermostSubscript is the part of a tensor that a slice takes: x[:, a:b].
func outermostSubscript(p *analyzer.Pass, slice syntax.Node) syntax.Node {
	at := p.Tree.Parent(slice)
	for at != syntax.None && p.Tree.Kind(at) != syntax.KindSubscript {
		at = p.Tree.Parent(at)
	}
	return at
}

// run is the call of a model in the rounds of the loop that a value reaches unchanged,
// by variables and by the result of the function; None if there is none, or if the
// value gets another shape on the way.
func (w *window) run(n syntax.Node, left int) syntax.Node {
	t := w.p.Tree
	for {
		parent := t.Parent(n)
		switch t.Kind(parent) {
		case syntax.KindParenthesized, syntax.KindKeywordArgument:
		case syntax.KindAttribute:
			if parent = t.Parent(parent); !keepsShape(w.p, parent, n) {
				return syntax.None
			}
		case syntax.KindArgumentList:
			return w.runs(t.Parent(parent), n)
		case syntax.KindAssignment:
			if t.Child(parent, syntax.FieldRight) != n {
				return syntax.None
			}
			return w.held(t.Child(parent, syntax.FieldLeft), n, -1, left)
		case syntax.KindReturn:
			return w.returned(-1, left)
		case syntax.KindExpressionList, syntax.KindTuple:
			if t.Kind(t.Parent(parent)) != syntax.KindReturn {
				return syntax.None
			}
			return w.returned(slices.Index(slices.Collect(t.Children(parent)), n), left)
		default:
			return syntax.None
		}
		n = parent
	}
}

// keepsShape reports whether a call of a method of a tensor moves or casts it, or adds a
// dimension of 1.
func keepsShape(p *analyzer.Pass, call, tensor syntax.Node) bool {
	callee := p.Tree.Callee(call)
	if p.Tree.Kind(call) != syntax.KindCall || p.Tree.Kind(callee) != syntax.KindAttribute || p.Tree.Object(callee) != tensor {
		return false
	}
	method := p.Tree.Text(p.Tree.AttrName(callee))
	trait := p.DB.Trait(method)
	inPlace := trait.Elements == opsdb.ElementsSame || trait.Elements == opsdb.ElementsCast
	return inPlace && trait.Rank == opsdb.RankSame || method == "unsqueeze"
}

// runs is a call if it runs a model on a tensor that may be on the device, in a loop.
func (w *window) runs(call, arg syntax.Node) syntax.Node {
	t := w.p.Model.Type(arg)
	if t.Kind != semantic.KindTensor || t.Confidence < analyzer.Likely || w.p.Model.OnHost(arg) || !isModelCall(w.p, call) {
		return syntax.None
	}
	if around := reach.Around(w.p.Tree, call); w.p.Tree.Kind(around) != syntax.KindFor && w.p.Tree.Kind(around) != syntax.KindWhile {
		return syntax.None
	}
	return call
}

// held is run for a variable, at its uses where this value is the single definition
// that reaches them. Index is its position in an unpacking, -1 without one.
func (w *window) held(target, value syntax.Node, index, left int) syntax.Node {
	sym := w.p.Model.Symbol(target)
	if sym == nil || left == 0 || len(sym.Uses) > maxUses {
		return syntax.None
	}
	for _, use := range sym.Uses {
		defs := w.p.Model.ReachingDefs(use)
		if len(defs) != 1 || defs[0].Value != value && !w.p.Tree.Within(value, defs[0].Value) || index >= 0 && defs[0].Index != index {
			continue
		}
		if run := w.run(use, left-1); run != syntax.None {
			return run
		}
	}
	return syntax.None
}

// returned is run for the result of the function around the slice, at a position in its
// tuple, where a loop calls the function with an argument that moves.
func (w *window) returned(index, left int) syntax.Node {
	t := w.p.Tree
	fn := t.EnclosingFunction(w.least)
	if w.loop != syntax.None || left == 0 || t.Kind(fn) != syntax.KindFunction {
		return syntax.None
	}
	for _, call := range w.p.Model.Callers(fn) {
		loop := reach.Around(t, call)
		if k := t.Kind(loop); k != syntax.KindFor && k != syntax.KindWhile {
			continue
		}
		in := window{p: w.p, least: call, loop: loop}
		passed := t.Arg(call, w.param.Index, t.Text(w.param.Node))
		assign := t.Parent(call)
		if passed == syntax.None || t.Kind(assign) != syntax.KindAssignment || !in.moves(passed, 0) {
			continue
		}
		target := t.Child(assign, syntax.FieldLeft)
		if index >= 0 {
			if items := slices.Collect(t.Children(target)); index < len(items) {
				target = items[index]
			}
		}
		if run := in.held(target, call, index, left-1); run != syntax.None {
			return run
		}
	}
	return syntax.None
}
