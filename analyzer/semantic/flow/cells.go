package flow

import (
	"slices"

	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// cellNumber identifies a cell in tables: it is found without hashing, and holds no
// pointer for the garbage collector to follow.
type cellNumber int32

// cellNumbers gives each cell the next number on first use, starting at 1. Most cells
// are literals or variables, whose numbers are kept by node and by symbol.
type cellNumbers struct {
	last      cellNumber
	literals  []cellNumber // by node
	variables []cellNumber // by the number of the symbol
	others    map[cell]cellNumber
}

func newCellNumbers(m *Literals) *cellNumbers {
	return &cellNumbers{
		literals: make([]cellNumber, m.Tree.Len()), variables: make([]cellNumber, len(m.Symbols())+1),
		others: make(map[cell]cellNumber),
	}
}

func (c *cellNumbers) of(k cell) cellNumber {
	switch {
	case k.lit != syntax.None:
		return c.at(&c.literals[k.lit])
	case k == cell{sym: k.sym} && k.sym != nil && k.sym.Number() > 0 && int(k.sym.Number()) < len(c.variables):
		return c.at(&c.variables[k.sym.Number()])
	}
	n := c.others[k]
	if n == 0 {
		n = c.at(&n)
		c.others[k] = n
	}
	return n
}

// at is the number kept at a place; a place without one gets the next.
func (c *cellNumbers) at(kept *cellNumber) cellNumber {
	if *kept == 0 {
		c.last++
		*kept = c.last
	}
	return *kept
}

// find is the representative of all cells that hold the same device as c: c itself
// until it is joined with another cell.
func (f *flow) find(c cell) cellNumber { return f.root(f.numbers.of(c)) }

func (f *flow) root(n cellNumber) cellNumber {
	for int(n) < len(f.parent) && f.parent[n] != 0 {
		if next := f.parent[n]; int(next) < len(f.parent) && f.parent[next] != 0 {
			f.parent[n] = f.parent[next]
		}
		n = f.parent[n]
	}
	return n
}

func (f *flow) union(a, b cell) { f.join(f.numbers.of(a), f.numbers.of(b)) }

// join makes the representative of a that of b as well.
func (f *flow) join(a, b cellNumber) {
	a, b = f.root(a), f.root(b)
	if a == b {
		return
	}
	if int(b) >= len(f.parent) {
		f.parent = append(f.parent, make([]cellNumber, max(int(b)+1, 2*len(f.parent))-len(f.parent))...)
	}
	f.parent[b] = a
}

// boundCell is a cell as seen from one of its bindings.
type boundCell struct {
	cell cellNumber
	at   syntax.Node
}

// hops holds the hop of each place that has been asked for.
type hops struct {
	all   []*hop
	cells []*hop // by the number of the cell, for places without a binding
	bound map[boundCell]*hop
}

// hop is the only hop of a place, perhaps not computed yet.
func (f *flow) hop(p place) *hop {
	n := f.numbers.of(p.cell)
	if p.at != syntax.None {
		at := boundCell{n, p.at}
		h := f.hops.bound[at]
		if h == nil {
			h = f.newHop(p, n)
			f.hops.bound[at] = h
		}
		return h
	}
	if int(n) >= len(f.hops.cells) {
		f.hops.cells = append(f.hops.cells, make([]*hop, max(int(n)+1, 2*len(f.hops.cells))-len(f.hops.cells))...)
	}
	h := f.hops.cells[n]
	if h == nil {
		h = f.newHop(p, n)
		f.hops.cells[n] = h
	}
	return h
}

func (f *flow) newHop(p place, n cellNumber) *hop {
	h := &hop{from: p, cell: n, number: int32(len(f.hops.all))}
	f.hops.all = append(f.hops.all, h)
	return h
}

// Groups are groups of nodes that must change together. Literals that share a device
// are in one group from the start.
type Groups struct{ cells *flow }

// NewGroups are the groups that devices alone make.
func (m *Literals) NewGroups() *Groups {
	f := m.deviceFlow()
	return &Groups{&flow{m: m, numbers: f.numbers, parent: slices.Clone(f.parent)}}
}

// Join makes one group of those of two nodes.
func (g *Groups) Join(a, b syntax.Node) { g.cells.union(cell{lit: a}, cell{lit: b}) }

// Of is the number of the group of a node.
func (g *Groups) Of(n syntax.Node) int { return int(g.cells.find(cell{lit: n})) }
