package infer

import "github.com/neuronlint/neuronlint/analyzer/syntax"

// MentionsOf returns the expressions of this file that name a function without calling
// it.
func (m *Model) MentionsOf(fn syntax.Node) []syntax.Node {
	if m.MethodClass(fn) == syntax.None {
		return m.HandedAs(fn)
	}
	var out []syntax.Node
	for _, n := range m.LoadsOf(m.Tree.Text(m.Tree.FuncName(fn))) {
		if parent := m.Tree.Parent(n); (m.Tree.Kind(parent) != syntax.KindCall || m.Tree.Callee(parent) != n) && m.Ref(n).Def == fn {
			out = append(out, n)
		}
	}
	return out
}

// TakenBy returns the call that takes an expression as an argument; None if none does.
func (m *Model) TakenBy(n syntax.Node) syntax.Node {
	list := m.Tree.Parent(n)
	if m.Tree.Kind(list) == syntax.KindKeywordArgument {
		list = m.Tree.Parent(list)
	}
	if call := m.Tree.Parent(list); m.Tree.Kind(list) == syntax.KindArgumentList && m.Tree.Kind(call) == syntax.KindCall {
		return call
	}
	return syntax.None
}
