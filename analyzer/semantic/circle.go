package semantic

import (
	"cmp"
	"slices"
)

// settle answers the questions of a circle again and again, starting from
// answers that are neutral in joins, until nothing changes. The order is that
// of the text, whichever question led here. A question that turns out to
// belong to the circle as well begins it anew; if it is one that waits for head,
// the circle is closed further down.
func (e *evaluator) settle(head *frame) {
	for !e.tooDeep {
		members := slices.Clone(e.stack[head.index:])
		slices.SortFunc(members, func(a, b *frame) int { return a.question.compare(b.question) })
		for _, f := range members {
			*f = frame{question: f.question, answer: pendingAnswer(), index: f.index, low: head.index, active: true, queued: true}
		}
		e.propagate(members)
		for _, what := range []asked{
			askedRef, askedReturnedModule, askedReturnedClass, askedGlobalRef, askedType, askedReturned, askedGlobalType, askedMember,
		} {
			e.propagate(e.giveUp(members, what))
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

// giveUp says of what rests on nothing but itself that it is unknown, and
// returns the questions whose answers rest on that. What a thing names comes
// first, since what it yields may follow from there being no name.
func (e *evaluator) giveUp(members []*frame, what asked) (queue []*frame) {
	for _, f := range members {
		if f.what != what || !f.open() {
			continue
		}
		f.answer = f.answer.closed()
		for _, d := range f.dependents {
			if !d.queued && d.active {
				d.queued, d.rounds = true, 0
				queue = append(queue, d)
			}
		}
	}
	return queue
}

// open reports whether nothing is known yet of an answer.
func (f *frame) open() bool {
	return f.typ.Kind == kindPending && f.ref.pending
}

// propagate answers the questions in the queue, and again those whose answers
// rest on one that has changed.
func (e *evaluator) propagate(queue []*frame) {
	for len(queue) > 0 && !e.tooDeep {
		f := queue[0]
		queue = queue[1:]
		f.queued = false
		f.rounds++
		e.current = f
		if !f.improve(f.question.answer()) {
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

// addDependent notes that the answer of d rests on that of f.
func (f *frame) addDependent(d *frame) {
	if d == nil || f.isKnown(d) {
		return
	}
	f.dependents = append(f.dependents, d)
	if f.known != nil {
		f.known[d] = true
	}
}

// isKnown reports whether the answer of d is known to rest on that of f. Where many do,
// that is not to be looked for among them.
func (f *frame) isKnown(d *frame) bool {
	const many = 16
	if f.known == nil && len(f.dependents) >= many {
		f.known = make(map[*frame]bool, 2*many)
		for _, d := range f.dependents {
			f.known[d] = true
		}
	}
	if f.known != nil {
		return f.known[d]
	}
	return slices.Contains(f.dependents, d)
}

// compare orders questions by where they stand: a file after the other, and in
// a file parts before the whole.
func (q question) compare(r question) int {
	if q.m != r.m {
		return cmp.Compare(q.m.module.Path, r.m.module.Path)
	}
	return cmp.Or(
		cmp.Compare(q.name, r.name),
		cmp.Compare(q.m.Tree.End(q.n), q.m.Tree.End(r.n)),
		cmp.Compare(r.n, q.n),
		cmp.Compare(q.index, r.index),
		cmp.Compare(q.what, r.what),
	)
}
