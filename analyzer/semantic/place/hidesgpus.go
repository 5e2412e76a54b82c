package place

import (
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// HidesGPUs is the first place where the file hides all GPUs from itself, whatever its
// options: it runs on the host, and Neuron would not be hidden.
//
//	os.environ["CUDA_VISIBLE_DEVICES"] = ""
func (m *Places) HidesGPUs() (at source.Span, ok bool) {
	const variable = "CUDA_VISIBLE_DEVICES"
	if !m.TextHas(variable) {
		return at, false
	}
	for n := range m.Tree.OfKind(syntax.KindAssignment) {
		left := m.Tree.Child(n, syntax.FieldLeft)
		if m.Tree.Kind(left) != syntax.KindSubscript {
			continue
		}
		name, _ := m.Name(m.Tree.Child(left, syntax.FieldValue))
		key, _ := m.Tree.StringValue(m.Tree.Child(left, syntax.FieldSubscript))
		value, known := m.Tree.StringValue(m.Tree.Child(n, syntax.FieldRight))
		if name == "os.environ" && key == variable && known && (value == "" || value == "-1") && !m.isConditional(n) {
			return m.Tree.Span(n), true
		}
	}
	return at, false
}

// isConditional reports whether a statement runs under a condition.
func (m *Places) isConditional(n syntax.Node) bool {
	for p := m.Tree.Parent(n); p != syntax.None; p = m.Tree.Parent(p) {
		switch m.Tree.Kind(p) {
		case syntax.KindIf, syntax.KindElif, syntax.KindElse, syntax.KindExcept, syntax.KindWhile, syntax.KindFor, syntax.KindMatch:
			return true
		}
	}
	return false
}
