package place

import (
	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// maxAtHand bounds how many names of a body are checked for a tensor.
const maxAtHand = 64

// DeviceWithin is the device that the body of a with statement computes on, for a call
// among its managers: a variable or attribute that holds the device, or the device of a
// tensor that the body reads.
func (m *Places) DeviceWithin(call syntax.Node) (AtHand, bool) {
	if hand, ok := m.DeviceAtHand(call); ok {
		return hand, true
	}
	with := m.Tree.Statement(call)
	if m.RunsCode() || m.Tree.Kind(with) != syntax.KindWith {
		return AtHand{}, false
	}
	looked := 0
	for n := range m.Tree.All(m.Tree.Body(with)) {
		if m.Tree.Kind(n) != syntax.KindIdentifier || m.FrameOf(n) != m.FrameOf(call) {
			continue
		}
		if looked++; looked > maxAtHand {
			break
		}
		if m.computesWith(n, call) {
			return AtHand{Text: m.Tree.Text(n) + ".device", Object: true}, true
		}
	}
	return AtHand{}, false
}

// computesWith reports whether a name is a tensor on the device of the computation, and
// the same tensor as at an earlier place: the file puts it there, or it is an argument
// of a model that never moves it.
func (m *Places) computesWith(n, place syntax.Node) bool {
	typ, sym := m.Type(n), m.Symbol(n)
	if typ.Kind != infer.KindTensor || typ.Confidence < infer.Likely || sym == nil || m.OnHost(n) || !m.isSteady(n, place) {
		return false
	}
	if m.Placed(n) {
		return true
	}
	fn := m.Tree.EnclosingFunction(n)
	return fn != syntax.None && m.IsForward(fn) && len(sym.Defs) > 0 && sym.Defs[0].Kind == infer.DefParam && !m.movesAny(sym)
}

// movesAny reports whether the value of a name is moved to a device somewhere.
func (m *Places) movesAny(sym *infer.Symbol) bool {
	for _, use := range sym.Uses {
		attr := m.Tree.Parent(use)
		if m.Tree.Kind(attr) != syntax.KindAttribute || m.Tree.Object(attr) != use {
			continue
		}
		switch m.Tree.View(m.Tree.AttrName(attr)) {
		case "cuda", "cpu", "to":
			return true
		}
	}
	return false
}
