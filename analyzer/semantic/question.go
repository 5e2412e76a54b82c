package semantic

import "github.com/neuronlint/neuronlint/analyzer/syntax"

// question is something that a model can be asked and whose answer may rest on
// itself: the kind of x in `x = x.view(-1)` inside a loop.
type question struct {
	m     *Model
	what  asked
	n     syntax.Node // the expression
	name  string      // of a variable of the module, or of an attribute
	index int         // of an item of what is returned
}

type asked uint8

const (
	askedRef            asked = iota // what an expression names
	askedType                        // what an expression yields
	askedGlobalRef                   // what a variable of the module names when the module has run
	askedGlobalType                  // what it holds then
	askedMember                      // what an attribute of the instances of a class holds
	askedReturned                    // what a function returns
	askedReturnedModule              // the module that a function returns, or one of the items that it does
	askedReturnedClass               // the class that it returns
)

// answer is the reply to a question; which part counts depends on the question.
type answer struct {
	ref Ref
	typ Type
}

// pendingAnswer stands for an answer that is being worked out. It is neutral
// in joins.
func pendingAnswer() answer {
	return answer{ref: Ref{pending: true}, typ: Type{Kind: kindPending}}
}

// answer works a question out.
func (q question) answer() answer {
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
		a.typ = q.m.inferMember(classAttr{q.n, q.name})
	case askedReturned:
		a.typ = q.m.inferReturned(q.n)
	case askedReturnedModule:
		a.ref = q.m.resolveReturnedModule(q.n, q.index)
	case askedReturnedClass:
		a.ref = q.m.resolveReturnedClass(q.n)
	}
	return a
}

// place is where the memo says how far a question about an expression has got;
// nil for one about a variable or a definition.
func (q question) place() *int32 {
	switch q.what {
	case askedRef:
		return q.m.refs.place(q.n)
	case askedType:
		return q.m.types.place(q.n)
	}
	return nil
}

// kept is the answer of a question that is finished.
func (q question) kept() (a answer, ok bool) {
	switch q.what {
	case askedRef:
		if r := q.m.refs.get(q.n); r != nil {
			a.ref, ok = *r, true
		}
	case askedType:
		if t := q.m.types.get(q.n); t != nil {
			a.typ, ok = *t, true
		}
	case askedGlobalRef:
		a.ref, ok = q.m.globalRefs[q.name]
	case askedGlobalType:
		a.typ, ok = q.m.globalTypes[q.name]
	case askedMember:
		a.typ, ok = q.m.memberTypes[classAttr{q.n, q.name}]
	case askedReturned, askedReturnedModule, askedReturnedClass:
		a, ok = q.m.results[q]
	}
	return a, ok
}

// closed is the answer with nothing in it that is still being worked out.
func (a answer) closed() answer {
	return answer{ref: a.ref.settled(), typ: a.typ.settled()}
}

// settled is r, unless it is still being worked out.
func (r Ref) settled() Ref {
	if r.pending || r.mixed {
		return Ref{}
	}
	return r
}

// keep remembers an answer. What rests on nothing but itself is unknown.
func (q *question) keep(a *answer) {
	switch q.what {
	case askedRef:
		q.m.refs.put(q.n, a.ref.settled())
	case askedType:
		q.m.types.put(q.n, a.typ.settled())
	case askedGlobalRef:
		q.m.globalRefs[q.name] = a.ref.settled()
	case askedGlobalType:
		q.m.globalTypes[q.name] = a.typ.settled()
	case askedMember:
		q.m.memberTypes[classAttr{q.n, q.name}] = a.typ.settled()
	case askedReturned, askedReturnedModule, askedReturnedClass:
		q.m.results[*q] = a.closed()
	}
}

// joinRef is what either of two answers says: the same, or nothing.
func joinRef(a, b Ref) Ref {
	switch {
	case a.pending:
		return b
	case b.pending:
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
