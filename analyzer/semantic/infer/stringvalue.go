package infer

import (
	"iter"
	"slices"

	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// literalValue is a string of the file with a known value.
type literalValue struct {
	node syntax.Node
	text string
}

// StringsWith yields the strings with a wanted value, and the values, in source order.
// The file's strings are read once for all callers.
func (m *Model) StringsWith(wanted func(value string) bool) iter.Seq2[syntax.Node, string] {
	return func(yield func(syntax.Node, string) bool) {
		for _, v := range m.stringValues() {
			if wanted(v.text) && !yield(v.node, v.text) {
				return
			}
		}
	}
}

// AnyString reports whether there is such a string.
func (m *Model) AnyString(wanted func(value string) bool) bool {
	return slices.ContainsFunc(m.stringValues(), func(v literalValue) bool { return wanted(v.text) })
}

func (m *Model) stringValues() []literalValue {
	if m.literals == nil {
		m.literals = make([]literalValue, 0, len(m.Strings()))
		for _, n := range m.Strings() {
			if text, ok := m.Tree.StringValue(n); ok {
				m.literals = append(m.literals, literalValue{n, text})
			}
		}
	}
	return m.literals
}
