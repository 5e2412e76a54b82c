package infer

import (
	"cmp"

	"github.com/neuronlint/neuronlint/analyzer/semantic/query"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// question asks a model for something that may depend on itself: the kind of x in `x =
// x.view(-1)` inside a loop.
type question struct {
	m     *Model
	what  asked
	n     syntax.Node // the expression
	name  string      // of a variable of the module, or of an attribute
	index int         // of an item of the result
}

type asked uint8

// The sorts of questions, in the order in which the answers of a circle are given up.
// References come first, since an expression may have a kind because it has no name.
const (
	askedRef            asked = iota // the Ref of an expression
	askedReturnedModule              // the module that a function returns, alone or as one of several items
	askedReturnedClass               // the class that it returns
	askedGlobalRef                   // the Ref of a module's variable when the module has run
	askedType                        // the type of an expression
	askedReturned                    // the type of a function's result
	askedGlobalType                  // the type of a module's variable when the module has run
	askedMember                      // the type of an attribute of a class's instances

	sorts = iota
)

// evaluator answers the questions to one model, or to all library models.
type evaluator struct {
	*query.Engine[question, answer]

	interrupt *Interrupt // of the file that asks; may be nil
	steps     int        // see Steps
}

func newEvaluator() *evaluator { return &evaluator{Engine: newEngine()} }

func newEngine() *query.Engine[question, answer] {
	return query.New[question](pendingAnswer(), int(sorts))
}

// answer is the reply to a question; which part counts depends on the question.
type answer struct {
	ref Ref
	typ Type
}

// pendingAnswer marks an answer that is still being worked out. It is neutral in joins.
func pendingAnswer() answer {
	return answer{ref: Ref{Pending: true}, typ: Type{Kind: KindPending}}
}

// Work works a question out.
func (q question) Work() answer {
	a := pendingAnswer()
	switch q.what {
	case askedRef:
		a.ref = q.m.resolve(q.n)
	case askedType:
		a.typ = q.m.infer(q.n)
	case askedGlobalRef:
		a.ref = q.m.resolveGlobal(q.name)
	case askedGlobalType:
		a.typ = q.m.inferGlobal(q.name)
	case askedMember:
		a.typ = q.m.inferMember(ClassAttr{q.n, q.name})
	case askedReturned:
		a.typ = q.m.inferReturned(q.n)
	case askedReturnedModule:
		a.ref = q.m.resolveReturnedModule(q.n, q.index)
	case askedReturnedClass:
		a.ref = q.m.resolveReturnedClass(q.n)
	}
	return a
}

// Place returns the place in the memo that tells how far a question about an expression
// has got; nil for one about a variable or a definition.
func (q question) Place() *int32 {
	switch q.what {
	case askedRef:
		return q.m.refs.Place(q.n)
	case askedType:
		return q.m.types.Place(q.n)
	}
	return nil
}

// Kept returns the answer of a finished question.
func (q question) Kept() (a answer, ok bool) {
	switch q.what {
	case askedRef:
		if r := q.m.refs.Get(q.n); r != nil {
			a.ref, ok = *r, true
		}
	case askedType:
		if t := q.m.types.Get(q.n); t != nil {
			a.typ, ok = *t, true
		}
	case askedGlobalRef:
		a.ref, ok = q.m.globalRefs[q.name]
	case askedGlobalType:
		a.typ, ok = q.m.globalTypes[q.name]
	case askedMember:
		a.typ, ok = q.m.memberTypes[ClassAttr{q.n, q.name}]
	case askedReturned, askedReturnedModule, askedReturnedClass:
		a, ok = q.m.results[q]
	}
	return a, ok
}

// Closed returns the answer without the parts that are still being worked out.
func (a answer) Closed() answer {
	return answer{ref: a.ref.settled(), typ: a.typ.settled()}
}

// settled returns r, unless it is still being worked out.
func (r Ref) settled() Ref {
	if r.Pending || r.mixed {
		return Ref{}
	}
	return r
}

// Keep remembers an answer. An answer that depends only on itself is unknown.
func (q question) Keep(a *answer) {
	switch q.what {
	case askedRef:
		q.m.refs.Put(q.n, a.ref.settled())
	case askedType:
		q.m.types.Put(q.n, a.typ.settled())
	case askedGlobalRef:
		q.m.globalRefs[q.name] = a.ref.settled()
	case askedGlobalType:
		q.m.globalTypes[q.name] = a.typ.settled()
	case askedMember:
		q.m.memberTypes[ClassAttr{q.n, q.name}] = a.typ.settled()
	case askedReturned, askedReturnedModule, askedReturnedClass:
		q.m.results[q] = a.Closed()
	}
}

// joinRef returns the Ref that two answers agree on, or none.
func joinRef(a, b Ref) Ref {
	switch {
	case a.Pending:
		return b
	case b.Pending:
		return a
	}
	c := min(a.Confidence, b.Confidence)
	a.Confidence, b.Confidence = c, c
	a.Chosen, b.Chosen = a.Chosen || b.Chosen, a.Chosen || b.Chosen
	if a != b {
		return Ref{mixed: true}
	}
	return a
}

// Join joins two answers.
func (a answer) Join(b answer) answer {
	return answer{ref: joinRef(a.ref, b.ref), typ: join(a.typ, b.typ)}
}

// Equal reports whether two answers are equal.
func (a answer) Equal(b answer) bool { return a.ref == b.ref && a.typ.Equal(b.typ) }

// Open reports whether nothing is known yet.
func (a answer) Open() bool { return a.typ.Kind == KindPending && a.ref.Pending }

// Sort returns the sort of a question.
func (q question) Sort() int { return int(q.what) }

// Compare orders questions by position: file by file, and within a file parts before the
// whole.
func (q question) Compare(r question) int {
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
