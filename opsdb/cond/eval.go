package cond

import "slices"

// Truth is the answer to whether a condition holds at a call.
type Truth uint8

// The answers. The zero Truth is Unknown: a question that nobody can answer is never
// taken for an answer.
const (
	Unknown Truth = iota
	False
	True
)

// String is the name of the answer.
func (t Truth) String() string { return [...]string{"unknown", "false", "true"}[t] }

func truthOf(b bool) Truth {
	if b {
		return True
	}
	return False
}

func (t Truth) not() Truth {
	switch t {
	case True:
		return False
	case False:
		return True
	}
	return Unknown
}

// both is the conjunction.
func both(a, b Truth) Truth {
	switch {
	case a == False || b == False:
		return False
	case a == True && b == True:
		return True
	}
	return Unknown
}

// Env is the knowledge about a call.
type Env interface {
	// Arg is the value the call works with for a parameter: the argument, or else the
	// default. It is not known where the text does not tell, nor for a name that the
	// API has no parameter of.
	Arg(name string) (value Value, known bool)
	// Given tells whether an argument is passed.
	Given(name string) Truth
	// OnHost tells whether a tensor is passed for a parameter that is on the
	// host, whatever device the others are on.
	OnHost(name string) Truth
	// DType is the name of the dtype of the main tensor, or of the dtype the
	// call asks for.
	DType() (name string, known bool)
	// Rank is the number of dimensions of the main tensor.
	Rank() (n int, known bool)
	// Fact tells whether a fact is true of the call; see Backward and Overload.
	Fact(name string) Truth
	// Target is the kind of instance, "trn2"; "" if it is not known.
	Target() string
}

// Eval tells whether a condition holds at a call. False ends a conjunction and
// True a disjunction, whatever is unknown beside them.
func Eval(e Expr, env Env) Truth { return e.eval(env) }

func (always) eval(Env) Truth { return True }

func (e all) eval(env Env) Truth {
	out := True
	for _, term := range e {
		out = both(out, term.eval(env))
	}
	return out
}

func (e anyOf) eval(env Env) Truth {
	out := False
	for _, term := range e {
		out = both(out.not(), term.eval(env).not()).not()
	}
	return out
}

func (e not) eval(env Env) Truth { return e.term.eval(env).not() }

func (e given) eval(env Env) Truth {
	if e.absent {
		return env.Given(e.name).not()
	}
	return env.Given(e.name)
}

func (e onHost) eval(env Env) Truth { return env.OnHost(e.name) }

func (e fact) eval(env Env) Truth { return env.Fact(e.name) }

func (e test) eval(env Env) Truth {
	out := Unknown
	if v, known := e.value(env); known {
		out = e.compare(v)
	}
	if e.subject == keyword {
		return both(env.Given(e.name), out)
	}
	return out
}

// value is the value of the test's subject.
func (e test) value(env Env) (Value, bool) {
	switch e.subject {
	case dtype:
		name, known := env.DType()
		return DType(name), known
	case target:
		name := env.Target()
		return DType(name), name != ""
	case rank:
		n, known := env.Rank()
		return Number(float64(n)), known
	}
	return env.Arg(e.name)
}

// compare tells whether a value is as the test wants it.
func (e test) compare(v Value) Truth {
	switch e.operator {
	case "=", "in":
		return truthOf(e.contains(v))
	case "!=", "not in":
		return truthOf(!e.contains(v))
	}
	return v.order(e.operator, e.values[0])
}

// contains tells whether a value, or each member of a sequence, is among the
// values of the test.
func (e test) contains(v Value) bool {
	if v.kind == sequenceValue {
		return len(v.items) > 0 && !slices.ContainsFunc(v.items, func(item Value) bool { return !e.contains(item) })
	}
	return slices.ContainsFunc(e.values, v.equal)
}
