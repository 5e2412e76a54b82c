package query

import "slices"

// Question is a question with a fixed answer. Questions are values: equal ones have the
// same answer.
type Question[Q, A any] interface {
	comparable
	// Work works the answer out, and asks the engine the questions it depends on.
	Work() A
	// Kept returns the answer of a finished question.
	Kept() (answer A, ok bool)
	// Keep remembers the answer of a finished question.
	Keep(answer *A)
	// Place holds how far the question has got: zero if it was never asked, above zero if
	// it is answered; the engine writes values below zero while it is open. It is nil for
	// a question without such a place; see Memo.
	Place() *int32
	// Compare orders the questions of a circle, whichever was asked first.
	Compare(Q) int
	// Sort is the number of the question's sort, from 0 on. Where the answers of a circle
	// depend only on each other, those of lower sorts are taken to be unknown first.
	Sort() int
}

// Answer is the answer of a question.
type Answer[A any] interface {
	Join(A) A     // the join of two answers: only claims that both make
	Equal(A) bool // whether two answers say the same
	Open() bool   // whether nothing is known yet
	Closed() A    // the answer without its open parts
}

// Engine works out answers that may depend on each other in circles. The circles are the
// strongly connected components of the questions, found by Tarjan's algorithm: low is the
// lowest place on the stack that an answer depends on, and an answer that depends on
// nothing below itself closes its component. Answers found on the way only serve to find
// the circle: see settle.
//
// Only the answers of whole circles are kept. An answer thus does not depend on which
// question of the circle came first, and no kept answer depends on an unfinished one.
type Engine[Q Question[Q, A], A Answer[A]] struct {
	pending A   // the answer of an open question; neutral in joins
	sorts   int // of questions

	open    map[Q]*frame[Q, A] // of questions without a place
	stack   []*frame[Q, A]
	current *frame[Q, A]
	depth   int
	tooDeep bool // the chain of questions became too long
	far     Q    // where it did
	spare   []*frame[Q, A]
}

// New makes an engine for a number of sorts of questions. Pending is the answer of an
// open question and neutral in joins.
func New[Q Question[Q, A], A Answer[A]](pending A, sorts int) *Engine[Q, A] {
	return &Engine[Q, A]{pending: pending, sorts: sorts, open: make(map[Q]*frame[Q, A])}
}

// frame is an unfinished question.
type frame[Q Question[Q, A], A Answer[A]] struct {
	question Q
	answer   A

	index  int // place on the stack
	low    int
	active bool // being worked out
	done   bool // answered, but dependent on an open question
	read   bool // its answer was used while it was being worked out
	stale  bool // and has changed since

	dependents []*frame[Q, A]        // whose answers depend on this one, while the circle is settled
	known      map[*frame[Q, A]]bool // the dependents, where they are many
	queued     bool
	rounds     int
}

const (
	// maxDepth bounds the chain of questions that is followed at once, and with it the
	// stack. A longer chain is cut into pieces.
	maxDepth = 1000
	// maxCut is how often a circle longer than maxDepth is cut, each time by taking one
	// answer to be unknown. After that all its answers are, to bring the search to an
	// end.
	maxCut = 8
	// maxRounds is the number of rounds after which an answer of a circle must not become
	// more precise again, to bring the rounds to an end.
	maxRounds = 8
)

// Ask answers a question or, if it is being worked out further up, returns the answer so
// far.
func (e *Engine[Q, A]) Ask(q Q) A {
	if f := e.opened(q); f != nil && (f.active || f.done) {
		if f.active {
			f.read = true
			f.addDependent(e.current)
			e.rest(f.index)
		} else {
			e.rest(f.low)
		}
		return f.answer
	}
	switch {
	case e.tooDeep:
		return e.pending
	case e.depth == 0:
		return e.first(q)
	case e.depth >= maxDepth:
		e.tooDeep, e.far = true, q
		return e.pending
	}
	return e.work(q)
}

// rest notes that the current answer depends on the one at a place of the stack.
func (e *Engine[Q, A]) rest(index int) {
	if e.current != nil {
		e.current.low = min(e.current.low, index)
	}
}

// first answers a question that no other question waits for.
func (e *Engine[Q, A]) first(q Q) A {
	e.work(q)
	if e.tooDeep {
		e.inPieces(q)
	}
	a, _ := q.Kept()
	return a
}

