package semantic

import "github.com/neuronlint/neuronlint/analyzer/syntax"

// UsedAsModule reports whether a variable that is moved by .cuda() is a module
// of PyTorch by what else is done with the same value: of all that can be moved
// like that only modules have parameters, load a state or are told to evaluate.
func (m *Model) UsedAsModule(n syntax.Node) bool {
	sym := m.Symbol(n)
	if sym == nil || m.Tree.Kind(n) != syntax.KindIdentifier || len(sym.Uses) > maxReaching {
		return false
	}
	bound := m.Reaching(n)
	if len(bound) != 1 {
		return false
	}
	for _, use := range sym.Uses {
		if m.moduleMethod(use) {
			if same := m.Reaching(use); len(same) == 1 && same[0].Node == bound[0].Node {
				return true
			}
		}
	}
	return false
}

// moduleMethod reports whether a method of n is called that modules have and
// tensors do not, and that no class of the file has.
func (m *Model) moduleMethod(n syntax.Node) bool {
	attr := m.Tree.Parent(n)
	call := m.Tree.Parent(attr)
	if obj, method := m.method(call); obj == n && m.Tree.Kind(call) == syntax.KindCall {
		switch method {
		case "eval", "train", "parameters", "named_parameters", "load_state_dict", "state_dict", "named_modules", "named_children":
			args, _, _ := m.Tree.ArgCount(call)
			return (args == 0 || method == "load_state_dict") && !m.usage().has(method) && !m.usage().has("cuda")
		}
	}
	return false
}
