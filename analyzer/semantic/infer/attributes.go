package infer

import (
	"iter"

	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// AttributeLoads yields the attribute expressions obj.name that are read, in
// source order.
func (m *Model) AttributeLoads(name string) iter.Seq[syntax.Node] {
	return func(yield func(syntax.Node) bool) {
		for _, n := range m.LoadsOf(name) {
			if !yield(n) {
				return
			}
		}
	}
}

// LoadsOf are the places that read an attribute of this name.
func (m *Model) LoadsOf(name string) []syntax.Node {
	if m.attrs == nil {
		m.attrs = make(map[string][]syntax.Node)
		stored := make(map[syntax.Node]bool, len(m.Stores()))
		for _, s := range m.Stores() {
			stored[s.Target] = true
		}
		for _, n := range m.Attributes() {
			if attr := m.Tree.AttrName(n); attr != syntax.None && !stored[n] {
				name := m.Tree.View(attr)
				m.attrs[name] = append(m.attrs[name], n)
			}
		}
	}
	return m.attrs[name]
}
