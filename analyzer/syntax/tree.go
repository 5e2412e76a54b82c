package syntax

import (
	"iter"
	"unsafe"

	"github.com/neuronlint/neuronlint/analyzer/source"
)

// Node is an index into a Tree. Nodes are numbered in preorder, so a subtree
// is the contiguous range [n, Tree.End(n)).
type Node int32

const (
	// None is the absent node; accessors given None return None or zero values.
	None Node = 0
	// Root is the module node of every tree.
	Root Node = 1
)

// Tree is an immutable syntax tree held in flat slices. It is safe for
// concurrent use. Named nodes of the grammar are kept, and of the anonymous
// tokens only those that carry a field (operators).
type Tree struct {
	src    []byte
	kind   []Kind
	field  []Field
	start  []uint32
	end    []uint32
	parent []Node
	next   []Node // next sibling, None at the last
	last   []Node // one past the last node of the subtree
	frame  []Node // nearest definition, lambda or loop around it; None outside
	stmt   []Node // statement around it, or itself; None for Root
	errors []source.Span
	wide   map[Node]*wide // for the nodes with many children
	stop   *Interrupt     // ends walks over the tree; mostly nil
}

// Source is the text the tree was parsed from.
func (t *Tree) Source() []byte { return t.src }

// Len is one more than the largest valid Node; use it to size side tables.
func (t *Tree) Len() int { return len(t.kind) }

// Kind is the syntactic category of n; KindNone for None.
func (t *Tree) Kind(n Node) Kind { return t.kind[n] }

// Field is the role n plays in its parent; FieldNone if it has none.
func (t *Tree) Field(n Node) Field { return t.field[n] }

// Start is the byte offset of the first byte of n.
func (t *Tree) Start(n Node) int { return int(t.start[n]) }

// Stop is the byte offset just behind n.
func (t *Tree) Stop(n Node) int { return int(t.end[n]) }

// Span is the byte range of n.
func (t *Tree) Span(n Node) source.Span { return source.Span{Start: t.Start(n), End: t.Stop(n)} }

// Bytes is the source text of n; it aliases Source.
func (t *Tree) Bytes(n Node) []byte { return t.src[t.start[n]:t.end[n]] }

// Text is a copy of the source text of n.
func (t *Tree) Text(n Node) string { return string(t.Bytes(n)) }

// View is the source text of n without a copy. It is for comparing, looking up
// and putting together, and keeps all of the source in memory while it lives.
func (t *Tree) View(n Node) string {
	text := t.Bytes(n)
	return unsafe.String(unsafe.SliceData(text), len(text))
}

// Parent is the node around n, where parentheses that change nothing do not count; None
// for Root.
func (t *Tree) Parent(n Node) Node { return t.parent[n] }

// Next is the following sibling that is no comment; None at the end.
func (t *Tree) Next(n Node) Node { return t.skipComments(t.next[n]) }

// End is one past the last node of the subtree of n.
func (t *Tree) End(n Node) Node { return t.last[n] }

// First is the first child that is no comment; None if there is none.
func (t *Tree) First(n Node) Node { return t.skipComments(t.first(n)) }

// first is the first child; None if n is a leaf.
func (t *Tree) first(n Node) Node {
	if t.last[n] == n+1 || n == None {
		return None
	}
	return n + 1
}

func (t *Tree) skipComments(n Node) Node {
	for t.kind[n] == KindComment {
		n = t.next[n]
	}
	return n
}

// Child is the first child with the given field; None if there is none.
func (t *Tree) Child(n Node, f Field) Node {
	t.stop.Check()
	c := t.first(n)
	for range manyChildren {
		if c == None {
			return None
		}
		if t.field[c] == f {
			return t.bare(c)
		}
		c = t.next[c]
	}
	if w := t.wide[n]; w != nil {
		return w.fields[f]
	}
	for ; c != None; c = t.next[c] { // the tree is not complete yet
		if t.field[c] == f {
			return t.bare(c)
		}
	}
	return None
}

// Children yields the children of n in order, without comments and without
// parentheses that change nothing.
func (t *Tree) Children(n Node) iter.Seq[Node] {
	return func(yield func(Node) bool) {
		t.stop.Check()
		for c := t.first(n); c != None; c = t.next[c] {
			if t.kind[c] != KindComment && !yield(t.bare(c)) {
				return
			}
		}
	}
}

// Parts yields the children of n in order, comments and all parentheses included:
// together they make up the text of n.
func (t *Tree) Parts(n Node) iter.Seq[Node] {
	return func(yield func(Node) bool) {
		t.stop.Check()
		for c := t.first(n); c != None; c = t.next[c] {
			if !yield(c) {
				return
			}
		}
	}
}

// All yields the nodes of the subtree of n in preorder, n first.
func (t *Tree) All(n Node) iter.Seq[Node] {
	return func(yield func(Node) bool) {
		for i := n; i < t.last[n]; i++ {
			if t.stop.Check(); !yield(i) {
				return
			}
		}
	}
}

// OfKind yields the nodes of the given kinds in preorder. It is the way to look
// through a whole file for a few of its nodes.
func (t *Tree) OfKind(kinds ...Kind) iter.Seq[Node] {
	var wanted [kindCount]bool
	for _, k := range kinds {
		wanted[k] = true
	}
	return func(yield func(Node) bool) {
		t.stop.Check()
		for n, k := range t.kind {
			if !wanted[k] {
				continue
			}
			if t.stop.Check(); !yield(Node(n)) {
				return
			}
		}
	}
}

// Within reports whether n is in the subtree of ancestor (or is it).
func (t *Tree) Within(n, ancestor Node) bool { return n >= ancestor && n < t.last[ancestor] }

// Errors are the regions that the parser did not understand, in order and
// without overlap. A tree with errors is analysed but gets no automatic fix.
func (t *Tree) Errors() []source.Span { return t.errors }
