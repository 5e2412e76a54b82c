package infer

import (
	"slices"

	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// FunctionsNamed returns the functions and methods of this file with a name, in order.
// They are indexed once, since a file of many functions asks for each of them.
func (m *Model) FunctionsNamed(name string) []syntax.Node {
	type key struct{}
	return Walked(m, key{}, func() map[string][]syntax.Node {
		all := make(map[string][]syntax.Node)
		for _, fn := range m.Functions() {
			of := m.Tree.Text(m.Tree.FuncName(fn))
			all[of] = append(all[of], fn)
		}
		return all
	})[name]
}

// FunctionsTaking returns the functions and methods of this file that have a parameter of
// a name, in order.
func (m *Model) FunctionsTaking(name string) []syntax.Node {
	type key struct{}
	return Walked(m, key{}, func() map[string][]syntax.Node {
		all := make(map[string][]syntax.Node)
		for _, fn := range m.Functions() {
			for _, p := range m.Tree.Params(fn) {
				of := m.Tree.Text(p.Name)
				if p.Name != syntax.None && !slices.Contains(all[of][max(0, len(all[of])-1):], fn) {
					all[of] = append(all[of], fn)
				}
			}
		}
		return all
	})[name]
}
