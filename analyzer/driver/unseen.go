package driver

import (
	"slices"
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
		if namesCUDA(m, lit) && handedOn(m, lit) {
			add(lit)
		}
	}
	out.sort()
	return out
}

// namesCUDA reports whether a text is the name of a CUDA device, or an f-string that makes
// one: f"cuda:{i}".
func namesCUDA(m *semantic.Model, lit syntax.Node) bool {
	if text, ok := m.Tree.StringValue(lit); ok {
		return text == "cuda" || strings.HasPrefix(text, "cuda:")
	}
	parts := m.Tree.FormatParts(lit)
	return len(parts) == 2 && parts[0].Text == "cuda:"
}

// passedOn are the places that hand on a name for CUDA which no fix rewrites: a constant that
// is no device as far as the project tells, or the name of a part of some library. The
// code that takes it knows no other for Neuron.
func (r *fileResult) passedOn(m *semantic.Model) (out byStart) {
	found, constants := make(semantic.Cover), make(map[source.Span]bool)
	for _, fd := range r.findings {
		if found.Add(fd.Span); fd.Conditional {
			constants[fd.Span] = true
		}
	}
	for _, lit := range m.Strings() {
		switch span := m.Tree.Span(lit); {
		case constants[span]:
			for _, use := range usesOf(m, lit) {
				if handedOn(m, use) {
					out = append(out, m.Tree.Span(use))
				}
			}
		case !found.Holds(span) && namesPart(m, lit) && handedOn(m, lit):
			out = append(out, span)
		}
	}
	out.sort()
	return out
}

// namesPart reports whether a text is a single word that refers to CUDA, as the name of
// an execution provider is.
func namesPart(m *semantic.Model, lit syntax.Node) bool {
	text, ok := m.Tree.StringValue(lit)
	return ok && text != "" && !strings.ContainsAny(text, " \t\n") && m.SaysCUDA([]byte(text))
}

// usesOf are the uses of the constant that a text is the value of, in the file.
func usesOf(m *semantic.Model, lit syntax.Node) []syntax.Node {
	assign := m.Tree.Parent(lit)
	if m.Tree.Kind(assign) != syntax.KindAssignment || m.Tree.Field(lit) != syntax.FieldRight {
		return nil
	}
	target := m.Tree.Child(assign, syntax.FieldLeft)
	if m.Tree.Kind(target) == syntax.KindAttribute {
		return m.LoadsOf(m.Tree.Text(m.Tree.AttrName(target)))
	}
	sym := m.Symbol(target)
	if sym == nil {
		return nil
	}
	if m.Tree.EnclosingClass(target) != syntax.None && m.Tree.EnclosingFunction(target) == syntax.None {
		return append(slices.Clone(sym.Uses), m.LoadsOf(m.Tree.Text(target))...)
	}
	return sym.Uses
}

// lostPlace is such a place that is to run on Neuron, and the test around it; zero if none is.
type lostPlace struct {
	At, Test source.Span
	Numbered numbering
}

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
		out = append(out, lostPlace{span, around(tests, span.Start), numberingLost(m.Tree.Source(), span)})
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
