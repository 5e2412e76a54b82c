package place

import (
	"slices"

	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/semantic/scope"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// MovedLater is the call that moves the result of a call to the device, in the same
// expression or on every path onward: load(name).to(device), and net.to(device) behind
// net = load(name) and net = wrap(net). None if no call surely does.
func (m *Places) MovedLater(call syntax.Node) syntax.Node {
	value := call
	for above := m.LinkAbove(value); above != syntax.None; above = m.LinkAbove(value) {
		if value = above; m.moves(value) {
			return value
		}
	}
	assign := m.Tree.Parent(value)
	if m.Tree.Kind(assign) != syntax.KindAssignment || m.Tree.Kind(m.Tree.Child(assign, syntax.FieldLeft)) != syntax.KindIdentifier {
		return syntax.None
	}
	sym := m.Symbol(m.Tree.Child(assign, syntax.FieldLeft))
	if sym == nil || len(sym.Uses) > scope.MaxReaching {
		return syntax.None
	}
	for _, use := range sym.Uses {
		if use < value || m.Tree.EnclosingFunction(use) != m.Tree.EnclosingFunction(call) {
			continue
		}
		if moved := m.moverOf(use); moved != syntax.None && m.Tree.Within(call, m.Tree.Suite(moved)) && m.holdsStill(use, value, infer.MaxChoice) {
			return moved
		}
	}
	return syntax.None
}

// moverOf is the call that moves the module in a variable, in the chain of calls
// on it or around a call that wraps it: net.eval().to(device), wrap(net).to(device).
func (m *Places) moverOf(use syntax.Node) syntax.Node {
	for _, from := range []syntax.Node{use, m.TakenBy(use)} {
		for at := m.LinkAbove(from); from != syntax.None && at != syntax.None; at = m.LinkAbove(at) {
			if m.moves(at) {
				return at
			}
		}
	}
	return syntax.None
}

// holdsStill reports whether a variable may still hold a value, or the result of calls
// that took the value as an argument.
func (m *Places) holdsStill(use, value syntax.Node, depth int) bool {
	return depth > 0 && infer.Walked(m.Model, heldStill{use, value, depth}, func() bool { return m.bindsStill(use, value, depth) })
}

// heldStill is the cache key of holdsStill.
type heldStill struct {
	use, value syntax.Node
	depth      int
}

func (m *Places) bindsStill(use, value syntax.Node, depth int) bool {
	return slices.ContainsFunc(m.ReachingDefs(use), func(d infer.Def) bool {
		if d.Kind != infer.DefAssign || d.Value == value {
			return d.Kind == infer.DefAssign
		}
		for n := range m.Tree.All(d.Value) {
			if m.Tree.Kind(n) == syntax.KindIdentifier && m.Symbol(n) == m.Symbol(use) && m.TakenBy(n) != syntax.None && m.holdsStill(n, value, depth-1) {
				return true
			}
		}
		return false
	})
}
