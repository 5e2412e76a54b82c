package query

// Memo holds the answers to one sort of question about the nodes of a tree. Few nodes are
// asked about, so a node stores the number of its answer, which is found without hashing,
// and not the answer itself. Nodes asked about are close together: most library models
// are asked about a function or two.
type Memo[N ~int32, T comparable] struct {
	pages   []*page // nil where nothing was asked
	answers []T     // the first is the zero value, which many nodes share
}

// page holds the places of neighbouring nodes; see Place.
type page [pageSize]int32

const pageSize = 256

// NewMemo makes a memo for a number of nodes.
func NewMemo[N ~int32, T comparable](nodes int) Memo[N, T] {
	return Memo[N, T]{pages: make([]*page, (nodes+pageSize-1)/pageSize), answers: make([]T, 1)}
}

// Get returns the answer about a node, nil if there is none. Answers are large and asked
// for all the time, so Get returns a pointer, and the caller has to copy the answer
// before the next Put.
func (m *Memo[N, T]) Get(n N) *T {
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

// Put remembers an answer.
func (m *Memo[N, T]) Put(n N, answer T) {
	at := m.Place(n)
	if answer == m.answers[0] {
		*at = 1
		return
	}
	m.answers = append(m.answers, answer)
	*at = int32(len(m.answers))
}

// Number returns the number of the answer about a node, from 0 on; below 0 if there is
// none.
func (m *Memo[N, T]) Number(n N) int {
	if p := m.pages[uint32(n)/pageSize]; p != nil {
		return int(p[uint32(n)%pageSize]) - 1
	}
	return -1
}

// Place returns the place that tells how far the question about a node has got: zero if
// it was never asked, above zero if it is answered, and below zero if it is open, ^i
// being the frame i of the engine's stack.
func (m *Memo[N, T]) Place(n N) *int32 {
	p := m.pages[uint32(n)/pageSize]
	if p == nil {
		p = new(page)
		m.pages[uint32(n)/pageSize] = p
	}
	return &p[uint32(n)%pageSize]
}
