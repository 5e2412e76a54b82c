package semantic

import "github.com/neuronlint/neuronlint/analyzer/syntax"

// memo holds the answers to one sort of question about the nodes of a tree.
// Few nodes are asked about, so a node has the number of its answer, which is
// found without hashing, and not the answer itself. Those that are lie together:
// of most library models a function or two is asked for.
type memo[T comparable] struct {
	pages   []*page // nil where nothing was asked
	answers []T     // the first is the zero value, which many nodes share
}

// page has the places of nodes that lie together; see place.
type page [pageSize]int32

const pageSize = 256

func newMemo[T comparable](tree *syntax.Tree) memo[T] {
	return memo[T]{pages: make([]*page, (tree.Len()+pageSize-1)/pageSize), answers: make([]T, 1)}
}

// get is the answer about a node, nil if there is none. Answers are large and
// asked for all the time, so the caller copies it, and that before the next put.
func (m *memo[T]) get(n syntax.Node) *T {
	p := m.pages[uint32(n)/pageSize]
	if p == nil {
		return nil
	}
	i := p[uint32(n)%pageSize]
	if i <= 0 {
		return nil
	}
	return &m.answers[i-1]
}

// put remembers an answer.
func (m *memo[T]) put(n syntax.Node, answer T) {
	at := m.place(n)
	if answer == m.answers[0] {
		*at = 1
		return
	}
	m.answers = append(m.answers, answer)
	*at = int32(len(m.answers))
}

// number is that of the answer about a node, from 0 on; below 0 if there is none.
func (m *memo[T]) number(n syntax.Node) int {
	if p := m.pages[uint32(n)/pageSize]; p != nil {
		return int(p[uint32(n)%pageSize]) - 1
	}
	return -1
}

// place says how far the question about a node has got: zero if it was never
// asked, above zero if it is answered, and below zero if it is open, ^i being
// the frame i of the evaluator's stack.
func (m *memo[T]) place(n syntax.Node) *int32 {
	p := m.pages[uint32(n)/pageSize]
	if p == nil {
		p = new(page)
		m.pages[uint32(n)/pageSize] = p
	}
	return &p[uint32(n)%pageSize]
}
