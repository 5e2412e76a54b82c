package place

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// leftOnHost reports whether a variable is an item of a batch of a loop that moves
// another item to the device: in for x, n in loader: x = x.to(device), n stays on the
// host. If no item is moved, the batch may come from anywhere.
func (w *hostWalk) leftOnHost(d infer.Def) bool {
	t := w.m.Tree
	items := t.Parent(d.Node)
	if k := t.Kind(items); k != syntax.KindPatternList && k != syntax.KindTuplePattern {
		return false
	}
	loop := w.drawnBy(d, items)
	if loop == syntax.None || w.pairs(t.Child(loop, syntax.FieldRight)) {
		return false
	}
	for item := range t.Children(items) {
		if sym := w.m.Symbol(item); item != d.Node && sym != nil && w.movedIn(loop, sym) {
			return true
		}
	}
	return false
}

// drawnBy is the loop that unpacks a batch into names, directly or through a variable.
func (w *hostWalk) drawnBy(d infer.Def, items syntax.Node) syntax.Node {
	t := w.m.Tree
	at := items
	if d.Kind == infer.DefUnpack && t.Kind(t.Parent(items)) == syntax.KindAssignment {
		whole := w.m.ReachingDefs(t.Unparen(t.Child(t.Parent(items), syntax.FieldRight)))
		if len(whole) != 1 || whole[0].Kind != infer.DefFor && whole[0].Kind != infer.DefUnpack {
			return syntax.None
		}
		at = whole[0].Node
	}
	for t.Kind(at) == syntax.KindIdentifier || t.Kind(at) == syntax.KindPatternList || t.Kind(at) == syntax.KindTuplePattern {
		if p := t.Parent(at); t.Kind(p) == syntax.KindFor && t.Field(at) == syntax.FieldLeft {
			return p
		}
		at = t.Parent(at)
	}
	return syntax.None
}

// pairs reports whether a loop iterates over several things at once, some of which may
// be on the device.
func (w *hostWalk) pairs(iterated syntax.Node) bool {
	name, _ := w.m.CallName(iterated)
	return name == "builtins.zip"
}

// movedIn reports whether a loop moves the item that it binds to a variable.
func (w *hostWalk) movedIn(loop syntax.Node, sym *infer.Symbol) bool {
	t := w.m.Tree
	for _, use := range sym.Uses {
		if t.Within(use, loop) && w.m.Type(use).Kind != infer.KindModule && w.movesUse(use) && w.drawn(loop, use) {
			return true
		}
	}
	return false
}

// drawn reports whether a use reads the item of the loop, and not a later binding.
func (w *hostWalk) drawn(loop, use syntax.Node) bool {
	for _, d := range w.m.ReachingDefs(use) {
		if (d.Kind == infer.DefFor || d.Kind == infer.DefUnpack) && w.m.Tree.Within(d.Node, loop) {
			return true
		}
	}
	return false
}

// movesUse reports whether a use of a variable is a move: x.cuda(), x.to(device),
// to_gpu(x).
func (w *hostWalk) movesUse(use syntax.Node) bool {
	t := w.m.Tree
	if list := t.Parent(use); t.Kind(list) == syntax.KindArgumentList {
		callee := t.Callee(t.Parent(list))
		if t.Kind(callee) == syntax.KindAttribute {
			callee = t.AttrName(callee)
		}
		name := strings.ToLower(t.Text(callee))
		return strings.HasPrefix(name, "move_to") || strings.HasPrefix(name, "to_") &&
			(strings.Contains(name, "gpu") || strings.Contains(name, "cuda") || strings.Contains(name, "device"))
	}
	attr := t.Parent(use)
	call := t.Parent(attr)
	if t.Kind(attr) != syntax.KindAttribute || t.Kind(call) != syntax.KindCall || t.Callee(call) != attr {
		return false
	}
	switch t.Text(t.AttrName(attr)) {
	case "cuda":
		return true
	case "to":
		to := t.Arg(call, 0, "device")
		return to != syntax.None && !w.isCPU(to) && w.m.Type(to).Kind != infer.KindDType && w.m.DType(to) == ""
	}
	return false
}
