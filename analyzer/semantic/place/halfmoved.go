package place

import (
	"slices"
	"strings"

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
func (m *Places) FedFromHost(move syntax.Node) bool {
	type key struct{ n syntax.Node }
	return infer.Walked(m.Model, key{move}, func() bool {
		fed := slices.ContainsFunc(m.movedUses(move), func(use syntax.Node) bool {
			call := m.runs(use)
			return call != syntax.None && !m.isBefore(call, move) && m.takesHost(call)
		})
		return fed && m.takesAsIs(m.Tree.Object(m.Tree.Callee(move)))
	})
}

// runs is the call that runs a module where it is used: of the module itself, or of a
// function of PyTorch that gets it, such as torch.onnx.export.
func (m *Places) runs(use syntax.Node) syntax.Node {
	p := m.Tree.Parent(use)
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

// neverMoved reports whether a callee is a module with parameters that the file makes on
// the host and that nothing moves: a variable, an attribute of self, or an item of one.
func (m *Places) neverMoved(callee syntax.Node) bool {
	root := callee
	for m.Tree.Kind(root) == syntax.KindSubscript {
		root = m.Tree.Child(root, syntax.FieldValue)
	}
	type key struct {
		sym  *infer.Symbol
		attr string
	}
	var k key
	switch m.Tree.Kind(root) {
	case syntax.KindIdentifier:
		k.sym = m.Symbol(root)
	case syntax.KindAttribute:
		if cell, ok := m.AttrCell(root); ok {
			k.attr = cell.Name
		}
	}
	if k.sym == nil && k.attr == "" {
		return false
	}
	return infer.Walked(m.Model, k, func() bool {
		uses := m.mentions(k.sym, k.attr)
		if len(uses) > maxFed {
			return false
		}
		o := &unmoved{m: m}
		for _, use := range uses {
			if !o.stays(use) {
				return false
			}
		}
		return o.made && o.module
	})
}

// mentions are the places that name a variable, or if it is nil, an attribute; stores
// included.
func (m *Places) mentions(sym *infer.Symbol, attr string) (all []syntax.Node) {
	if sym != nil {
		for _, d := range sym.Defs {
			all = append(all, d.Node)
		}
		return append(all, sym.Uses...)
	}
	for _, s := range m.Stores() {
		if m.Tree.Kind(s.Target) == syntax.KindAttribute && m.Tree.View(m.Tree.AttrName(s.Target)) == attr {
			all = append(all, s.Target)
		}
	}
	return append(all, m.LoadsOf(attr)...)
}

// unmoved judges the uses of one variable.
type unmoved struct {
	m      *Places
	made   bool // some use stores a module made on the host
	module bool // some use is a method of modules, as those with parameters have it called
}

// stays reports whether a use leaves the module on the host: it stores a new one, calls
// it, or calls a method of modules that moves nothing.
func (o *unmoved) stays(use syntax.Node) bool {
	t := o.m.Tree
	p := t.Parent(use)
	for t.Kind(p) == syntax.KindSubscript && t.Child(p, syntax.FieldValue) == use {
		use, p = p, t.Parent(p)
	}
	switch t.Kind(p) {
	case syntax.KindCall:
		return t.Callee(p) == use
	case syntax.KindAssignment:
		if t.Child(p, syntax.FieldLeft) != use {
			return false
		}
		value := t.Child(p, syntax.FieldRight)
		if t.Kind(value) == syntax.KindDictionary && t.First(value) == syntax.None {
			return true
		}
		made := o.m.madeOnHost(value)
		o.made = o.made || made
		return made
	case syntax.KindAttribute:
		name := t.View(t.AttrName(p))
		_, ofModule := o.m.DB.Returns("torch.nn.Module." + name)
		o.module = o.module || ofModule
		return ofModule && !o.m.MovesObject(p)
	}
	return false
}

// madeOnHost reports whether a value is a new module, made by PyTorch, by torchvision or
// by code of the project that names no device.
func (m *Places) madeOnHost(value syntax.Node) bool {
	if m.Tree.Kind(value) != syntax.KindCall || m.toldDevice(value) || m.TextHas("set_default_device(") {
		return false
	}
	r := m.Ref(m.Tree.Callee(value))
	switch {
	case r.Foreign.IsDefinition():
		quiet := false
		m.elsewhere(r.Foreign.Module, func(lib *Places) { quiet = lib.namesNoDevice(r.Foreign.Node) })
		return quiet
	case r.Def != syntax.None:
		return m.namesNoDevice(r.Def)
	}
	return ofPyTorch(r.Name)
}

// ofPyTorch reports whether a name is that of a module of PyTorch or of torchvision.
func ofPyTorch(name string) bool {
	return strings.HasPrefix(name, "torch.nn.") || strings.HasPrefix(name, "torchvision.models.")
}

// namesNoDevice reports whether a class or a function says nothing of devices.
func (m *Places) namesNoDevice(def syntax.Node) bool {
	text := m.Tree.View(def)
	return !strings.Contains(text, "device") && !strings.Contains(text, "cuda") && !strings.Contains(text, ".to(")
}
