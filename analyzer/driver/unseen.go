package driver

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// unseen are the places that say CUDA and that no finding is about: calls of .cuda() on
// objects of unknown kind, which may be tensors, uses of torch.cuda, and texts that are
// handed on. A fix that revives one of them has unknown effects.
func (r *fileResult) unseen(m *semantic.Model) (out byStart) {
	found := make(semantic.Cover)
	for _, fd := range r.findings {
		found.Add(fd.Span)
	}
	add := func(n syntax.Node) {
		if span := m.Tree.Span(n); !found.Holds(span) {
			out = append(out, span)
		}
	}
	for _, call := range m.Calls() {
		if attr := m.Tree.Callee(call); m.Tree.Kind(attr) == syntax.KindAttribute && m.Tree.View(m.Tree.AttrName(attr)) == "cuda" {
			add(m.Tree.AttrName(attr))
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

// lostPlace is such a place that is to run on Neuron, and the test around it; zero if none is.
type lostPlace struct{ At, Test source.Span }

// lostIn are the lost places of a file.
func (r *fileResult) lostIn(m *semantic.Model) (out []lostPlace) {
	places := r.unseen(m)
	if len(places) == 0 {
		return nil
	}
	dead, tests := make(semantic.Cover), m.Tests()
	for _, region := range m.DeadRegions() {
		dead.Add(region.Span)
	}
	for _, span := range places {
		if m.GuardedForNeuron(m.Tree.At(span.Start)) || dead.Holds(span) {
			continue
		}
		out = append(out, lostPlace{span, around(tests, span.Start)})
	}
	return out
}

// handedOn reports whether a text reaches more than people: it is not a key, not
// compared, and not only shown.
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
