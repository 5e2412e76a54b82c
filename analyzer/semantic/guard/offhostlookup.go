package guard

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/semantic/flow"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// otherEntries returns the defaults of lookups by the type of a device in tables with an
// entry for the host: {"cpu": slow}.get(x.device.type, fast).
func (m *Control) otherEntries() (out []source.Span) {
	for _, c := range m.hostEntries() {
		if other := m.Tree.Arg(c.Node, 1, "default"); m.Tree.Kind(c.Node) == syntax.KindCall && other != syntax.None {
			out = append(out, m.Tree.Span(other))
		}
	}
	return out
}

// hostEntries returns the lookups by device type in tables with an entry for the host.
func (m *Control) hostEntries() (out []*flow.Compare) {
	for lit := range m.StringsWith(func(text string) bool { return text == "cpu" }) {
		if m.Tree.Kind(m.Tree.Parent(lit)) != syntax.KindPair {
			continue
		}
		if c := m.Comparison(lit); c != nil {
			out = append(out, c)
		}
	}
	return out
}

// lacksOthers reports whether a lookup raises for every device but the host. It is false
// for a table with an entry for CUDA, which has a fix of its own.
func (m *Control) lacksOthers(c *flow.Compare) bool {
	return m.keysAllow(c, func(key string) bool { return key == "cpu" || m.DB.Vendors().HasDevice(key) })
}

// keysAllow reports whether a lookup takes an entry by a device, and all keys of its table
// are strings that are allowed.
func (m *Control) keysAllow(c *flow.Compare, allowed func(key string) bool) bool {
	if m.Tree.Kind(c.Node) != syntax.KindSubscript || !strings.Contains(m.Tree.View(c.Operand), "dev") {
		return false
	}
	for pair := range m.Tree.Children(m.Tree.Parent(m.Tree.Parent(c.Literal))) {
		if key, ok := m.Tree.StringValue(m.Tree.Child(pair, syntax.FieldKey)); m.Tree.Kind(pair) != syntax.KindPair || !ok || !allowed(key) {
			return false
		}
	}
	return true
}

// tables returns the tables from which a test for the host picks an entry:
// (fast, slow)[x.is_cpu].
func (w *hostTests) tables() (out []source.Span) {
	for n := syntax.Root; n < w.t.End(syntax.Root); n++ {
		if w.t.Kind(n) != syntax.KindSubscript {
			continue
		}
		switch key := w.t.Unparen(w.t.Child(n, syntax.FieldSubscript)); w.t.Kind(key) {
		case syntax.KindAttribute, syntax.KindComparison, syntax.KindNotOperator:
			if o := w.ask(key); !o.comesAlive(true) && !o.comesAlive(false) {
				continue
			}
			for _, table := range w.m.Alternatives(w.t.Child(n, syntax.FieldValue)) {
				out = append(out, w.t.Span(table))
			}
		}
	}
	return out
}
