package driver

import "github.com/neuronlint/neuronlint/analyzer/edit"

// groups is a union-find over group ids. A group that fails takes every group
// it is joined with along.
type groups struct {
	parent map[edit.GroupID]edit.GroupID
	failed map[edit.GroupID]bool // by root
}

func newGroups() *groups {
	return &groups{parent: make(map[edit.GroupID]edit.GroupID), failed: make(map[edit.GroupID]bool)}
}

// root is the id that stands for everything id is joined with.
func (g *groups) root(id edit.GroupID) edit.GroupID {
	for {
		up, ok := g.parent[id]
		if !ok || up == id {
			return id
		}
		if top, ok := g.parent[up]; ok {
			g.parent[id] = top
		}
		id = up
	}
}

// join makes two groups stand or fall as one. The smaller id becomes the root,
// so that the result does not depend on the order of calls.
func (g *groups) join(a, b edit.GroupID) {
	a, b = g.root(a), g.root(b)
	if a == b {
		return
	}
	if b < a {
		a, b = b, a
	}
	g.parent[b] = a
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
