package query

import "slices"

// settle answers the questions of a circle again and again, starting from answers that
// are neutral in joins, until nothing changes. It goes in the order of the text,
// whichever question led here. If another question turns out to belong to the circle, it
// starts over; if that question waits for head, the circle is closed further down.
func (e *Engine[Q, A]) settle(head *frame[Q, A]) {
	for !e.tooDeep {
		members := slices.Clone(e.stack[head.index:])
		slices.SortFunc(members, func(a, b *frame[Q, A]) int { return a.question.Compare(b.question) })
		for _, f := range members {
			*f = frame[Q, A]{question: f.question, answer: e.pending, index: f.index, low: head.index, active: true, queued: true}
		}
		e.propagate(members)
		for sort := range e.sorts {
			e.propagate(e.giveUp(members, sort))
		}
		if len(e.stack) == head.index+len(members) {
			for _, f := range members {
				f.active, f.done = false, true
				head.low = min(head.low, f.low)
			}
			return
		}
	}
}

// giveUp takes open answers of one sort to be unknown and returns the questions whose
// answers depend on them.
func (e *Engine[Q, A]) giveUp(members []*frame[Q, A], sort int) (queue []*frame[Q, A]) {
	for _, f := range members {
		if f.question.Sort() != sort || !f.answer.Open() {
			continue
		}
		f.answer = f.answer.Closed()
		for _, d := range f.dependents {
			if !d.queued && d.active {
				d.queued, d.rounds = true, 0
				queue = append(queue, d)
			}
		}
	}
	return queue
}

// propagate answers the questions in the queue, and answers a question again when an
// answer it depends on has changed.
func (e *Engine[Q, A]) propagate(queue []*frame[Q, A]) {
	for len(queue) > 0 && !e.tooDeep {
		f := queue[0]
		queue = queue[1:]
		f.queued = false
		f.rounds++
		e.current = f
		if !f.improve(f.question.Work()) {
			continue
		}
		for _, d := range f.dependents {
			if !d.queued && d.active && d.rounds < 4*maxRounds {
				d.queued = true
				queue = append(queue, d)
			}
		}
	}
}

// addDependent notes that the answer of d depends on that of f.
func (f *frame[Q, A]) addDependent(d *frame[Q, A]) {
	if d == nil || f.isKnown(d) {
		return
	}
	f.dependents = append(f.dependents, d)
	if f.known != nil {
		f.known[d] = true
	}
}

// isKnown reports whether the answer of d is known to depend on that of f. With many
// dependents a map spares the search among them.
func (f *frame[Q, A]) isKnown(d *frame[Q, A]) bool {
	const many = 16
	if f.known == nil && len(f.dependents) >= many {
		f.known = make(map[*frame[Q, A]]bool, 2*many)
		for _, d := range f.dependents {
			f.known[d] = true
		}
	}
	if f.known != nil {
		return f.known[d]
	}
	return slices.Contains(f.dependents, d)
}
