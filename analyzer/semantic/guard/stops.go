package guard

import (
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// Unasked returns the operands behind a test in `and` and `or` that are not evaluated,
// since the test already decides: x.is_cuda and fast(), not x.is_cuda or slow().
func (m *Control) Unasked(test syntax.Node, holds bool) []source.Span {
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

// allowed is the answer of Missed for a negated operand of an `and`: the operand holds on
// Neuron, and the other operands decide.
func (b *guardBuilder) allowed(test syntax.Node, negated bool) (kind Kind, taken bool) {
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

// stopsWithout is GuardAssertion or GuardTest if a test alone, regardless of the other
// operands, makes an assertion fail or enters a block that ends the program or skips the
// test around it: then no code behind it runs. It is 0 otherwise.
func (b *guardBuilder) stopsWithout(test syntax.Node, holds bool) Kind {
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
			if !holds && len(b.m.caught(p)) == 0 {
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
