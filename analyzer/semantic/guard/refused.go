package guard

import (
	"slices"

	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// Refused returns the callers' regions that run only if the function around a test
// returns true, provided it never does so unless the test holds (or, with holds false,
// unless it does not): if the function refuses, these do not run either. dead holds the
// regions that the test rules in the function itself.
func (m *Control) Refused(test syntax.Node, holds bool, dead []source.Span) (out []source.Span) {
	fn := m.Tree.EnclosingFunction(test)
	if m.Tree.Kind(fn) != syntax.KindFunction || len(m.Tree.Decorators(fn)) > 0 || m.IsGenerator(fn) {
		return nil
	}
	values := m.Returns(fn)
	denied := func(v syntax.Node) bool {
		return m.Tree.Span(v).In(dead) || m.isFalse(v) || m.conjunct(v, test, holds)
	}
	if slices.ContainsFunc(values, func(v syntax.Node) bool { return !denied(v) }) || !slices.ContainsFunc(values, m.maybeTrue) {
		return nil
	}
	for _, call := range m.Callers(fn) {
		out = append(out, m.ruled(call, true)...)
	}
	return out
}

// isFalse reports whether an expression is a constant that is not true: False or None.
func (m *Control) isFalse(n syntax.Node) bool {
	switch m.Tree.Kind(m.Tree.Unparen(n)) {
	case syntax.KindFalse, syntax.KindNoneLiteral:
		return true
	}
	return false
}

func (m *Control) maybeTrue(n syntax.Node) bool { return !m.isFalse(n) }

// conjunct reports whether an expression is a test, or the test joined to others by
// `and`: it holds only if the test does.
func (m *Control) conjunct(n, test syntax.Node, holds bool) bool {
	n = m.Tree.Unparen(n)
	switch m.Tree.Kind(n) {
	case syntax.KindNotOperator:
		return m.Tree.Unparen(m.Tree.Child(n, syntax.FieldArgument)) == test && !holds
	case syntax.KindBooleanOperator:
		return m.Tree.Operator(n) == "and" &&
			(m.conjunct(m.Tree.Child(n, syntax.FieldLeft), test, holds) || m.conjunct(m.Tree.Child(n, syntax.FieldRight), test, holds))
	}
	return n == test && holds
}
