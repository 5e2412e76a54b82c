package driver

import (
	"github.com/neuronlint/neuronlint/analyzer/edit"
	"github.com/neuronlint/neuronlint/internal/disjoint"
)

// groups are disjoint sets of group ids. A group that fails takes every group
// it is joined with along.
type groups struct {
	sets   disjoint.Sets[edit.GroupID]
	failed map[edit.GroupID]edit.Doubt // by root, why
}

func newGroups() *groups {
	return &groups{failed: make(map[edit.GroupID]edit.Doubt)}
}

// root is the id that represents all ids joined with id.
func (g *groups) root(id edit.GroupID) edit.GroupID { return g.sets.Root(id) }

// join makes two groups succeed or fail together. The smaller id becomes the root, which
// makes the result independent of the order of calls.
func (g *groups) join(a, b edit.GroupID) {
	a, b = g.root(a), g.root(b)
	if b < a {
		a, b = b, a
	}
	g.sets.Join(a, b)
	if why, failed := g.failed[b]; failed {
		g.fail(a, why)
	}
}

// fail withholds a group for a reason; it reports whether it had not failed before.
func (g *groups) fail(id edit.GroupID, why edit.Doubt) bool {
	if !g.ok(id) {
		return false
	}
	g.failed[g.root(id)] = why
	return true
}

func (g *groups) ok(id edit.GroupID) bool {
	_, failed := g.failed[g.root(id)]
	return !failed
}

// why is the reason why a group failed first.
func (g *groups) why(id edit.GroupID) edit.Doubt { return g.failed[g.root(id)] }
