package infer

import (
	"sort"

	"github.com/neuronlint/neuronlint/analyzer/semantic/scope"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// SettledDefs returns the reaching bindings of a use, without those before an augmented
// assignment that certainly ran: that assignment has already read them. Of many bindings,
// only the last before the use are checked.
func (m *Model) SettledDefs(use syntax.Node) []Def {
	defs := m.ReachingDefs(use)
	before := sort.Search(len(defs), func(i int) bool { return m.Tree.Start(defs[i].Node) >= m.Tree.Start(use) })
	for i := before - 1; i > max(0, before-scope.MaxReaching); i-- {
		if m.Augments(defs[i], use) {
			return defs[i:]
		}
	}
	return defs
}

// Augments reports whether an augmented assignment runs on every path to a later use. One
// that extends a container does not count, since it keeps the old elements.
func (m *Model) Augments(d Def, use syntax.Node) bool {
	return d.Kind == DefAug && m.Tree.Start(d.Node) < m.Tree.Start(use) && !m.IntoContainer(d) &&
		m.FrameOf(d.Node) == m.FrameOf(use) && m.Dominates(d.Node, use)
}

// IntoContainer reports whether an augmented assignment adds to a container.
func (m *Model) IntoContainer(d Def) bool {
	kind := m.Type(d.Node).Kind
	return kind == KindSequence || kind == KindDict
}

// FrameOf is the function around a node, or the module.
func (m *Model) FrameOf(n syntax.Node) syntax.Node {
	if fn := m.Tree.EnclosingFunction(n); fn != syntax.None {
		return fn
	}
	return syntax.Root
}
