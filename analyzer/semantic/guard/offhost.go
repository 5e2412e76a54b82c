package guard

import (
	"cmp"
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// offHost returns the parts of the file that never run for objects on the host but may
// run for objects on Neuron: the other arms of x.device.type == "cpu", the rest of a
// function behind `if x.is_cpu: return`. They are sorted and do not overlap.
func (m *Control) offHost() []source.Span {
	type key struct{}
	return infer.Walked(m.Model, key{}, func() []source.Span {
		if !m.partsHosts() {
			return nil
		}
		return merged(m.findOffHost())
	})
}

// partsHosts reports whether a file can hold a condition with a fixed outcome on the
// host: it asks by itself, handles the error of tensors off the host, or calls a function
// of another file of the project.
func (m *Control) partsHosts() bool {
	return m.mayAskHost() || len(m.deviceHandlers()) > 0 || m.Module() != nil && slices.ContainsFunc(m.Imports(), m.OfProject)
}

func (m *Control) findOffHost() (out []source.Span) {
	w := m.hostTests(0)
	for _, n := range m.Conditions() {
		out = append(out, w.behind(n)...)
	}
	for _, clause := range m.Cases() {
		out = append(out, w.otherCases(clause)...)
	}
	return slices.Concat(out, w.filtered(), w.tables(), w.handled(), m.otherEntries())
}

// behind returns the parts that a condition keeps from running on the host, but not on
// Neuron.
func (w *hostTests) behind(n syntax.Node) []source.Span {
	switch w.t.Kind(n) {
	case syntax.KindIf, syntax.KindElif:
		return w.arms(n)
	case syntax.KindConditional:
		body, cond, orelse := w.t.Conditional(n)
		switch o := w.ask(cond); {
		case o.comesAlive(true):
			return []source.Span{w.t.Span(body)}
		case o.comesAlive(false):
			return []source.Span{w.t.Span(orelse)}
		}
	case syntax.KindBooleanOperator:
		left, or := w.t.Unparen(w.t.Child(n, syntax.FieldLeft)), w.t.Operator(n) == "or"
		if or && w.t.Kind(left) == syntax.KindBooleanOperator && w.t.Operator(left) == "and" {
			left = w.t.Child(left, syntax.FieldLeft) // x.is_cpu and slow(x) or fast(x)
		}
		if w.ask(left).comesAlive(!or) {
			return []source.Span{w.t.Span(w.t.Child(n, syntax.FieldRight))}
		}
	}
	return nil
}

// arms returns those parts of an if statement, and the code behind it if the arm for the
// host leaves the block.
func (w *hostTests) arms(n syntax.Node) (out []source.Span) {
	cond, body := w.t.Child(n, syntax.FieldCondition), w.t.Child(n, syntax.FieldConsequence)
	switch o := w.ask(cond); {
	case o.comesAlive(true):
		return []source.Span{w.t.Span(body)}
	case o.comesAlive(false) && !w.m.endsProgram(body):
		out = branches(w.t, n, false)
		if w.t.Kind(n) == syntax.KindIf && w.m.alwaysLeaves(body) {
			out = append(out, source.Span{Start: w.t.Stop(n), End: w.t.Stop(w.t.Suite(n))})
		}
	}
	return out
}

// filtered returns the elements of comprehensions whose filter drops objects on the host.
func (w *hostTests) filtered() (out []source.Span) {
	for n := syntax.Root; n < w.t.End(syntax.Root); n++ {
		if w.t.Kind(n) == syntax.KindIfClause && w.ask(w.t.Condition(n)).comesAlive(true) {
			out = append(out, w.t.Span(w.t.Parent(n)))
		}
	}
	return out
}

// endsProgram reports whether a block refuses to go on and nothing handles the refusal:
// the code behind it is not an alternative for a program that runs on the host.
func (m *Control) endsProgram(block syntax.Node) bool {
	b := &guardBuilder{m: m, t: m.Tree}
	kind, ok := b.leaves(block)
	return ok && (kind == GuardAssertion || kind == GuardTest) && len(m.caught(b.last(block))) == 0
}

// alwaysLeaves reports whether every path through a block leaves its suite for good.
func (m *Control) alwaysLeaves(block syntax.Node) bool {
	b := &guardBuilder{m: m, t: m.Tree}
	if _, ok := b.leaves(block); ok {
		return true
	}
	last := b.last(block)
	switch m.Tree.Kind(last) {
	case syntax.KindWith:
		return m.alwaysLeaves(m.Tree.Child(last, syntax.FieldBody))
	case syntax.KindIf:
		otherwise := false
		for c := range m.Tree.Children(last) {
			switch m.Tree.Kind(c) {
			case syntax.KindBlock, syntax.KindElif:
				arm := c
				if m.Tree.Kind(c) == syntax.KindElif {
					arm = m.Tree.Child(c, syntax.FieldConsequence)
				}
				if !m.alwaysLeaves(arm) {
					return false
				}
			case syntax.KindElse:
				otherwise = m.alwaysLeaves(m.Tree.Child(c, syntax.FieldBody))
			}
		}
		return otherwise
	}
	return false
}

// otherCases returns the cases that follow one for the host and take any other device.
func (w *hostTests) otherCases(clause syntax.Node) (out []source.Span) {
	host := false
	for n := range w.t.All(clause) {
		if k := w.t.Kind(n); k == syntax.KindBlock {
			break
		} else if text, ok := w.t.StringValue(n); ok && k == syntax.KindString && text == "cpu" {
			host = true
		}
	}
	if !host {
		return nil
	}
	for c := w.t.Next(clause); c != syntax.None; c = w.t.Next(c) {
		if w.t.Kind(c) == syntax.KindCaseClause && !strings.ContainsAny(w.pattern(c), `"'`) {
			out = append(out, w.t.Span(w.t.Child(c, syntax.FieldConsequence)))
		}
	}
	return out
}

// pattern is the text of a case clause up to its block.
func (w *hostTests) pattern(clause syntax.Node) string {
	block := w.t.Child(clause, syntax.FieldConsequence)
	return string(w.t.Source()[w.t.Start(clause):max(w.t.Start(clause), w.t.Start(block))])
}

// merged sorts regions and joins those that overlap.
func merged(regions []source.Span) (out []source.Span) {
	slices.SortFunc(regions, func(a, b source.Span) int { return cmp.Compare(a.Start, b.Start) })
	for _, r := range regions {
		if last := len(out) - 1; last >= 0 && r.Start <= out[last].End {
			out[last].End = max(out[last].End, r.End)
		} else if r.Start < r.End {
			out = append(out, r)
		}
	}
	return out
}
