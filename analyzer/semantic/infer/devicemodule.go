package infer

import (
	"slices"

	"github.com/neuronlint/neuronlint/analyzer/semantic/scope"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// DeviceModule is the name of the module of the current device when a program looks it up
// by device, getattr(torch, device_type), and that device is CUDA by default. The module
// is torch.cuda today, and that of Neuron once the device is Neuron.
const DeviceModule = "torch.get_device_module()"

// deviceModuleRef resolves a lookup of the module of a device.
func (m *Model) deviceModuleRef(device syntax.Node) Ref {
	if !m.cudaByDefault(device, MaxConstantDepth) {
		return Ref{}
	}
	return Ref{Name: DeviceModule, Confidence: Likely}
}

// returnedModule is the module of PyTorch, JAX or a device that a function of the project
// returns, by itself or at a position of the returned tuple.
func (m *Model) returnedModule(fn Ref, index int) (out Ref) {
	if fn.Foreign.IsDefinition() {
		m.Elsewhere(fn.Foreign.Module, func(lib *Model) {
			out = lib.returnedModule(Ref{Def: fn.Foreign.Node}, index)
		})
		return out
	}
	if m.Tree.Kind(fn.Def) != syntax.KindFunction || m.Tree.IsAsync(fn.Def) {
		return Ref{}
	}
	return m.ofFunction(fn.Def, askedReturnedModule, index).ref
}

// resolveReturnedModule computes returnedModule for a function of this file. All returned
// values are asked for at once, even after a pending answer, so a circle of functions is
// found as a whole, not return by return.
func (m *Model) resolveReturnedModule(fn syntax.Node, index int) (out Ref) {
	pending := false
	for _, value := range m.Returns(fn) {
		r := m.valueRef(m.itemAt(value, index))
		if r.Name == DeviceModule {
			return r
		}
		pending = pending || r.Pending
		if out == (Ref{}) && m.isFrameworkModule(r) {
			out = Ref{Name: r.Name, Confidence: min(r.Confidence, Likely), Chosen: true}
		}
	}
	if pending {
		return Ref{Pending: true}
	}
	return out
}

// valueRef resolves a value, which may be a choice of two.
func (m *Model) valueRef(n syntax.Node) Ref {
	if m.Tree.Kind(m.Tree.Unparen(n)) == syntax.KindConditional {
		return m.eitherRef(m.Tree.Unparen(n))
	}
	return m.Ref(n)
}

// itemAt is the item at a position of a written-out tuple, or the whole value for
// position -1.
func (m *Model) itemAt(value syntax.Node, index int) syntax.Node {
	if index < 0 {
		return value
	}
	switch m.Tree.Kind(value) {
	case syntax.KindTuple, syntax.KindExpressionList:
		if items := m.members(value); index < len(items) {
			return items[index]
		}
	}
	return syntax.None
}

// members are the items of a tuple. They are collected once, since a wide tuple is asked
// for each item.
func (m *Model) members(tuple syntax.Node) []syntax.Node {
	type key struct{}
	known := Walked(m, key{}, func() map[syntax.Node][]syntax.Node { return make(map[syntax.Node][]syntax.Node) })
	members, ok := known[tuple]
	if !ok {
		members = slices.Collect(m.Tree.Children(tuple))
		known[tuple] = members
	}
	return members
}

// cudaByDefault reports whether an expression names the CUDA device unless somebody
// chooses another. Each expression is examined once, the first time it is reached.
func (m *Model) cudaByDefault(n syntax.Node, depth int) bool {
	n = m.Tree.Unparen(n)
	if depth == 0 {
		return false
	}
	if cuda, met := m.cudaNames[n]; met {
		return cuda
	}
	if m.cudaNames == nil {
		m.cudaNames = make(map[syntax.Node]bool)
	}
	m.cudaNames[n] = false // a name that is bound to itself names nothing
	m.cudaNames[n] = m.decidesForCUDA(n, depth)
	return m.cudaNames[n]
}

func (m *Model) decidesForCUDA(n syntax.Node, depth int) bool {
	switch m.Tree.Kind(n) {
	case syntax.KindString, syntax.KindConcatenatedString:
		_, _, ok := m.SeedForm(n)
		return ok
	case syntax.KindConditional:
		body, _, orelse := m.Tree.Conditional(n)
		return m.cudaOrHost([]syntax.Node{body, orelse}, depth-1)
	case syntax.KindBooleanOperator:
		return m.cudaByDefault(m.Tree.Child(n, syntax.FieldRight), depth-1)
	case syntax.KindIdentifier:
		return m.boundToCUDA(m.ReachingDefs(n), depth-1)
	case syntax.KindAttribute:
		return m.attributeOfCUDA(n, depth-1)
	case syntax.KindCall:
		return m.callForCUDA(n, depth-1)
	}
	return false
}

// cudaOrHost reports whether, of the values that a program chooses from, some are CUDA by
// default and the others the host. A program that knows other devices too is left alone.
func (m *Model) cudaOrHost(values []syntax.Node, depth int) (found bool) {
	for _, value := range values {
		if text, ok := m.Tree.StringValue(value); ok && text == "cpu" {
			continue
		}
		if !m.cudaByDefault(value, depth) {
			return false
		}
		found = true
	}
	return found
}

// boundToCUDA is cudaByDefault for the values bound to a name.
func (m *Model) boundToCUDA(defs []Def, depth int) bool {
	if len(defs) > scope.MaxReaching {
		return false
	}
	var values []syntax.Node
	for _, d := range defs {
		switch {
		case d.Kind == DefAssign:
			values = append(values, d.Value)
		case d.Kind == DefParam:
			values = append(values, m.parameterPreset(d))
		case d.Kind == DefUnpack && len(defs) == 1 && m.Tree.Kind(d.Value) == syntax.KindCall:
			return m.returnsCUDA(m.Ref(m.Tree.Callee(d.Value)), d.Index, depth)
		default:
			return false
		}
	}
	return m.cudaOrHost(values, depth)
}

// attributeOfCUDA is cudaByDefault for device.type, self.device and args.device.
func (m *Model) attributeOfCUDA(n syntax.Node, depth int) bool {
	obj, name := m.Tree.Object(n), m.Tree.Text(m.Tree.AttrName(n))
	if name == "type" && m.cudaByDefault(obj, depth) {
		return true
	}
	if class := m.SelfClass(obj); class != syntax.None {
		stores := m.AttributeStores(ClassAttr{class, name})
		if len(stores) > scope.MaxReaching {
			return false
		}
		var values []syntax.Node
		for _, s := range stores {
			if s.Kind != DefAssign {
				return false
			}
			values = append(values, s.Value)
		}
		return m.cudaOrHost(values, depth)
	}
	return m.cudaByDefault(m.settingDefault(n, depth), depth)
}

// callForCUDA is cudaByDefault for torch.device(name), str(device) and functions of
// the project.
func (m *Model) callForCUDA(call syntax.Node, depth int) bool {
	switch callee := m.Ref(m.Tree.Callee(call)); callee.Name {
	case "torch.device", "builtins.str":
		return m.cudaByDefault(m.Tree.Arg(call, 0, "type"), depth)
	default:
		return m.returnsCUDA(callee, -1, depth)
	}
}

func (m *Model) returnsCUDA(fn Ref, index, depth int) (found bool) {
	if depth == 0 {
		return false
	}
	if fn.Foreign.IsDefinition() {
		m.Elsewhere(fn.Foreign.Module, func(lib *Model) {
			found = lib.returnsCUDA(Ref{Def: fn.Foreign.Node}, index, depth-1)
		})
		return found
	}
	if m.Tree.Kind(fn.Def) != syntax.KindFunction {
		return false
	}
	var values []syntax.Node
	for _, value := range m.Returns(fn.Def) {
		values = append(values, m.itemAt(value, index))
	}
	return m.cudaOrHost(values, depth)
}
