package query

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"testing"
)

// graph is a toy language: the answer to a node is the set of leaves that it
// reaches, in one word. Node i rests on next[i].
type graph struct {
	next   [][]int
	known  map[int]set
	worked int
	engine *Engine[node, set]
}

// set is a set of leaves; open says that nothing is known.
type set struct {
	leaves uint64
	open   bool
}

func (s set) Join(t set) set {
	switch {
	case s.open:
		return t
	case t.open:
		return s
	}
	return set{leaves: s.leaves | t.leaves}
}

func (s set) Equal(t set) bool { return s == t }
func (s set) Open() bool       { return s.open }
func (s set) Closed() set      { return set{leaves: s.leaves} }

type node struct {
	g *graph
	n int
}

func (q node) Work() set {
	q.g.worked++
	out := set{open: true}
	if len(q.g.next[q.n]) == 0 {
		out = set{leaves: 1 << (q.n % 64)}
	}
	for _, next := range q.g.next[q.n] {
		out = out.Join(q.g.ask(next))
	}
	return out
}

func (q node) Kept() (set, bool) { s, ok := q.g.known[q.n]; return s, ok }
func (q node) Keep(s *set)       { q.g.known[q.n] = s.Closed() }
func (q node) Place() *int32     { return nil }
func (q node) Compare(r node) int {
	return q.n - r.n
}
func (q node) Sort() int { return q.n % 2 }

func (g *graph) ask(n int) set {
	if s, ok := g.known[n]; ok {
		return s
	}
	return g.engine.Ask(node{g, n})
}

func newGraph(next [][]int) *graph {
	return &graph{next: next, known: make(map[int]set), engine: New[node](set{open: true}, 2)}
}

// reached is the answer by a plain search.
func (g *graph) reached(n int) (leaves uint64) {
	seen := make([]bool, len(g.next))
	for todo := []int{n}; len(todo) > 0; {
		at := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if seen[at] {
			continue
		}
		seen[at] = true
		if len(g.next[at]) == 0 {
			leaves |= 1 << (at % 64)
		}
		todo = append(todo, g.next[at]...)
	}
	return leaves
}

// Random graphs with many circles: each answer is that of a plain search, whichever
// question came first.
func TestCircles(t *testing.T) {
	for seed := range uint64(500) {
		r := rand.New(rand.NewPCG(seed, 1))
		next := make([][]int, 2+r.IntN(40))
		for i := range next {
			for range r.IntN(4) {
				next[i] = append(next[i], r.IntN(len(next)))
			}
		}
		g := newGraph(next)
		for _, n := range r.Perm(len(next)) {
			if got, want := g.ask(n).leaves, g.reached(n); got != want {
				t.Fatalf("seed %d, node %d of %v: %b, want %b", seed, n, next, got, want)
			}
		}
	}
}

// Chains that are longer than what is followed at once are answered in pieces, and so
// are circles; a circle of that length may be cut, which is to end.
func TestDepth(t *testing.T) {
	const n = 5 * maxDepth
	chain := make([][]int, n)
	for i := range n - 1 {
		chain[i] = []int{i + 1}
	}
	g := newGraph(chain)
	if got := g.ask(0); bits.OnesCount64(got.leaves) != 1 {
		t.Errorf("a chain of %d comes to %b", n, got.leaves)
	}
	if g.worked > 4*n {
		t.Errorf("%d questions took %d answers", n, g.worked)
	}
	chain[n-1] = []int{0}
	ring := newGraph(chain)
	if got := ring.ask(0); got.open || got.leaves != 0 {
		t.Errorf("a ring of %d comes to %v", n, got)
	}
}

func TestMemo(t *testing.T) {
	m := NewMemo[int32, string](3 * pageSize)
	if m.Get(300) != nil || m.Number(300) != -1 {
		t.Error("an empty memo knows an answer")
	}
	for _, n := range []int32{0, 300, 301, 3*pageSize - 1} {
		m.Put(n, fmt.Sprint(n%2))
	}
	for _, n := range []int32{0, 300, 301, 3*pageSize - 1} {
		if got := m.Get(n); got == nil || *got != fmt.Sprint(n%2) {
			t.Errorf("node %d: %v", n, got)
		}
	}
	if m.Get(299) != nil || m.Number(299) != -1 {
		t.Error("the answer of a neighbour")
	}
	m.Put(5, "")
	if m.Number(5) != 0 {
		t.Error("the zero value has a number of its own")
	}
}
