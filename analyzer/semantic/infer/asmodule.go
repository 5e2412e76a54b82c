package infer

import (
	"github.com/neuronlint/neuronlint/analyzer/semantic/scope"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// UsedAsModule reports whether what is moved by .cuda() is a module of PyTorch
// by what else is done with the same value: of all that can be moved like that
// only modules are called, have parameters, load a state or are told to
// evaluate. The value stands in a variable or an attribute, or what its move
// yields is stored in one.
func (m *Model) UsedAsModule(n syntax.Node) bool {
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
	stored := m.Tree.Parent(moved)
	if m.Tree.Kind(stored) != syntax.KindAssignment || m.Tree.Child(stored, syntax.FieldRight) != moved {
		return false
	}
	switch target := m.Tree.Child(stored, syntax.FieldLeft); m.Tree.Kind(target) {
	case syntax.KindIdentifier:
		return m.storedAsModule(target)
	case syntax.KindAttribute:
		return m.attributeAsModule(target)
	}
	return false
}

// variableAsModule looks at the other uses of the value that a variable holds.
func (m *Model) variableAsModule(n syntax.Node) bool {
	sym := m.Symbol(n)
	if sym == nil || len(sym.Uses) > scope.MaxReaching {
		return false
	}
	bound := m.ReachingDefs(n)
	if len(bound) != 1 {
		return false
	}
	for _, use := range sym.Uses {
		if m.moduleUse(use) {
			if same := m.ReachingDefs(use); len(same) == 1 && same[0].Node == bound[0].Node {
				return true
			}
		}
	}
	return false
}

// storedAsModule looks at the uses of a variable that holds what a move yields,
// there or likewise in other places that the use may see.
func (m *Model) storedAsModule(target syntax.Node) bool {
	sym := m.Symbol(target)
	if sym == nil || len(sym.Uses) > scope.MaxReaching {
		return false
	}
	for _, use := range sym.Uses {
		if !m.moduleUse(use) {
			continue
		}
		here, moved := false, true
		for _, d := range m.ReachingDefs(use) {
			here = here || d.Node == target
			_, method := m.MethodCall(d.Value)
			moved = moved && d.Kind == DefAssign && method == "cuda"
		}
		if here && moved {
			return true
		}
	}
	return false
}

// attributeAsModule looks at the uses of an attribute that nothing else is
// stored in.
func (m *Model) attributeAsModule(target syntax.Node) bool {
	cell, ok := m.AttrCell(target)
	if !ok || cell.Class == syntax.None || len(m.ValuesStored(cell)) != 1 {
		return false
	}
	for load := range m.AttributeLoads(cell.Name) {
		if held, ok := m.AttrCell(load); ok && held == cell && m.moduleUse(load) {
			return true
		}
	}
	return false
}

// UsedAsTensor reports whether what a call of .cuda() yields takes part in
// arithmetic: of all that can be moved like that only tensors do.
func (m *Model) UsedAsTensor(moved syntax.Node) bool {
	n := moved
	for m.Tree.Kind(m.Tree.Parent(n)) == syntax.KindParenthesized {
		n = m.Tree.Parent(n)
	}
	return m.Tree.Kind(m.Tree.Parent(n)) == syntax.KindBinaryOperator && !m.OwnMember("cuda")
}

// moduleUse reports whether n is called, or a method of it that modules have and
// tensors do not, and that no class of the file has.
func (m *Model) moduleUse(n syntax.Node) bool {
	parent := m.Tree.Parent(n)
	if m.Tree.Kind(parent) == syntax.KindCall {
		return m.Tree.Callee(parent) == n
	}
	call := m.Tree.Parent(parent)
	if obj, method := m.MethodCall(call); obj == n && m.Tree.Kind(call) == syntax.KindCall {
		switch method {
		case "eval", "train", "parameters", "named_parameters", "load_state_dict", "state_dict", "named_modules", "named_children":
			args, _, _ := m.Tree.ArgCount(call)
			return (args == 0 || method == "load_state_dict") && !m.OwnMember(method)
		}
	}
	return false
}
