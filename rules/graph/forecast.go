package graph

import (
	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/rules/internal/reach"
)

// forecasts reports whether a concatenation appends the output of a model to its own
// input in the loop around it: x = torch.cat([x, model(x)[:, -1:]]). Blocks of a
// network also join earlier results; those are called once each, or stand in forward,
// where the number of rounds does not change.
func forecasts(p *analyzer.Pass, cat syntax.Node) bool {
	switch p.Model.Region(cat) {
	case semantic.RegionOther, semantic.RegionModule, semantic.RegionMain:
	default:
		return false
	}
	grown := p.Model.Symbol(joinedInto(p, cat))
	loop := reach.Around(p.Tree, cat)
	if k := p.Tree.Kind(loop); grown == nil || k != syntax.KindFor && k != syntax.KindWhile || reach.InTestFile(p) {
		return false
	}
	w := &forecast{p: p, loop: loop, read: symbols{grown: true}, yielded: symbols{}}
	for range 2 { // a value bound at the end of a round is read in the next
		w.round()
	}
	for _, part := range parts(p, cat) {
		if w.mentions(part, w.yielded) || w.calls(part) {
			return true
		}
	}
	return false
}

type symbols map[*semantic.Symbol]bool

// forecast follows through the assignments of a loop the values computed from a tensor
// that grows in it, and the outputs of models for those.
type forecast struct {
	p             *analyzer.Pass
	loop          syntax.Node
	read, yielded symbols
}

func (w *forecast) round() {
	t := w.p.Tree
	for n := range t.All(t.Child(w.loop, syntax.FieldBody)) {
		if t.Kind(n) != syntax.KindAssignment {
			continue
		}
		value := t.Child(n, syntax.FieldRight)
		fromModel := w.mentions(value, w.yielded) || w.calls(value)
		fromGrown := w.mentions(value, w.read)
		for name := range t.All(t.Child(n, syntax.FieldLeft)) {
			if sym := w.p.Model.Symbol(name); sym != nil {
				w.yielded[sym] = w.yielded[sym] || fromModel
				w.read[sym] = w.read[sym] || fromGrown
			}
		}
	}
}

// mentions reports whether an expression reads one of the variables, and more than its
// shape.
func (w *forecast) mentions(n syntax.Node, of symbols) bool {
	t := w.p.Tree
	for id := range t.All(n) {
		if t.Kind(id) != syntax.KindIdentifier || !of[w.p.Model.Symbol(id)] {
			continue
		}
		switch t.Text(t.AttrName(t.Parent(id))) {
		case "shape", "size", "device", "dtype", "ndim":
		default:
			return true
		}
	}
	return false
}

// calls reports whether an expression calls a model on the growing tensor, the same
// model in each round.
func (w *forecast) calls(n syntax.Node) bool {
	t := w.p.Tree
	for call := range t.All(n) {
		if t.Kind(call) == syntax.KindCall && isModelCall(w.p, call) &&
			w.mentions(t.Child(call, syntax.FieldArguments), w.read) && w.same(t.Callee(call)) {
			return true
		}
	}
	return false
}

// same reports whether the callee stays the same from round to round, unlike the blocks
// of a network that a loop goes through.
func (w *forecast) same(callee syntax.Node) bool {
	t := w.p.Tree
	for id := range t.All(callee) {
		sym := w.p.Model.Symbol(id)
		if sym == nil {
			continue
		}
		for _, d := range sym.Defs {
			if t.Within(d.Node, w.loop) {
				return false
			}
		}
	}
	return true
}
