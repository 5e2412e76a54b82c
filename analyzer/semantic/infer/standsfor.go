package infer

import (
	"slices"

	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// StandsFor are the expressions that n may stand for: itself, or what is
// assigned to the name that it is.
func (m *Model) StandsFor(n syntax.Node) []syntax.Node {
	n = m.Tree.Unparen(n)
	switch m.Tree.Kind(n) {
	case syntax.KindNone:
		return nil
	case syntax.KindIdentifier:
	default:
		return []syntax.Node{n}
	}
	var out []syntax.Node
	for _, d := range m.ReachingDefs(n) {
		if d.Kind == DefAssign && d.Value != syntax.None {
			out = append(out, d.Value)
		}
	}
	return out
}

// MayHold reports whether a name may be bound to what an expression yields, or to
// a part of it.
func (m *Model) MayHold(use, value syntax.Node) bool {
	return slices.ContainsFunc(m.ReachingDefs(use), func(d Def) bool { return m.Tree.Unparen(d.Value) == value })
}
