package semantic

import (
	"fmt"

	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// Step is one link in the chain of reasons that Explain gives.
type Step struct {
	Span source.Span
	Text string
}

// Explain says what is known of the expression at a byte offset: what it
// names, what kind of object it is, where its value comes from and goes to.
func (m *Model) Explain(offset int) []Step {
	n := m.Tree.At(offset)
	if p := m.Tree.Parent(n); m.Tree.Kind(p) == syntax.KindAttribute && m.Tree.AttrName(p) == n {
		n = p
	}
	var out []Step
	add := func(n syntax.Node, format string, args ...any) {
		out = append(out, Step{Span: m.Tree.Span(n), Text: fmt.Sprintf(format, args...)})
	}
	for depth := 0; n != syntax.None && depth < 4; depth++ {
		m.explainNode(n, add)
		next := m.Tree.Parent(n)
		switch m.Tree.Kind(next) {
		case syntax.KindAttribute, syntax.KindCall, syntax.KindString, syntax.KindConcatenatedString, syntax.KindArgumentList, syntax.KindKeywordArgument:
			n = next
		default:
			n = syntax.None
		}
	}
	m.explainGuards(offset, add)
	return out
}

type explainer func(n syntax.Node, format string, args ...any)

func (m *Model) explainNode(n syntax.Node, add explainer) {
	text := shorten(m.Tree.Text(n))
	switch m.Tree.Kind(n) {
	case syntax.KindIdentifier, syntax.KindAttribute:
		r := m.Ref(n)
		switch {
		case r.Def != syntax.None:
			add(n, "%s is defined at %s (%s)", text, m.File.Position(m.Tree.Start(r.Def)), r.Confidence)
		case r.Name != "":
			add(n, "%s is %s (%s)", text, m.DB.Canonical(r.Name), r.Confidence)
		}
		m.explainType(n, text, add)
		for _, d := range m.reachingIdentifier(n) {
			add(d.Node, "%s is bound here", text)
		}
	case syntax.KindCall:
		m.explainType(n, text, add)
	case syntax.KindString, syntax.KindConcatenatedString:
		m.explainDevice(n, text, add)
	}
}

func (m *Model) explainType(n syntax.Node, text string, add explainer) {
	t := m.Type(n)
	switch {
	case t.Class != syntax.None:
		add(n, "%s is an instance of %s (%s)", text, m.Tree.Text(m.Tree.FuncName(t.Class)), t.Confidence)
	case t.Name != "":
		add(n, "%s is a %s (%s)", text, t.Name, t.Confidence)
	case m.Ref(n) == (Ref{}) && m.Tree.Kind(n) != syntax.KindCall && m.in[n] != nil:
		add(n, "%s: nothing is known of what this is", text)
	}
}

func (m *Model) reachingIdentifier(n syntax.Node) []Def {
	if m.Tree.Kind(n) != syntax.KindIdentifier {
		return nil
	}
	return m.Reaching(n)
}

func (m *Model) explainDevice(n syntax.Node, text string, add explainer) {
	for _, s := range m.Devices() {
		if s.Node != n {
			continue
		}
		for _, k := range s.Sinks {
			what := k.API
			if what == "" {
				what = shorten(m.Tree.Text(k.Node))
			}
			add(k.Node, "%s becomes a device here: %s (%s)", text, what, k.Confidence)
		}
		return
	}
	for _, c := range m.Compares() {
		if c.Literal == n {
			add(c.Operand, "%s is compared with the device %s (%s)", text, shorten(m.Tree.Text(c.Operand)), c.Confidence)
			return
		}
	}
	if _, _, ok := m.seedForm(n); ok {
		add(n, "%s reaches no place that takes a device, so nothing is reported", text)
	}
}

func (m *Model) explainGuards(offset int, add explainer) {
	for _, g := range m.Guards() {
		for _, dead := range g.Dead {
			if dead.Start <= offset && offset < dead.End {
				add(g.Cond, "this only runs where CUDA is available: %s is decided without it", shorten(m.Tree.Text(g.Cond)))
			}
		}
	}
}
