package semantic

import "slices"

// evaluator works out answers that may rest on each other in circles. The
// circles are the strongly connected components of the questions, found as
// Tarjan does: low is the lowest place on the stack that an answer rests on,
// and an answer that rests on nothing below itself closes its component. What
// was answered on the way to there only served to find the circle: see settle.
//
// Only the answers of whole circles are kept, so an answer does not depend on
// which question of the circle came first, and nothing that is kept rests on
// something unfinished.
type evaluator struct {
	open    map[question]*frame // about variables; of nodes, see memo
	stack   []*frame
	current *frame
	depth   int
	tooDeep bool     // the chain of questions became too long
	far     question // where it did
	spare   []*frame

	interrupt *Interrupt // of the file that asks; may be nil
	steps     int        // see Steps
}

// frame is a question that is not finished.
type frame struct {
	question
	answer
	index  int // place on the stack
	low    int
	active bool // being worked out
	done   bool // answered, but resting on one that is not
	read   bool // its answer was used while it was being worked out
	stale  bool // and has changed since

	dependents []*frame        // whose answers rest on this one, while the circle is settled
	known      map[*frame]bool // the dependents, where they are many
	queued     bool
	rounds     int
}

func newEvaluator() *evaluator { return &evaluator{open: make(map[question]*frame)} }

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

// ask answers a question, or gives what is known so far if it is being worked
// out further up.
func (e *evaluator) ask(q question) answer {
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
		return pendingAnswer()
	case e.depth == 0:
		return e.first(q)
	case e.depth >= maxDepth:
		e.tooDeep, e.far = true, q
		return pendingAnswer()
	}
	return e.work(q)
}

// rest notes that the current answer rests on one at a place of the stack.
func (e *evaluator) rest(index int) {
	if e.current != nil {
		e.current.low = min(e.current.low, index)
	}
}

// first answers a question that no other waits for.
func (e *evaluator) first(q question) answer {
	e.work(q)
	if e.tooDeep {
		e.inPieces(q)
	}
	a, _ := q.kept()
	return a
}

// inPieces answers a question whose chain of questions was too long. The far end
// of the chain is answered first.
func (e *evaluator) inPieces(q question) {
	circles := 0
	for waiting := []question{q}; len(waiting) > 0; {
		if e.tooDeep {
			next, again := e.circleOf(waiting)
			if again {
				circles++
				e.cut(next, circles > maxCut)
			} else {
				e.reset()
				waiting = append(waiting, next)
			}
		}
		top := waiting[len(waiting)-1]
		if _, ok := top.kept(); !ok {
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
func (e *evaluator) circleOf(waiting []question) (at question, again bool) {
	for _, q := range waiting {
		if q == e.far || q != waiting[len(waiting)-1] && e.opened(q) != nil {
			return q, true
		}
	}
	return e.far, false
}

// cut says of a question in a circle that the answer is unknown, and forgets what is
// unfinished; or says so of all of that.
func (e *evaluator) cut(q question, all bool) {
	if all {
		for _, f := range e.stack {
			e.close(f)
			f.keep(&answer{})
		}
		e.stack = e.stack[:0]
	}
	e.reset()
	q.keep(&answer{})
}

// reset forgets everything unfinished.
func (e *evaluator) reset() {
	if len(e.stack) > 0 {
		for _, f := range e.stack {
			e.close(f)
		}
		e.stack = e.stack[:0]
	}
	e.current, e.depth, e.tooDeep = nil, 0, false
}

// work answers a question and, if it closes a circle, the others of that.
func (e *evaluator) work(q question) answer {
	f := e.frame(q)
	caller := e.current
	e.current, f.active = f, true
	e.depth++
	f.improve(q.answer())
	closes := !e.tooDeep && f.low == f.index
	if closes && slices.ContainsFunc(e.stack[f.index:], func(m *frame) bool { return m.stale || m.read && m.open() }) {
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
func (e *evaluator) finish(f *frame) {
	for _, m := range e.stack[f.index:] {
		e.close(m)
		m.keep(&m.answer)
		e.spare = append(e.spare, m)
	}
	e.stack = e.stack[:f.index]
}

// frame is the unfinished state of a question.
func (e *evaluator) frame(q question) *frame {
	var f *frame
	if n := len(e.spare); n > 0 {
		f = e.spare[n-1]
		e.spare = e.spare[:n-1]
	} else {
		f = new(frame)
	}
	*f = frame{question: q, answer: pendingAnswer(), index: len(e.stack), low: len(e.stack)}
	e.stack = append(e.stack, f)
	if at := q.place(); at != nil {
		*at = ^int32(f.index)
	} else {
		e.open[q] = f
	}
	return f
}

// opened is the frame of a question that is not finished; nil if there is none.
func (e *evaluator) opened(q question) *frame {
	at := q.place()
	switch {
	case at == nil:
		return e.open[q]
	case *at < 0:
		return e.stack[^*at]
	}
	return nil
}

// close makes an open question one that was never asked.
func (e *evaluator) close(f *frame) {
	if at := f.question.place(); at != nil {
		*at = 0
	} else {
		delete(e.open, f.question)
	}
}

// improve takes in an answer and reports whether it is a new one. After too
// many rounds it only lets answers become less precise.
func (f *frame) improve(a answer) bool {
	if f.rounds > maxRounds {
		a.typ = join(f.typ, a.typ)
		a.ref = joinRef(f.ref, a.ref)
	}
	if a.ref == f.ref && a.typ.equal(f.typ) {
		return false
	}
	f.answer = a
	f.stale = f.stale || f.read
	return true
}
