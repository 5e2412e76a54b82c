package place

import (
	"slices"

	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// FedFromHost reports whether a module that a call moves, and that moves nothing itself,
// is called with a tensor that stays on the host: the program runs only where the device
// is the host as well.
//
//	model = Net().to(device)
//	for x, y in loader:
//	    out = model(x)
//
// A parameter is the argument of the callers, which may go on with the module:
//
//	train(model, device)
//	out = model(torch.randn(2, 3))
func (m *Places) FedFromHost(move syntax.Node) bool {
	type key struct{ n syntax.Node }
	return infer.Walked(m.Model, key{move}, func() bool {
		moved := m.Tree.Object(m.Tree.Callee(move))
		return m.runOnHost(m.movedUses(move), move) && m.takesAsIs(moved) || slices.ContainsFunc(m.lentFrom(moved), func(arg syntax.Node) bool {
			sym := m.Symbol(arg)
			return sym != nil && m.runOnHost(few(sym.Uses), arg) && m.takesAsIs(arg)
		})
	})
}

// runOnHost reports whether one of the uses of a module runs it on a tensor of the host,
// and not before it is moved.
func (m *Places) runOnHost(uses []syntax.Node, moved syntax.Node) bool {
	return slices.ContainsFunc(uses, func(use syntax.Node) bool {
		call := m.runs(use)
		return call != syntax.None && !m.isBefore(call, moved) && m.takesHost(call)
	})
}

// lentFrom are the names that the callers in this file pass for a parameter.
func (m *Places) lentFrom(n syntax.Node) (names []syntax.Node) {
	defs := m.ReachingDefs(n)
	if len(defs) != 1 || defs[0].Kind != infer.DefParam {
		return nil
	}
	for _, arg := range few(m.Passed(defs[0])) {
		if m.Tree.Kind(arg) == syntax.KindIdentifier {
			names = append(names, arg)
		}
	}
	return names
}

// runs is the call that runs a module where it is used: of the module itself, of its
// forward, or of a function of PyTorch that gets it, such as torch.onnx.export.
func (m *Places) runs(use syntax.Node) syntax.Node {
	p := m.Tree.Parent(use)
	if m.Tree.Kind(p) == syntax.KindAttribute && m.Tree.View(m.Tree.AttrName(p)) == "forward" {
		use, p = p, m.Tree.Parent(p)
	}
	if m.Tree.Kind(p) == syntax.KindCall && m.Tree.Callee(p) == use {
		return p
	}
	if call := m.Tree.Parent(p); m.Tree.Kind(p) == syntax.KindArgumentList && m.Tree.Kind(call) == syntax.KindCall {
		if name, _ := m.CallName(call); infer.TopOf(name) == "torch" {
			return call
		}
	}
	return syntax.None
}

// takesAsIs reports whether an expression is a module that computes with its input where
// it lies, whichever of its values it has.
func (m *Places) takesAsIs(n syntax.Node) bool {
	if sym := m.Symbol(n); sym != nil && len(sym.Defs) > maxFed {
		return false
	}
	made := m.Alternatives(n)
	return len(made) > 0 && !slices.ContainsFunc(made, func(value syntax.Node) bool { return !m.movesNoInput(value) })
}

// movesNoInput reports whether a value is a new module of PyTorch or torchvision, or of a
// class of the project whose forward moves no parameter.
func (m *Places) movesNoInput(value syntax.Node) bool {
	if m.Tree.Kind(value) != syntax.KindCall {
		return false
	}
	class := m.Ref(m.Tree.Callee(value))
	if class.Def == syntax.None && !class.Foreign.IsDefinition() {
		return ofPyTorch(class.Name)
	}
	forward := m.MemberRef(class, "forward")
	if forward.Foreign.IsDefinition() {
		keeps := false
		m.elsewhere(forward.Foreign.Module, func(lib *Places) { keeps = lib.keepsParameters(forward.Foreign.Node) })
		return keeps
	}
	return m.keepsParameters(forward.Def)
}

// keepsParameters reports whether a function moves none of its parameters.
func (m *Places) keepsParameters(fn syntax.Node) bool {
	if m.Tree.Kind(fn) != syntax.KindFunction {
		return false
	}
	for _, param := range m.Tree.Params(fn) {
		if sym := m.Symbol(param.Name); sym == nil || slices.ContainsFunc(few(sym.Uses), m.isMovedHere) {
			return false
		}
	}
	return true
}

// isBefore reports whether a place comes before another one of the same function.
func (m *Places) isBefore(n, other syntax.Node) bool {
	return m.Tree.Start(n) < m.Tree.Start(other) && m.Tree.EnclosingFunction(n) == m.Tree.EnclosingFunction(other)
}

// takesHost reports whether an argument of a call, or an item of a tuple among them,
// stays on the host.
func (m *Places) takesHost(call syntax.Node) bool {
	for a := range m.Tree.Args(call) {
		if a.Splat == 0 && (m.OnHost(a.Value) || m.Tree.Kind(a.Value) == syntax.KindTuple && m.anyOnHost(a.Value)) {
			return true
		}
	}
	return false
}

func (m *Places) anyOnHost(tuple syntax.Node) bool {
	for item := range m.Tree.Children(tuple) {
		if m.OnHost(item) {
			return true
		}
	}
	return false
}

// movedUses are the places that use the object which a call moves: those of the name or
// the attribute that the result is bound to, or else of the receiver.
func (m *Places) movedUses(move syntax.Node) []syntax.Node {
	n := m.Tree.Object(m.Tree.Callee(move))
	if p := m.Tree.Parent(move); m.Tree.Kind(p) == syntax.KindAssignment && m.Tree.Child(p, syntax.FieldRight) == move {
		n = m.Tree.Child(p, syntax.FieldLeft)
	}
	switch m.Tree.Kind(n) {
	case syntax.KindIdentifier:
		if sym := m.Symbol(n); sym != nil {
			return few(sym.Uses)
		}
	case syntax.KindAttribute:
		if k, ok := m.AttrCell(n); ok {
			return few(m.LoadsOf(k.Name))
		}
	}
	return nil
}
