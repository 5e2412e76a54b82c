package syntax

import "slices"

// draft is a tree while its nodes change places. Nodes are linked to their first
// child too, and new ones are at the end, in no order.
type draft struct {
	*Tree
	child  []Node
	parsed int // nodes that there were
}

func (t *Tree) draft() *draft {
	d := &draft{Tree: &Tree{
		src: t.src, errors: t.errors,
		kind: slices.Clone(t.kind), field: slices.Clone(t.field), start: slices.Clone(t.start), end: slices.Clone(t.end),
		parent: slices.Clone(t.parent), next: slices.Clone(t.next), last: slices.Clone(t.last),
	}, child: make([]Node, len(t.kind)), parsed: len(t.kind)}
	for n := range t.kind {
		d.child[n] = t.first(Node(n))
	}
	return d
}

// add makes a node.
func (d *draft) add(kind Kind, start, end uint32) Node {
	n := Node(len(d.kind))
	d.kind, d.field = append(d.kind, kind), append(d.field, FieldNone)
	d.start, d.end = append(d.start, start), append(d.end, end)
	d.parent, d.next = append(d.parent, None), append(d.next, None)
	d.last, d.child = append(d.last, None), append(d.child, None)
	return n
}

// adopt makes nodes the children of n.
func (d *draft) adopt(n Node, children ...Node) {
	d.child[n] = children[0]
	for i, c := range children {
		d.parent[c], d.next[c] = n, None
		if i > 0 {
			d.next[children[i-1]] = c
		}
	}
}

// children lists the children of n, comments too.
func (d *draft) children(n Node) []Node {
	var all []Node
	for c := d.child[n]; c != None; c = d.next[c] {
		all = append(all, c)
	}
	return all
}

// lower puts a node of the given kind in the place of n, which becomes its only
// child and gets another number.
func (d *draft) lower(n Node, kind Kind) (inner Node) {
	inner = d.add(d.kind[n], d.start[n], d.end[n])
	if children := d.children(n); len(children) > 0 {
		d.adopt(inner, children...)
	}
	d.kind[n] = kind
	d.adopt(n, inner)
	return inner
}

// raise puts the only child of n in its place.
func (d *draft) raise(n Node) {
	c := d.child[n]
	d.kind[n], d.start[n], d.end[n], d.child[n] = d.kind[c], d.start[c], d.end[c], None
	if children := d.children(c); len(children) > 0 {
		d.adopt(n, children...)
	}
	d.kind[c], d.child[c] = KindNone, None
}

// isSound reports whether the children of each node follow each other within it,
// which no tree of valid code lacks.
func (t *Tree) isSound() bool {
	for n := Root + 1; int(n) < len(t.kind); n++ {
		p := t.parent[n]
		if t.end[n] < t.start[n] || t.start[n] < t.start[p] || t.end[n] > t.end[p] {
			return false
		}
		if next := t.next[n]; next != None && t.start[next] < t.end[n] {
			return false
		}
	}
	return true
}

// settle numbers the nodes in preorder again.
func (d *draft) settle() *Tree {
	size := len(d.kind)
	t := &Tree{
		src: d.src, errors: d.errors,
		kind: make([]Kind, 1, size), field: make([]Field, 1, size),
		start: make([]uint32, 1, size), end: make([]uint32, 1, size),
		parent: make([]Node, 1, size), next: make([]Node, 1, size), last: make([]Node, 1, size),
	}
	number := make([]Node, size)
	for old := Root; old != None; {
		n := Node(len(t.kind))
		number[old] = n
		t.kind, t.field = append(t.kind, d.kind[old]), append(t.field, d.field[old])
		t.start, t.end = append(t.start, d.start[old]), append(t.end, d.end[old])
		t.parent, t.next = append(t.parent, number[d.parent[old]]), append(t.next, None)
		t.last = append(t.last, n+1)
		if d.child[old] != None {
			old = d.child[old]
			continue
		}
		for old != None && d.next[old] == None {
			old = d.parent[old]
			t.last[number[old]] = Node(len(t.kind))
		}
		if old != None {
			before := number[old]
			old = d.next[old]
			t.next[before] = Node(len(t.kind))
		}
	}
	t.last[None] = None
	return t
}
