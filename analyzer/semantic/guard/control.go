package guard

import (
	"slices"

	"github.com/neuronlint/neuronlint/analyzer/semantic/flow"
	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/semantic/scope"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// Controlled are the regions that run only if a test holds (or, if holds is false, only
// if it fails), found by climbing from the test to its whole condition; known is false
// if the outcome is passed on, or stored anywhere but in a local variable that only
// conditions read.
func (m *Control) Controlled(test syntax.Node, holds bool) (regions []source.Span, known bool) {
	return m.controlled(test, holds, maxFlags)
}

func (m *Control) controlled(test syntax.Node, holds bool, flags int) (regions []source.Span, known bool) {
	n, t := test, m.Tree
	for {
		cond := m.wholeOf(n)
		n, holds = cond.node, holds != cond.turned
		p := t.Parent(n)
		switch t.Kind(p) {
		case syntax.KindIf, syntax.KindElif:
			return append(branches(t, p, holds), m.behind(p, holds)...), true
		case syntax.KindWhile:
			return whileBranch(t, p, holds), true
		case syntax.KindConditional:
			body, cond, orelse := t.Conditional(p)
			switch {
			case cond != n:
				n = p
			case holds:
				return []source.Span{t.Span(body)}, true
			default:
				return []source.Span{t.Span(orelse)}, true
			}
		case syntax.KindAssert:
			if !holds {
				return nil, true
			}
			return m.caught(p), true
		case syntax.KindInterpolation: // only shows the outcome
			return nil, true
		case syntax.KindAssignment, syntax.KindExpressionList, syntax.KindTuple:
			return m.controlledBy(m.localFlag(p, n), holds, flags-1)
		default:
			return nil, false
		}
	}
}

// localFlag is the only variable that holds an outcome, if it is local; parent is the
// assignment, or the list on its right side. It is nil if there is none.
func (m *Control) localFlag(parent, value syntax.Node) *infer.Symbol {
	assign := parent
	if m.Tree.Kind(parent) != syntax.KindAssignment {
		assign = m.Tree.Parent(parent)
	}
	if m.Tree.Kind(assign) != syntax.KindAssignment || m.Tree.Kind(m.Tree.Parent(assign)) == syntax.KindAssignment ||
		m.Tree.Field(value) == syntax.FieldLeft || m.Tree.Field(parent) == syntax.FieldLeft {
		return nil
	}
	target := m.Tree.Child(assign, syntax.FieldLeft)
	if assign != parent {
		target = m.unpackedTo(target, parent, value)
	}
	sym := m.Symbol(target)
	if sym == nil || len(sym.Defs) != 1 || sym.Scope.Kind != scope.Function {
		return nil
	}
	return sym
}

// unpackedTo is the target that takes a value, counted from the end, since a star
// before the value may stand for many; None if a star follows.
func (m *Control) unpackedTo(targets, values, value syntax.Node) syntax.Node {
	behind, starred := 0, false
	for c := range m.Tree.Children(values) {
		behind++
		if starred = starred || m.Tree.Kind(c) == syntax.KindListSplat; c == value {
			behind, starred = 0, false
		}
	}
	all := slices.Collect(m.Tree.Children(targets))
	if starred || behind >= len(all) {
		return syntax.None
	}
	all = all[len(all)-1-behind:]
	if slices.ContainsFunc(all, func(n syntax.Node) bool { return m.Tree.Kind(n) == syntax.KindListSplatPattern }) {
		return syntax.None
	}
	return all[0]
}

// maxFlagUses bounds how many reads of a flag are followed, and maxFlags how many flags
// may depend on each other.
const (
	maxFlagUses = 16
	maxFlags    = 3
)

// controlledBy are the regions that the uses of a flag control.
func (m *Control) controlledBy(flag *infer.Symbol, holds bool, flags int) (regions []source.Span, known bool) {
	if flag == nil || flags == 0 || len(flag.Uses) == 0 || len(flag.Uses) > maxFlagUses {
		return nil, false
	}
	for _, use := range flag.Uses {
		more, ok := m.controlled(use, holds, flags)
		if !ok {
			return nil, false
		}
		regions = append(regions, more...)
	}
	return regions, true
}

// whileBranch is the body of a loop if its condition holds, or its else branch.
func whileBranch(t *syntax.Tree, loop syntax.Node, holds bool) []source.Span {
	body := t.Child(loop, syntax.FieldBody)
	if holds {
		return []source.Span{t.Span(body)}
	}
	if orelse := t.Child(loop, syntax.FieldAlternative); orelse != syntax.None {
		return []source.Span{t.Span(orelse)}
	}
	return nil
}

// behind is the code that follows an if statement in its suite, if the body leaves for
// good: it runs only if the condition fails.
func (m *Control) behind(stmt syntax.Node, holds bool) []source.Span {
	b := &guardBuilder{m: m, t: m.Tree}
	if _, leaves := b.leaves(m.Tree.Child(stmt, syntax.FieldConsequence)); holds || !leaves || m.Tree.Kind(stmt) != syntax.KindIf {
		return nil
	}
	tried := m.caught(b.last(m.Tree.Child(stmt, syntax.FieldConsequence)))
	return append([]source.Span{{Start: m.Tree.Stop(stmt), End: m.Tree.Stop(m.Tree.Suite(stmt))}}, tried...)
}

// Leaves is the kind of a guard whose body leaves its suite for good, for the statement
// that a test decides; ok is false if the body does not leave.
func (m *Control) Leaves(test syntax.Node) (kind Kind, ok bool) {
	b := &guardBuilder{m: m, t: m.Tree}
	return b.leaves(m.Tree.Child(m.Tree.Parent(m.Condition(test)), syntax.FieldConsequence))
}

// branches are the bodies of an if or elif that run if its condition holds, or if it
// fails.
func branches(t *syntax.Tree, arm syntax.Node, holds bool) []source.Span {
	body := t.Child(arm, syntax.FieldConsequence)
	if holds {
		return []source.Span{t.Span(body)}
	}
	var out []source.Span
	for c := t.Next(arm); c != syntax.None && t.Kind(arm) == syntax.KindElif; c = t.Next(c) {
		out = append(out, t.Span(c))
	}
	for c := t.Next(body); c != syntax.None; c = t.Next(c) {
		out = append(out, t.Span(c))
	}
	return out
}

// Revived are the regions that start to run when a test for CUDA is made to hold on
// Neuron; for a dictionary lookup, the value under the key.
func (m *Control) Revived(c *flow.Compare) (regions []source.Span, known bool) {
	if pair := m.Tree.Parent(c.Literal); m.Tree.Kind(pair) == syntax.KindPair {
		return []source.Span{m.Tree.Span(m.Tree.Child(pair, syntax.FieldValue))}, true
	}
	if m.Tree.Kind(c.Node) == syntax.KindCaseClause {
		return []source.Span{m.Tree.Span(m.Tree.Child(c.Node, syntax.FieldConsequence))}, true
	}
	return m.Controlled(c.Node, !c.Negated)
}
