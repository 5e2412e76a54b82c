package tables

import (
	"cmp"
	"strings"

	"github.com/neuronlint/neuronlint/opsdb"
)

// restrictions are the restricting verdicts on operators.
type restrictions struct {
	always map[string]bool // operators that some verdict restricts for every call
	some   map[string]bool // primitives of JAX of which some verdict restricts some calls
	own    map[string]bool // public APIs that have such a verdict of their own, and families of them, "jax.random."
}

// restrictionsOf sorts the verdicts that restrict.
func restrictionsOf(verdicts []opsdb.Verdict) restrictions {
	r := restrictions{always: map[string]bool{}, some: map[string]bool{}, own: map[string]bool{}}
	for _, v := range verdicts {
		name := v.Operator
		switch {
		case !v.Status.Restricts():
		case !strings.Contains(name, "::") && !strings.HasPrefix(name, "lax."):
			r.own[strings.TrimSuffix(name, "*")] = true
		case v.Condition == "" && !v.Sometimes && v.Overload == "":
			r.always[name] = true
		case strings.HasPrefix(name, "lax."):
			r.some[name] = true
		}
	}
	return r
}

// lost tells whether an API of JAX reaches a primitive of which some calls are in
// trouble, and its own answer says nothing of it: it takes other arguments than the
// primitive and has no verdict of its own. Somebody must have named the fate of those
// calls, or the API would be called better than its parts.
func (r restrictions) lost(api publicAPI, primitive string) bool {
	qualified := opsdb.QualifiedOperator(api.name, primitive)
	if !r.some[qualified] || r.judged(cmp.Or(api.likeAPI, api.name)) {
		return false
	}
	reaching := opsdb.OperatorAPI{Name: api.name, Kind: api.kind, Operators: api.operators}
	return !reaching.TakesArgumentsOf(qualified)
}

// judged tells whether an API, or the family that it belongs to, has a verdict
// of its own.
func (r restrictions) judged(api string) bool {
	for name := api; ; name = name[:strings.LastIndexByte(name, '.')] {
		if r.own[name] || r.own[name+"."] {
			return true
		}
		if !strings.Contains(name, ".") {
			return false
		}
	}
}
