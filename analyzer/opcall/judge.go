package opcall

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/opsdb/cond"
)

// Finding is a restriction on an API held against one call of it.
type Finding struct {
	opsdb.Finding
	Holds cond.Truth // whether it is about this call: True or Unknown
	DType bool       // whether the dtype decides it
}

// Choose picks the restriction that a call suffers from: the first, and so the
// worst, that surely holds, or else the first that may. Those that hold for
// some calls, and nobody knows which, are no ground.
func Choose(m *semantic.Model, call *Call, findings []opsdb.Finding, target opsdb.Target) (chosen Finding, ok bool) {
	env := newEnvironment(m, call, target)
	for _, f := range findings {
		e, err := cond.Parse(f.Condition)
		if f.Sometimes || err != nil {
			continue // the tables are checked; see opsdb.Validate
		}
		switch holds := cond.Eval(e, env); {
		case holds == cond.True:
			return Finding{f, holds, asksDType(f.Condition)}, true
		case holds == cond.Unknown && !ok:
			chosen, ok = Finding{f, holds, asksDType(f.Condition)}, true
		}
	}
	return chosen, ok
}

// asksDType reports whether a condition is about the dtype.
func asksDType(condition string) bool {
	return strings.Contains(condition, "dtype is ") || strings.Contains(condition, "dtype in ")
}
