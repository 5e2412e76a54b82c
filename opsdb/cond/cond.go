// Package cond is the language in which the tables say for which calls a
// verdict holds. A condition is one line of ASCII:
//
//	condition = term { "and" term } | term { "or" term } | nothing
//	term      = "not" term | "(" condition ")" | test | fact
//	test      = ("arg" | "kwarg") NAME compare value
//	          | ("arg" | "kwarg") NAME ["not"] "in" set
//	          | "arg" NAME ("given" | "absent" | "on" "host")
//	          | ("dtype" | "target") ("is" NAME | "in" set)
//	          | "rank" compare INTEGER
//	fact      = "backward" | "indices computed" | "mask boolean"
//	          | "shape dynamic" | "training" | "overload" NAME
//	compare   = "=" | "!=" | "<" | "<=" | ">" | ">="
//	value     = INTEGER | FLOAT | "inf" | "-inf" | STRING | "True" | "False"
//	          | "None" | DTYPE
//	set       = "{" value { "," value } "}"
//
// "and" and "or" do not mix without parentheses. Nothing at all is the
// condition that always holds.
//
// An argument is named as the API names its parameter, however it is passed.
// "arg" asks for the value that the call works with, the default where nothing
// is passed; "kwarg" holds only where the argument is passed. "on host" asks for
// a tensor that is made on the host and stays there. "dtype" and "rank"
// are those of the main tensor, or the dtype that the call asks for.
//
// Values compare as in Python: 1, 1.0 and True are equal, a string equals no
// number. Compared with one value, a sequence stands for all its members:
// dilation=(1, 1) equals 1, and dilation=(1, 2) does not.
//
// A condition is True, False or Unknown at a call; see Eval.
package cond

import (
	"slices"
	"strings"
)

// Expr is a condition that was understood. It does not change.
type Expr interface {
	// String is the canonical form, from which Parse makes the same condition.
	String() string
	eval(Env) Truth
}

// always is the empty condition.
type always struct{}

// all holds if each of its terms does, anyOf if one of them does.
type (
	all   []Expr
	anyOf []Expr
)

// not holds if its term does not.
type not struct{ term Expr }

// given holds if an argument is passed, or with absent if it is not.
type given struct {
	name   string
	absent bool
}

// onHost holds if the tensor that is passed for a parameter is on the host.
type onHost struct{ name string }

// test compares something of the call with values: with one for the
// comparisons, with the members of a set for "in".
type test struct {
	subject  subject
	name     string // of the argument
	operator string // "=", "!=", "<", "<=", ">", ">=", "in", "not in"
	values   []Value
}

// fact is something that the call is part of.
type fact struct{ name string }

// subject is the subject of a test; its value is the word it begins with.
type subject string

const (
	argument subject = "arg"
	keyword  subject = "kwarg"
	dtype    subject = "dtype"
	target   subject = "target"
	rank     subject = "rank"
)

// The facts a condition can name. "overload NAME" is the sixth.
const (
	Backward        = "backward"         // the call is differentiated
	IndicesComputed = "indices computed" // the indices are results of other operators
	MaskBoolean     = "mask boolean"     // a tensor is indexed by a mask, of booleans or of bytes
	ShapeDynamic    = "shape dynamic"    // sizes differ from step to step
	Training        = "training"         // the module is in training mode
)

// overloadPrefix begins the fact that one overload of an operator is called.
const overloadPrefix = "overload "

// Overload returns the name of the overload that a fact asks for.
func Overload(fact string) (name string, ok bool) {
	return strings.CutPrefix(fact, overloadPrefix)
}

// Arguments are the names of the arguments that a condition asks for, sorted
// and without repetition.
func Arguments(e Expr) []string {
	var names []string
	walk(e, func(e Expr) {
		switch e := e.(type) {
		case given:
			names = append(names, e.name)
		case onHost:
			names = append(names, e.name)
		case test:
			if e.name != "" {
				names = append(names, e.name)
			}
		}
	})
	slices.Sort(names)
	return slices.Compact(names)
}

// Within returns the rest of a condition for calls that can pass only the arguments
// that has accepts, and not ok if nothing is left. The conditions in the tables hold
// for no default: a term about an argument that cannot be passed does not hold, and a
// disjunction does without it.
func Within(e Expr, has func(name string) bool) (left Expr, ok bool) {
	switch e := e.(type) {
	case all:
		kept := make([]Expr, len(e))
		for i, term := range e {
			if kept[i], ok = Within(term, has); !ok {
				return nil, false
			}
		}
		return all(flattened[all](kept)), true
	case anyOf:
		var kept anyOf
		for _, term := range e {
			if left, ok := Within(term, has); ok {
				kept = append(kept, left)
			}
		}
		if len(kept) == 1 {
			return kept[0], true
		}
		return kept, len(kept) > 0
	}
	return e, !slices.ContainsFunc(Arguments(e), func(name string) bool { return !has(name) })
}

// AboutTensors tells whether a condition asks for the tensors of a call: their dtype,
// their rank, where they are, or the result of an operator on them.
func AboutTensors(e Expr) bool {
	about := false
	walk(e, func(e Expr) {
		switch e := e.(type) {
		case fact:
			about = about || e.name != Backward && e.name != Training
		case onHost:
			about = true
		case test:
			about = about || e.subject == dtype || e.subject == rank
		}
	})
	return about
}

// walk visits a condition and its terms.
func walk(e Expr, visit func(Expr)) {
	visit(e)
	switch e := e.(type) {
	case all:
		for _, term := range e {
			walk(term, visit)
		}
	case anyOf:
		for _, term := range e {
			walk(term, visit)
		}
	case not:
		walk(e.term, visit)
	}
}
