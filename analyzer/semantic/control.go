package semantic

import (
	"slices"

	"github.com/neuronlint/neuronlint/analyzer/semantic/scope"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// Controlled are the regions that run only if a test holds (or, with holds
// false, only if it does not), found by climbing from it to the condition it is
// part of; known is false if the outcome is passed on, or stored anywhere but in
// a local variable that only conditions read.
func (m *Model) Controlled(test syntax.Node, holds bool) (regions []source.Span, known bool) {
	return m.controlled(test, holds, maxFlags)
}

func (m *Model) controlled(test syntax.Node, holds bool, flags int) (regions []source.Span, known bool) {
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
			return m.Caught(p), true
		case syntax.KindInterpolation: // which only says so
			return nil, true
		case syntax.KindAssignment, syntax.KindExpressionList, syntax.KindTuple:
			return m.controlledBy(m.localFlag(p, n), holds, flags-1)
		default:
			return nil, false
		}
	}
}

// localFlag is the local variable that alone holds an outcome, whose parent is
// the assignment or the list of what is assigned at once; nil if there is none.
func (m *Model) localFlag(parent, value syntax.Node) *Symbol {
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

// unpackedTo is which of several targets takes a value, counted from the end,
// since a star before it may stand for many; None if one stands behind.
func (m *Model) unpackedTo(targets, values, value syntax.Node) syntax.Node {
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

// maxFlagUses bounds how many reads of a flag are looked at, and maxFlags how
// many flags may rest on each other.
const (
	maxFlagUses = 16
	maxFlags    = 3
)

// controlledBy are the regions that the uses of a flag control.
func (m *Model) controlledBy(flag *Symbol, holds bool, flags int) (regions []source.Span, known bool) {
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

// whileBranch is the body of a loop, which runs while its condition holds, or
// its else.
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

// behind is what follows an if statement in its suite, where the body leaves
// for good: it runs only if the condition does not hold.
func (m *Model) behind(stmt syntax.Node, holds bool) []source.Span {
	b := &guardBuilder{m: m, t: m.Tree}
	if _, leaves := b.leaves(m.Tree.Child(stmt, syntax.FieldConsequence)); holds || !leaves || m.Tree.Kind(stmt) != syntax.KindIf {
		return nil
	}
	tried := m.Caught(b.last(m.Tree.Child(stmt, syntax.FieldConsequence)))
	return append([]source.Span{{Start: m.Tree.Stop(stmt), End: m.Tree.Stop(m.Tree.Suite(stmt))}}, tried...)
}

// Leaves says what it means that the statement which a test decides leaves its
// suite for good; ok is false if it does not.
func (m *Model) Leaves(test syntax.Node) (kind GuardKind, ok bool) {
	b := &guardBuilder{m: m, t: m.Tree}
	return b.leaves(m.Tree.Child(m.Tree.Parent(m.Condition(test)), syntax.FieldConsequence))
}

// branches are the bodies of an if or elif that run when its condition holds,
// or when it does not.
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

// Revived are the regions that come to life when a test for CUDA is made to
// hold on Neuron; for a dictionary lookup the value under the key.
func (m *Model) Revived(c *Compare) (regions []source.Span, known bool) {
	if pair := m.Tree.Parent(c.Literal); m.Tree.Kind(pair) == syntax.KindPair {
		return []source.Span{m.Tree.Span(m.Tree.Child(pair, syntax.FieldValue))}, true
	}
	if m.Tree.Kind(c.Node) == syntax.KindCaseClause {
		return []source.Span{m.Tree.Span(m.Tree.Child(c.Node, syntax.FieldConsequence))}, true
	}
	return m.Controlled(c.Node, !c.Negated)
}
