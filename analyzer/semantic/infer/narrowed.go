package infer

import (
	"slices"

	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// narrowed returns the type that tests around or before a use prove for it.
func (m *Model) narrowed(use syntax.Node) (Type, bool) {
	for _, f := range slices.Backward(m.narrowingsOf(use)) {
		if !f.not && m.holds(f, use) {
			return m.testedType(f.class), true
		}
	}
	return Type{}, false
}

// foundToBe reports whether tests tell the class of a use, not only that it is not None.
func (m *Model) foundToBe(use syntax.Node) bool {
	for _, f := range m.narrowingsOf(use) {
		if !f.not && m.Tree.Kind(f.class) != syntax.KindNoneLiteral && m.holds(f, use) {
			return true
		}
	}
	return false
}

// noTensor reports whether tests prove that a use is no tensor.
func (m *Model) noTensor(use syntax.Node) bool {
	for _, f := range m.narrowingsOf(use) {
		if f.not && m.holds(f, use) && m.testedType(f.class).Kind == KindTensor {
			return true
		}
	}
	return false
}

// narrowingsOf returns the narrowings of all expressions with the same text as a use, the
// innermost last. Few hold there; see holds.
func (m *Model) narrowingsOf(use syntax.Node) []narrowing {
	if m.narrowings == nil {
		m.indexNarrowings()
	}
	return m.narrowings[m.Tree.View(use)]
}

// holds reports whether a narrowing applies to a use.
func (m *Model) holds(f narrowing, use syntax.Node) bool {
	return f.region.Contains(m.Tree.Span(use)) && m.unchanged(f, use)
}

// testedType returns the type of an object that isinstance has found to be of a class.
func (m *Model) testedType(class syntax.Node) Type {
	switch m.Tree.Kind(class) {
	case syntax.KindNone:
		return TypeOf(KindTensor, Certain)
	case syntax.KindNoneLiteral:
		return Type{Kind: KindNone, Confidence: Certain}
	case syntax.KindTuple:
		var out Type
		first := true
		for c := range m.Tree.Children(class) {
			if t := m.testedType(c); first {
				out, first = t, false
			} else {
				out = join(out, t)
			}
		}
		return out
	}
	return m.annotation(class)
}

// unchanged reports whether a use still has the tested value: nothing between the test
// and the use binds it, nor does a loop around both.
func (m *Model) unchanged(f narrowing, use syntax.Node) bool {
	between := source.Span{Start: f.region.Start, End: m.Tree.Start(use)}
	if loop := m.OuterLoop(use); loop != syntax.None && f.region.Contains(m.Tree.Span(loop)) {
		between.End = m.Tree.Stop(loop)
	}
	return m.steady(f.subject, use, between)
}

// steady reports whether a use has the value of the tested expression of the same text:
// nothing in between binds any part of it.
func (m *Model) steady(tested, use syntax.Node, between source.Span) bool {
	t := m.Tree
	switch t.Kind(use) {
	case syntax.KindIdentifier:
		return m.steadyName(tested, use, between)
	case syntax.KindString, syntax.KindInteger:
		return true
	case syntax.KindAttribute:
		return !m.stored(use, between) && m.steady(t.Object(tested), t.Object(use), between)
	case syntax.KindSubscript:
		return !m.stored(use, between) && m.steady(t.Child(tested, syntax.FieldValue), t.Child(use, syntax.FieldValue), between) &&
			m.steady(t.Child(tested, syntax.FieldSubscript), t.Child(use, syntax.FieldSubscript), between)
	}
	return false
}

func (m *Model) steadyName(tested, use syntax.Node, between source.Span) bool {
	sym := m.Symbol(use)
	if sym == nil || sym != m.Symbol(tested) {
		return false
	}
	for _, d := range sym.Defs {
		if between.Contains(m.Tree.Span(d.Node)) && d.Node != use && m.Bound(d) <= between.End {
			return false
		}
	}
	return true
}

// stored reports whether a part of the text may set an attribute or element, also by an
// index that may be the same.
func (m *Model) stored(use syntax.Node, within source.Span) bool {
	for _, s := range m.Stores() {
		if within.Contains(m.Tree.Span(s.Target)) && m.Bound(Def{Kind: s.Kind, Node: s.Target, Value: s.Value}) <= within.End && m.mayBeSame(s.Target, use) {
			return true
		}
	}
	return false
}

func (m *Model) mayBeSame(target, use syntax.Node) bool {
	t := m.Tree
	if t.Kind(target) != syntax.KindSubscript || t.Kind(use) != syntax.KindSubscript {
		return t.Same(target, use)
	}
	a, b := t.Child(target, syntax.FieldSubscript), t.Child(use, syntax.FieldSubscript)
	if k := t.Kind(a); k == t.Kind(b) && (k == syntax.KindString || k == syntax.KindInteger) && !t.Same(a, b) {
		return false
	}
	return t.Same(t.Child(target, syntax.FieldValue), t.Child(use, syntax.FieldValue))
}