// inPieces answers a question whose chain of questions was too long, from the far end of
// the chain.
func (e *Engine[Q, A]) inPieces(q Q) {
	circles := 0
	for waiting := []Q{q}; len(waiting) > 0; {
		if e.tooDeep {
			next, again := e.circleOf(waiting)
			if again {
				circles++
				e.cut(next, circles > maxCut)
			} else {
				e.Reset()
				waiting = append(waiting, next)
			}
		}
		top := waiting[len(waiting)-1]
		if _, ok := top.Kept(); !ok {
			e.work(top)
		}
		if !e.tooDeep {
			waiting = waiting[:len(waiting)-1]
		}
	}
}

// circleOf returns the question at which to cut a chain that became too long: one that
// waits and was asked again, if the chain is part of a circle longer than maxDepth, or
// else the one at the far end.
func (e *Engine[Q, A]) circleOf(waiting []Q) (at Q, again bool) {
	for _, q := range waiting {
		if q == e.far || q != waiting[len(waiting)-1] && e.opened(q) != nil {
			return q, true
		}
	}
	return e.far, false
}

// cut makes the answer of a question in a circle unknown and forgets all unfinished
// questions; with all, their answers become unknown too.
func (e *Engine[Q, A]) cut(q Q, all bool) {
	if all {
		for _, f := range e.stack {
			e.close(f)
			e.unknown(f.question)
		}
		e.stack = e.stack[:0]
	}
	e.Reset()
	e.unknown(q)
}

// unknown gives a question the zero answer, which says nothing.
func (e *Engine[Q, A]) unknown(q Q) {
	var nothing A
	q.Keep(&nothing)
}

// Reset forgets all unfinished questions.
func (e *Engine[Q, A]) Reset() {
	if len(e.stack) > 0 {
		for _, f := range e.stack {
			e.close(f)
		}
		e.stack = e.stack[:0]
	}
	e.current, e.depth, e.tooDeep = nil, 0, false
}

// work answers a question and, if it closes a circle, the others of the circle.
func (e *Engine[Q, A]) work(q Q) A {
	f := e.frame(q)
	caller := e.current
	e.current, f.active = f, true
	e.depth++
	f.improve(q.Work())
	closes := !e.tooDeep && f.low == f.index
	if closes && slices.ContainsFunc(e.stack[f.index:], func(m *frame[Q, A]) bool { return m.stale || m.read && m.answer.Open() }) {
		e.settle(f)
		closes = f.low == f.index
	}
	f.active, f.done = false, true
	e.depth--
	e.current = caller
	e.rest(f.low)
	a := f.answer
	if closes && !e.tooDeep {
		e.finish(f)
	}
	return a
}

// finish keeps the answers of a circle.
func (e *Engine[Q, A]) finish(f *frame[Q, A]) {
	for _, m := range e.stack[f.index:] {
		e.close(m)
		m.question.Keep(&m.answer)
		e.spare = append(e.spare, m)
	}
	e.stack = e.stack[:f.index]
}

// frame returns a new frame for a question and pushes it onto the stack.
func (e *Engine[Q, A]) frame(q Q) *frame[Q, A] {
	var f *frame[Q, A]
	if n := len(e.spare); n > 0 {
		f = e.spare[n-1]
		e.spare = e.spare[:n-1]
	} else {
		f = new(frame[Q, A])
	}
	*f = frame[Q, A]{question: q, answer: e.pending, index: len(e.stack), low: len(e.stack)}
	e.stack = append(e.stack, f)
	if at := q.Place(); at != nil {
		*at = ^int32(f.index)
	} else {
		e.open[q] = f
	}
	return f
}

// opened returns the frame of an unfinished question; nil if there is none.
func (e *Engine[Q, A]) opened(q Q) *frame[Q, A] {
	at := q.Place()
	switch {
	case at == nil:
		return e.open[q]
	case *at < 0:
		return e.stack[^*at]
	}
	return nil
}

// close resets an open question as if it had never been asked.
func (e *Engine[Q, A]) close(f *frame[Q, A]) {
	if at := f.question.Place(); at != nil {
		*at = 0
	} else {
		delete(e.open, f.question)
	}
}

// improve takes in an answer and reports whether it is new. After too many rounds it only
// lets answers become less precise.
func (f *frame[Q, A]) improve(a A) bool {
	if f.rounds > maxRounds {
		a = f.answer.Join(a)
	}
	if a.Equal(f.answer) {
		return false
	}
	f.answer = a
	f.stale = f.stale || f.read
	return true
}
