package semantic

import (
	"sort"

	"github.com/neuronlint/neuronlint/analyzer/semantic/scope"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// settled are the bindings of Reaching without those before an augmented assignment
// that surely ran: what it read is the name in it. Of many, the last before the use are
// asked.
func (m *Model) settled(use syntax.Node) []Def {
	defs := m.ReachingDefs(use)
	before := sort.Search(len(defs), func(i int) bool { return m.Tree.Start(defs[i].Node) >= m.Tree.Start(use) })
	for i := before - 1; i > max(0, before-scope.MaxReaching); i-- {
		if m.augments(defs[i], use) {
			return defs[i:]
		}
	}
	return defs
}

// augments reports whether an augmented assignment runs on every path to a use behind
// it. One that extends a container leaves in it what it holds, and does not count.
func (m *Model) augments(d Def, use syntax.Node) bool {
	return d.Kind == DefAug && m.Tree.Start(d.Node) < m.Tree.Start(use) && !m.intoContainer(d) &&
		m.frameOf(d.Node) == m.frameOf(use) && m.Dominates(d.Node, use)
}

// intoContainer reports whether an augmented assignment adds to a container.
func (m *Model) intoContainer(d Def) bool {
	kind := m.Type(d.Node).Kind
	return kind == KindSequence || kind == KindDict
}

// frameOf is the function around a node, or the module.
func (m *Model) frameOf(n syntax.Node) syntax.Node {
	if fn := m.Tree.EnclosingFunction(n); fn != syntax.None {
		return fn
	}
	return syntax.Root
}
