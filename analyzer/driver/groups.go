package driver

import (
	"github.com/neuronlint/neuronlint/analyzer/edit"
	"github.com/neuronlint/neuronlint/internal/disjoint"
)

// groups are disjoint sets of group ids. A group that fails takes every group
// it is joined with along.
type groups struct {
	sets   disjoint.Sets[edit.GroupID]
	failed map[edit.GroupID]bool // by root
}

func newGroups() *groups {
	return &groups{failed: make(map[edit.GroupID]bool)}
}

// root is the id that stands for everything id is joined with.
func (g *groups) root(id edit.GroupID) edit.GroupID { return g.sets.Root(id) }

// join makes two groups stand or fall as one. The smaller id becomes the root,
// so that the result does not depend on the order of calls.
func (g *groups) join(a, b edit.GroupID) {
	a, b = g.root(a), g.root(b)
	if b < a {
		a, b = b, a
	}
	g.sets.Join(a, b)
	if g.failed[b] {
		g.failed[a] = true
	}
}

// fail withholds a group; it reports whether it had not failed before.
func (g *groups) fail(id edit.GroupID) bool {
	id = g.root(id)
	if g.failed[id] {
		return false
	}
	g.failed[id] = true
	return true
}

func (g *groups) ok(id edit.GroupID) bool { return !g.failed[g.root(id)] }
