package value

import (
	"slices"

	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// DefaultReplaced reports whether n is in the default of a parameter that is never used:
// the file is a program, and all calls of the function pass another value.
func (m *Values) DefaultReplaced(n syntax.Node) bool {
	param := m.defaultParameter(n)
	if param == syntax.None || !m.HasMain() {
		return false
	}
	name := m.Tree.Child(param, syntax.FieldName)
	sym := m.Symbol(name)
	if sym == nil {
		return false
	}
	i := slices.IndexFunc(sym.Defs, func(d infer.Def) bool { return d.Kind == infer.DefParam && d.Node == name })
	if i < 0 {
		return false
	}
	values := m.Passed(sym.Defs[i])
	return len(values) > 0 && !slices.Contains(values, sym.Defs[i].Value)
}

// defaultParameter returns the parameter whose default is n, or a device given by n:
// device=torch.device("cuda"). None for other expressions.
func (m *Values) defaultParameter(n syntax.Node) syntax.Node {
	for at := n; at != syntax.Root; at = m.Tree.Parent(at) {
		switch parent := m.Tree.Parent(at); m.Tree.Kind(parent) {
		case syntax.KindDefaultParameter, syntax.KindTypedDefaultParameter:
			return parent
		case syntax.KindArgumentList, syntax.KindParenthesized:
		case syntax.KindCall:
			if name, _ := m.CallName(parent); name != "torch.device" {
				return syntax.None
			}
		default:
			return syntax.None
		}
	}
	return syntax.None
}
