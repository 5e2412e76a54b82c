package infer

import (
	"slices"

	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// Alternatives returns the expressions that n may stand for: itself or, if it is a name, the
// values assigned to it.
func (m *Model) Alternatives(n syntax.Node) []syntax.Node {
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

// MayHold reports whether a name may be bound to the value of an expression, or to a part
// of it.
func (m *Model) MayHold(use, value syntax.Node) bool {
	return slices.ContainsFunc(m.ReachingDefs(use), func(d Def) bool { return m.Tree.Unparen(d.Value) == value })
}
