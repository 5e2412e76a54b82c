package value

import (
	"slices"

	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/semantic/scope"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// UsedAsModule reports whether a value moved by .cuda() is a module of PyTorch, judged by
// the other uses of the value: of all objects that can be moved that way, only modules
// are called, have parameters, load a state or are set to evaluation. The value is held
// by a variable or an attribute, or the result of its move is stored in one.
func (m *Values) UsedAsModule(n syntax.Node) bool {
	if m.OwnMember("cuda") {
		return false
	}
	switch m.Tree.Kind(n) {
	case syntax.KindIdentifier:
		if m.variableAsModule(n) {
			return true
		}
	case syntax.KindAttribute:
		if m.attributeAsModule(n) {
			return true
		}
	}
	moved := m.Tree.Parent(m.Tree.Parent(n))
	if m.moduleUse(moved) {
		return true
	}
	stored := m.Tree.Parent(moved)
	if m.Tree.Kind(stored) != syntax.KindAssignment || m.Tree.Child(stored, syntax.FieldRight) != moved {
		return false
	}
	switch target := m.Tree.Child(stored, syntax.FieldLeft); m.Tree.Kind(target) {
	case syntax.KindIdentifier:
		return m.storedAsModule(target, n)
	case syntax.KindAttribute:
		return m.attributeAsModule(target)
	}
	return false
}

// variableAsModule looks at the other uses of the value that a variable holds.
func (m *Values) variableAsModule(n syntax.Node) bool {
	sym := m.Symbol(n)
	if sym == nil || len(sym.Uses) > scope.MaxReaching {
		return false
	}
	bound := m.ReachingDefs(n)
	if len(bound) == 0 {
		return false
	}
	for _, use := range sym.Uses {
		if m.moduleUse(use) && sameDefs(m.ReachingDefs(use), bound) {
			return true
		}
	}
	return false
}

// sameDefs reports whether two uses of a variable see the same bindings.
func sameDefs(a, b []infer.Def) bool {
	return len(a) == len(b) && !slices.ContainsFunc(a, func(d infer.Def) bool { return !bindsAt(b, d.Node) })
}

// bindsAt reports whether one of the bindings is at a node.
func bindsAt(defs []infer.Def, n syntax.Node) bool {
	return slices.ContainsFunc(defs, func(d infer.Def) bool { return d.Node == n })
}

// storedAsModule looks at the uses of a variable that holds the result of moving n, here
// or in other moves that the use may see. If the move is conditional, the use may also
// see n itself.
func (m *Values) storedAsModule(target, n syntax.Node) bool {
	sym := m.Symbol(target)
	if sym == nil || len(sym.Uses) > scope.MaxReaching {
		return false
	}
	var bound []infer.Def
	if m.Tree.Kind(n) == syntax.KindIdentifier && m.Symbol(n) == sym {
		bound = m.ReachingDefs(n)
	}
	for _, use := range sym.Uses {
		if !m.moduleUse(use) {
			continue
		}
		here, moved := false, true
		for _, d := range m.ReachingDefs(use) {
			here = here || d.Node == target
			_, method := m.MethodCall(d.Value)
			moved = moved && (d.Kind == infer.DefAssign && method == "cuda" || bindsAt(bound, d.Node))
		}
		if here && moved {
			return true
		}
	}
	return false
}

// attributeAsModule looks at the uses of an attribute that holds no other value, apart
// from None, the same value moved or wrapped, and what may well be modules themselves.
func (m *Values) attributeAsModule(target syntax.Node) bool {
	cell, ok := m.AttrCell(target)
	if !ok || cell.Class == syntax.None || !m.storedOnce(m.ValuesStored(cell), target) {
		return false
	}
	for load := range m.AttributeLoads(cell.Name) {
		if held, ok := m.AttrCell(load); ok && held == cell && m.moduleUse(load) {
			return true
		}
	}
	return false
}

// storedOnce reports whether at most one of the values stored in an attribute is new.
// None is not, nor is the attribute's own value, moved or wrapped:
// self.net = self.net.cuda(). Of modules there may be several: self.net = best.
func (m *Values) storedOnce(values []syntax.Node, attr syntax.Node) bool {
	const maxValues = 8
	if len(values) > maxValues {
		return false
	}
	others := 0
	for _, v := range values {
		v = m.Tree.Unparen(v)
		obj, method := m.MethodCall(v)
		switch {
		case m.Tree.Kind(v) == syntax.KindNoneLiteral:
		case m.Tree.Kind(v) == syntax.KindCall && Converts(method) && m.Tree.Same(obj, attr):
		case m.spreads(v) && m.Tree.Same(m.Tree.Arg(v, 0, "module"), attr):
		case m.Type(v).Kind == infer.KindModule:
		default:
			others++
		}
	}
	return others <= 1 && len(values) > 0
}

// spreads reports whether a call wraps a module to run on several devices, judged by the
// name of the wrapper: DistributedDataParallel(net). Wrappers with other names may move
// the inputs to GPUs in code of their own.
func (m *Values) spreads(call syntax.Node) bool {
	name := m.Tree.Callee(call)
	if m.Tree.Kind(name) == syntax.KindAttribute {
		name = m.Tree.AttrName(name)
	}
	switch m.Tree.View(name) {
	case "DataParallel", "DistributedDataParallel", "DDP", "FullyShardedDataParallel", "FSDP":
		return true
	}
	return false
}

// Converts reports whether a method of modules and tensors yields an object of the same
// sort.
func Converts(method string) bool {
	switch method {
	case "to", "half", "float", "double", "bfloat16", "cuda", "cpu", "eval", "train", "requires_grad_":
		return true
	}
	return false
}

// UsedAsTensor reports whether the result of a .cuda() call takes part in arithmetic: of
// all objects that can be moved that way, only tensors do.
func (m *Values) UsedAsTensor(moved syntax.Node) bool {
	n := moved
	for m.Tree.Kind(m.Tree.Parent(n)) == syntax.KindParenthesized {
		n = m.Tree.Parent(n)
	}
	return m.Tree.Kind(m.Tree.Parent(n)) == syntax.KindBinaryOperator && !m.OwnMember("cuda")
}

// moduleUse reports whether n is called, is wrapped for several devices, or has a method
// called that modules have, but neither tensors nor the classes of the file.
func (m *Values) moduleUse(n syntax.Node) bool {
	parent := m.Tree.Parent(n)
	if m.Tree.Kind(parent) == syntax.KindCall {
		return m.Tree.Callee(parent) == n
	}
	if wrapper := m.Tree.Parent(parent); m.Tree.Kind(parent) == syntax.KindArgumentList && m.Tree.Kind(wrapper) == syntax.KindCall {
		return m.Tree.Arg(wrapper, 0, "module") == n && m.spreads(wrapper)
	}
	call := m.Tree.Parent(parent)
	if obj, method := m.MethodCall(call); obj == n && m.Tree.Kind(call) == syntax.KindCall {
		switch method {
		case "eval", "train", "parameters", "named_parameters", "load_state_dict", "state_dict", "named_modules", "named_children", "modules", "children":
			args, _, _ := m.Tree.ArgCount(call)
			return (args == 0 || method == "load_state_dict") && !m.OwnMember(method)
		}
	}
	return false
}
