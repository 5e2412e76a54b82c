package query

import "slices"

// Question is what can be asked. Questions are values: two that are equal have the
// same answer.
type Question[Q, A any] interface {
	comparable
	// Work works the answer out. It asks the engine what that rests on.
	Work() A
	// Kept is the answer of a question that is finished.
	Kept() (answer A, ok bool)
	// Keep remembers the answer of a question that is finished.
	Keep(answer *A)
	// Place holds how far the question has got: zero if it was never asked, above
	// zero if it is answered; the engine writes values below zero while it is
	// open. It is nil for a question that has no such place; see Memo.
	Place() *int32
	// Compare orders questions for the settling of circles, whichever was first.
	Compare(Q) int
	// Sort is the number of the sort of question, from 0 on. Where the answers of
	// a circle rest on nothing but each other, those of the first sort are taken
	// to be unknown before those of the next are.
	Sort() int
}

// Answer is what a question comes to.
type Answer[A any] interface {
	Join(A) A     // what either of two answers says, and no more
	Equal(A) bool // whether two answers say the same
	Open() bool   // whether nothing is known yet
	Closed() A    // the answer with nothing open in it
}

// Engine works out answers that may rest on each other in circles. The circles
// are the strongly connected components of the questions, found as Tarjan does:
// low is the lowest place on the stack that an answer rests on, and an answer
// that rests on nothing below itself closes its component. Answers on the way
// there only serve to find the circle: see settle.
//
// Only the answers of whole circles are kept, so an answer does not depend on
// which question of the circle came first, and no kept answer rests on an
// unfinished one.
type Engine[Q Question[Q, A], A Answer[A]] struct {
	pending A   // stands for an open answer; it is neutral in joins
	sorts   int // of questions

	open    map[Q]*frame[Q, A] // of questions without a place
	stack   []*frame[Q, A]
	current *frame[Q, A]
	depth   int
	tooDeep bool // the chain of questions became too long
	far     Q    // where it did
	spare   []*frame[Q, A]
}

// New makes an engine for questions of so many sorts. An open answer is pending,
// which is neutral in joins.
func New[Q Question[Q, A], A Answer[A]](pending A, sorts int) *Engine[Q, A] {
	return &Engine[Q, A]{pending: pending, sorts: sorts, open: make(map[Q]*frame[Q, A])}
}

// frame is a question that is not finished.
type frame[Q Question[Q, A], A Answer[A]] struct {
	question Q
	answer   A

	index  int // place on the stack
	low    int
	active bool // being worked out
	done   bool // answered, but resting on one that is not
	read   bool // its answer was used while it was being worked out
	stale  bool // and has changed since

	dependents []*frame[Q, A]        // whose answers rest on this one, while the circle is settled
	known      map[*frame[Q, A]]bool // the dependents, where they are many
	queued     bool
	rounds     int
}

const (
	// maxDepth bounds the chain of questions that is followed at once, and
	// with it the stack. A longer one is cut into pieces.
	maxDepth = 1000
	// maxCut is how often a circle that is longer than that is cut, each time by
	// one answer that is unknown. Then all of it is: it has no end otherwise.
	maxCut = 8
	// maxRounds is after how many times an answer of a circle must not become
	// more precise again, so that there is an end.
	maxRounds = 8
)

// Ask answers a question, or gives what is known so far if it is being worked
// out further up.
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

// rest notes that the current answer rests on one at a place of the stack.
func (e *Engine[Q, A]) rest(index int) {
	if e.current != nil {
		e.current.low = min(e.current.low, index)
	}
}

// first answers a question that no other waits for.
func (e *Engine[Q, A]) first(q Q) A {
	e.work(q)
	if e.tooDeep {
		e.inPieces(q)
	}
	a, _ := q.Kept()
	return a
}

// inPieces answers a question whose chain of questions was too long. The far end
// of the chain is answered first.
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

// circleOf is where a chain that became too long is to be cut: at a question that
// waits for it and that it came to again, as it is part of a circle that is longer
// than what is followed, or else at its far end.
func (e *Engine[Q, A]) circleOf(waiting []Q) (at Q, again bool) {
	for _, q := range waiting {
		if q == e.far || q != waiting[len(waiting)-1] && e.opened(q) != nil {
			return q, true
		}
	}
	return e.far, false
}

// cut says of a question in a circle that the answer is unknown, and forgets what is
// unfinished; or says so of all of that.
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

// unknown answers a question with the zero answer, which says nothing.
func (e *Engine[Q, A]) unknown(q Q) {
	var nothing A
	q.Keep(&nothing)
}

// Reset forgets everything unfinished.
func (e *Engine[Q, A]) Reset() {
	if len(e.stack) > 0 {
		for _, f := range e.stack {
			e.close(f)
		}
		e.stack = e.stack[:0]
	}
	e.current, e.depth, e.tooDeep = nil, 0, false
}

// work answers a question and, if it closes a circle, the others of that.
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

// frame is the unfinished state of a question.
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

// opened is the frame of a question that is not finished; nil if there is none.
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

// close makes an open question one that was never asked.
func (e *Engine[Q, A]) close(f *frame[Q, A]) {
	if at := f.question.Place(); at != nil {
		*at = 0
	} else {
		delete(e.open, f.question)
	}
}

// improve takes in an answer and reports whether it is a new one. After too
// many rounds it only lets answers become less precise.
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
