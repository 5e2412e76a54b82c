package driver

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// unseen are the places that say CUDA and that no finding is about: calls of .cuda() on
// objects of unknown kind, which may be tensors, what is asked of torch.cuda, and texts
// that are handed on. A fix that brings one of them to life does not know what it does.
func (r *fileResult) unseen(m *semantic.Model) (out byStart) {
	found := make(byStart, 0, len(r.findings))
	for _, fd := range r.findings {
		found = append(found, fd.Span)
	}
	found.sort()
	add := func(n syntax.Node) {
		if span := m.Tree.Span(n); !found.within([]source.Span{span}) {
			out = append(out, span)
		}
	}
	for _, call := range m.Calls() {
		if attr := m.Tree.Callee(call); m.Tree.Kind(attr) == syntax.KindAttribute && m.Tree.View(m.Tree.AttrName(attr)) == "cuda" {
			add(call)
		}
	}
	for n := range m.Named(func(name string) bool { return strings.HasPrefix(name, "torch.cuda.") && !semantic.IsQuery(name) }) {
		add(n)
	}
	for _, lit := range m.Strings() {
		if text, ok := m.Tree.StringValue(lit); ok && (text == "cuda" || strings.HasPrefix(text, "cuda:")) && handedOn(m, lit) {
			add(lit)
		}
	}
	out.sort()
	return out
}

// handedOn reports whether a text goes to more than people: it is no key, nothing is
// compared with it, and it is not only shown.
func handedOn(m *semantic.Model, lit syntax.Node) bool {
	parent := m.Tree.Parent(lit)
	switch m.Tree.Kind(parent) {
	case syntax.KindSubscript, syntax.KindComparison, syntax.KindExpressionStatement:
		return false
	case syntax.KindPair:
		return m.Tree.Child(parent, syntax.FieldValue) == lit
	}
	return !m.Shown(lit)
}
