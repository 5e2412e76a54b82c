package guard

import (
	"slices"
	"strconv"

	"github.com/neuronlint/neuronlint/analyzer/semantic/flow"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// Bundle names the set of device sources, device tests and CUDA queries that must
// change together: n is the node of a Source, the literal of a Compare or an atom of a
// guard. Two nodes with the same bundle belong together; the name is only unique within
// the file.
func (m *Control) Bundle(n syntax.Node) string {
	if m.bundles == nil {
		m.buildBundles()
	}
	return "b" + strconv.Itoa(m.Tree.Start(m.bundleFirst[m.bundles.Of(n)]))
}

// buildBundles joins each test or guard with the nodes that it decides, on top of the
// components of device flow: `x = "cuda" if "cuda" in d else "cpu"` changes as a whole.
func (m *Control) buildBundles() {
	b := m.NewGroups()
	m.bundles = b
	var nodes []syntax.Node
	for _, s := range m.Devices() {
		nodes = append(nodes, s.Node)
	}
	revived := m.newJoiner(b, nodes)
	for _, c := range m.Compares() {
		nodes = append(nodes, c.Literal)
		if lit := m.Settled(c); lit != syntax.None {
			b.Join(c.Literal, lit)
		}
		regions, _ := m.Revived(c)
		for _, region := range regions {
			revived.join(c.Literal, region)
		}
	}
	m.joinExtensible(b)
	for _, g := range m.Guards() {
		for _, a := range g.Atoms {
			b.Join(g.Atoms[0], a)
			nodes = append(nodes, a)
		}
	}
	m.joinDead(b, nodes)
	for _, s := range slices.Concat(m.Exported(), m.Choices()) {
		nodes = append(nodes, s.Node)
	}
	for _, c := range m.Queried() {
		nodes = append(nodes, c.Literal)
	}
	m.bundleFirst = make(map[int]syntax.Node)
	for _, n := range nodes {
		root := b.Of(n)
		if first, ok := m.bundleFirst[root]; !ok || m.Tree.Start(n) < m.Tree.Start(first) {
			m.bundleFirst[root] = n
		}
	}
}

// joinDead joins code that never runs without CUDA with the guard that decides so.
func (m *Control) joinDead(b *flow.Groups, nodes []syntax.Node) {
	j := m.newJoiner(b, nodes)
	for _, g := range m.Guards() {
		for _, dead := range g.Dead {
			j.join(g.Atoms[0], dead)
		}
	}
}

// joiner joins nodes with the nodes in regions.
type joiner struct {
	m       *Control
	b       *flow.Groups
	inOrder []syntax.Node
	joined  runs // of inOrder
}

func (m *Control) newJoiner(b *flow.Groups, nodes []syntax.Node) *joiner {
	inOrder := slices.SortedFunc(slices.Values(nodes), func(x, y syntax.Node) int { return m.Tree.Start(x) - m.Tree.Start(y) })
	return &joiner{m: m, b: b, inOrder: inOrder, joined: make(runs)}
}

// join joins a node with those in a region.
func (j *joiner) join(with syntax.Node, region source.Span) {
	j.m.CheckInterrupt()
	t := j.m.Tree
	first, _ := slices.BinarySearchFunc(j.inOrder, region.Start, func(n syntax.Node, at int) int { return t.Start(n) - at })
	last := -1
	for i := first; i < len(j.inOrder) && t.Start(j.inOrder[i]) < region.End; i++ {
		if !region.Contains(t.Span(j.inOrder[i])) {
			continue
		}
		j.b.Join(with, j.inOrder[i])
		if last >= 0 && last == i-1 {
			j.joined.follows(last)
		}
		i = j.joined.end(i)
		last = i
	}
}

// runs are stretches of a list whose consecutive places have been joined; each place
// maps to a later one of its run.
type runs map[int]int

// end is the last place of the run of i.
func (r runs) end(i int) int {
	last := i
	for next, ok := r[last]; ok; next, ok = r[last] {
		last = next
	}
	for i != last {
		i, r[i] = r[i], last
	}
	return last
}

// follows records that i and the next place have been joined.
func (r runs) follows(i int) { r[i] = i + 1 }

// joinExtensible joins the tests of devices whose source this file does not show: they
// are extended together or not at all.
func (m *Control) joinExtensible(b *flow.Groups) {
	if !m.Extensible() {
		return
	}
	first := syntax.None
	for _, c := range m.Compares() {
		if len(c.Component.Sources) > 0 || m.Extension(c) == NoExtension || m.notMissed(c.Node, c.Negated) {
			continue
		}
		if first == syntax.None {
			first = c.Literal
		}
		b.Join(first, c.Literal)
	}
}
