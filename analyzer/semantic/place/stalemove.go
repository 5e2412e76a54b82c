package place

import (
	"slices"

	"github.com/neuronlint/neuronlint/analyzer/semantic/value"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// movedBy is the call by which a use of a module moves it: a method of the module, or a
// function of the project that moves what it is given.
func (m *Places) movedBy(use syntax.Node) syntax.Node {
	if m.Tree.Kind(m.Tree.Parent(use)) == syntax.KindAttribute {
		return m.moveOf(use)
	}
	call, moved := m.TakenBy(use), false
	if call == syntax.None || m.toldHost(call) {
		return syntax.None
	}
	m.TakenAs(call, use, func(in *value.Values, param syntax.Node) {
		moved = moved || Of(in.Model).movesParameter(param)
	})
	if !moved {
		return syntax.None
	}
	return call
}

// moveOf is the call of a method by which a use of an object moves it to a device, perhaps
// in a chain: net.eval().cuda().
func (m *Places) moveOf(use syntax.Node) syntax.Node {
	for call := m.LinkAbove(use); call != syntax.None; call = m.LinkAbove(call) {
		if m.moves(call) {
			return call
		}
	}
	return syntax.None
}

// toldHost reports whether an argument of a call is the host.
func (m *Places) toldHost(call syntax.Node) bool {
	for a := range m.Tree.Args(call) {
		if m.walkHost().isCPU(a.Value) {
			return true
		}
	}
	return false
}

// movesParameter reports whether a function moves a module that it is given, or a class
// the one that its constructor keeps.
func (m *Places) movesParameter(param syntax.Node) bool {
	sym := m.Symbol(param)
	return sym != nil && slices.ContainsFunc(few(sym.Uses), func(use syntax.Node) bool {
		p := m.Tree.Parent(use)
		switch m.Tree.Kind(p) {
		case syntax.KindAttribute:
			return m.moveOf(use) != syntax.None
		case syntax.KindAssignment:
			target := m.Tree.Child(p, syntax.FieldLeft)
			if m.Tree.Child(p, syntax.FieldRight) != use || m.Tree.Kind(target) != syntax.KindAttribute {
				return false
			}
			class := m.SelfClass(m.Tree.Object(target))
			return class != syntax.None && slices.ContainsFunc(few(m.LoadsOf(m.Tree.Text(m.Tree.AttrName(target)))), func(load syntax.Node) bool {
				return m.SelfClass(m.Tree.Object(load)) == class && m.moveOf(load) != syntax.None
			})
		}
		return false
	})
}
