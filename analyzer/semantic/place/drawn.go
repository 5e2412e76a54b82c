package place

import (
	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// maxDrawnSteps bounds how far an expression is followed to the items of a loop.
const maxDrawnSteps = 4

// DrawnBy reports whether an expression uses the items of a loop: its variables, or
// names that the loop binds to parts of them.
func (m *Places) DrawnBy(loop, n syntax.Node) bool { return m.drawn(loop, n, maxDrawnSteps) }

func (m *Places) drawn(loop, n syntax.Node, steps int) bool {
	if steps == 0 || n == syntax.None {
		return false
	}
	return infer.Walked(m.Model, drawnBy{loop, n, steps}, func() bool { return m.drawnWithin(loop, n, steps) })
}

// drawnBy is a question of drawn.
type drawnBy struct {
	loop, n syntax.Node
	steps   int
}

func (m *Places) drawnWithin(loop, n syntax.Node, steps int) bool {
	drawn := m.Tree.Child(loop, syntax.FieldLeft)
	for id := range m.Tree.All(n) {
		if m.Tree.Kind(id) != syntax.KindIdentifier {
			continue
		}
		for _, d := range m.ReachingDefs(id) {
			if m.Tree.Within(d.Node, drawn) || m.Tree.Within(d.Value, loop) && d.Value != n && m.drawn(loop, d.Value, steps-1) {
				return true
			}
		}
	}
	return false
}

// MovesDrawn reports whether a loop moves its items to a device: x.to(device),
// batch["x"].cuda(), to_gpu(batch).
func (m *Places) MovesDrawn(loop syntax.Node) bool {
	w := m.walkHost()
	for call := range m.Tree.All(m.Tree.Child(loop, syntax.FieldBody)) {
		if m.Tree.Kind(call) != syntax.KindCall {
			continue
		}
		if callee := m.Tree.Callee(call); m.Tree.Kind(callee) == syntax.KindAttribute {
			if moved := m.Tree.Object(callee); m.Type(moved).Kind != infer.KindModule && w.movesUse(moved) && m.DrawnBy(loop, moved) {
				return true
			}
		}
		for a := range m.Tree.Args(call) {
			if w.movesUse(a.Value) && m.DrawnBy(loop, a.Value) {
				return true
			}
		}
	}
	return false
}

// distribution reports whether a call makes a distribution, or asks one for a value,
// and all its parameters are on the host: tensors there, or numbers, which it turns
// into tensors there.
func (w *hostWalk) distribution(call syntax.Node) bool {
	t := w.m.Tree
	if obj, _ := w.m.MethodCall(call); infer.IsDistribution(w.m.Type(obj).Name) {
		return w.of(obj)
	}
	for a := range t.Args(call) {
		if w.m.Type(a.Value).Kind == infer.KindTensor && !w.of(a.Value) {
			return false
		}
	}
	return true
}
