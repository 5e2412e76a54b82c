package opcall

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/opsdb/cond"
)

// Finding is a restriction on an API, applied to one call of it.
type Finding struct {
	opsdb.Finding
	Holds cond.Truth // whether it applies to this call: True or Unknown
	DType bool       // whether the dtype decides it
	OneOf bool       // whether the API is one of several functions that the call may reach
	// With names the argument values for which it applies to the call, if others are
	// possible too: `mode="bicubic"`. It is empty if no others are.
	With string
}

// Choose picks the restriction to report for a call: the first, and so the worst, that
// surely holds, or else the first that holds for some possible values of arguments, or
// else the first that may hold. Restrictions that hold for some calls, without saying
// which, do not count.
func Choose(m *semantic.Model, call *Call, findings []opsdb.Finding, target opsdb.Target) (chosen Finding, ok bool) {
	env := newEnvironment(m, call, target)
	var open []opsdb.Finding
	for _, f := range findings {
		e, err := cond.Parse(f.Condition)
		if f.Sometimes || err != nil {
			continue // the tables are checked; see opsdb.Validate
		}
		switch cond.Eval(e, env) {
		case cond.True:
			return Finding{Finding: f, Holds: cond.True, DType: asksDType(f.Condition)}, true
		case cond.Unknown:
			open = append(open, f)
		}
	}
	for _, f := range open {
		e, _ := cond.Parse(f.Condition)
		holds, with := env.among(e)
		if holds == cond.True || holds == cond.Unknown && !ok {
			chosen, ok = Finding{Finding: f, Holds: holds, DType: asksDType(f.Condition), With: with}, true
		}
		if holds == cond.True {
			break
		}
	}
	return chosen, ok
}

// someOf is the first restriction that holds for some calls, without saying which, and
// does not surely spare this call.
func someOf(m *semantic.Model, call *Call, findings []opsdb.Finding, target opsdb.Target) opsdb.Verdict {
	for _, f := range findings {
		if !f.Sometimes || !f.Verdict.Status.Restricts() {
			continue
		}
		if e, err := cond.Parse(f.Condition); err == nil && cond.Eval(e, newEnvironment(m, call, target)) != cond.False {
			return f.Verdict
		}
	}
	return opsdb.Verdict{}
}

// asksDType reports whether a condition is about the dtype.
func asksDType(condition string) bool {
	return strings.Contains(condition, "dtype is ") || strings.Contains(condition, "dtype in ")
}
