package semantic

import (
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// Unasked is what stands behind a test in and and or and is not evaluated, since
// the test decides already: x.is_cuda and fast(), not x.is_cuda or slow().
func (m *Model) Unasked(test syntax.Node, holds bool) []source.Span {
	t := m.Tree
	end := m.furthest(wanted{test, holds}, &m.settling, func(cond syntax.Node, w wanted) bool {
		return t.Kind(cond) != syntax.KindBooleanOperator || (t.Operator(cond) == "or") == w.holds
	})
	for n := test; n != end.test; n = t.Parent(n) {
		p := t.Parent(n)
		if t.Kind(p) != syntax.KindBooleanOperator {
			continue
		}
		if right := t.Child(p, syntax.FieldRight); right != n {
			return []source.Span{{Start: t.Start(right), End: t.Stop(end.test)}}
		}
	}
	return nil
}

// allowed is what Missed says of a test that is turned round and stands with
// others in an and: it holds on Neuron, and the others decide.
func (b *guardBuilder) allowed(test syntax.Node, negated bool) (kind GuardKind, taken bool) {
	p := b.t.Parent(test)
	for ; ; p = b.t.Parent(p) {
		switch b.t.Kind(p) {
		case syntax.KindParenthesized:
			continue
		case syntax.KindNotOperator:
			negated = !negated
			continue
		case syntax.KindBooleanOperator:
			if negated && b.t.Operator(p) == "and" {
				continue
			}
		}
		break
	}
	if b.t.Kind(p) != syntax.KindIf || !negated {
		return GuardOther, false
	}
	if kind, ok := b.leaves(b.t.Child(p, syntax.FieldConsequence)); ok && kind == GuardTest {
		return kind, false
	}
	return GuardOther, true
}

// stopsWithout is GuardAssertion or GuardTest where a test alone decides, whatever
// stands beside it, that an assertion fails or that a block is entered which ends
// the program or skips the test around it: nothing behind it runs, whatever that
// is. It is 0 elsewhere.
func (b *guardBuilder) stopsWithout(test syntax.Node, holds bool) GuardKind {
	for p := b.t.Parent(test); ; p = b.t.Parent(p) {
		switch b.t.Kind(p) {
		case syntax.KindParenthesized:
		case syntax.KindNotOperator:
			holds = !holds
		case syntax.KindBooleanOperator:
			if (b.t.Operator(p) == "or") != holds {
				return 0 // the other operand decides
			}
		case syntax.KindAssert:
			if !holds && len(b.m.Caught(p)) == 0 {
				return GuardAssertion
			}
			return 0
		case syntax.KindIf:
			if kind, ok := b.leaves(b.t.Child(p, syntax.FieldConsequence)); ok && holds && kind != GuardExit {
				return kind
			}
			return 0
		default:
			return 0
		}
	}
}
