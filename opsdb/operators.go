package opsdb

import (
	"io/fs"
	"strings"
)

// Status says how an operator fares on a stack.
type Status string

// The statuses. Missing rows mean Unknown, and Unknown is never reported as a problem.
const (
	Supported   Status = "supported"   // runs on the device
	Limited     Status = "limited"     // for some calls it does not, or not well; see the condition
	Fallback    Status = "fallback"    // has no lowering: runs on the host and breaks the graph
	Unsupported Status = "unsupported" // the compiler or the runtime refuses it
	CUDAOnly    Status = "cuda-only"   // PyTorch has kernels of it for CUDA alone
	Unknown     Status = "unknown"     // nobody says
	// NoOperator is the status of an API that has no operator whose support
	// could be asked for; no verdict on an operator has it.
	NoOperator Status = "no-operator"
)

// Verdict is the verdict of one source on an operator. A verdict with a condition is
// about the calls for which the condition holds, and leaves the others to the verdict
// without one. Only a limited operator has a condition of its own; with another status
// it tells how a call of the overload is recognised.
type Verdict struct {
	// Operator is "aten::grid_sampler_2d" for an operator of PyTorch,
	// "lax.cond" for a primitive of JAX, or the name of a public API where the
	// source speaks of that and of no operator: "jax.random.randint", and
	// "jax.dlpack.*" for all members of a module.
	Operator string
	// Overload is the overload the verdict is about, "default" for the one
	// without a name, and "" for all that have no verdict of their own.
	Overload  string
	Status    Status
	Condition string // in the language of package cond, "" for every call
	// Sometimes is set where the verdict is about some calls only and the
	// language of conditions cannot tell which.
	Sometimes   bool
	Reason      string // short clause: "has no lowering and runs on the host"
	Alternative string // the alternative, "" if none is known
	Ref         Ref
	Conflict    string // the source that says otherwise and lost
}

// untold stands in the table for a condition that the language cannot express.
const untold = "?"

// operatorSchema is the form of operators.tsv.
func operatorSchema() *schema {
	return &schema{file: "operators.tsv", keys: 5, columns: []string{
		"name", "overload", "stack", "sdk", "condition", "status",
		"reason", "alternative", "conflict", "evidence", "source",
	}}
}

// loadOperators reads operators.tsv.
func loadOperators(fsys fs.FS) (sortedText, error) {
	return readSorted(fsys, operatorSchema())
}

// verdictOf turns the cells of a line of operators.tsv into a Verdict.
func verdictOf(cells []string) Verdict {
	stack := cells[2]
	if stack == "both" {
		stack = ""
	}
	condition, sometimes := cells[4], false
	if condition == untold {
		condition, sometimes = "", true
	}
	return Verdict{
		Operator:    cells[0],
		Overload:    cells[1],
		Condition:   condition,
		Sometimes:   sometimes,
		Status:      Status(cells[5]),
		Reason:      cells[6],
		Alternative: cells[7],
		Conflict:    cells[8],
		Ref:         Ref{Evidence: Evidence(cells[9]), Source: cells[10], Stack: stack, SDK: cells[3]},
	}
}

// Operator returns the verdicts on an operator on a stack ("xla" or "native") of an
// SDK. The name may end in an overload, as in "aten::where.self": then only the
// verdicts for that overload come back, or those for all overloads where it has none of
// its own. No verdict means unknown.
func (db *DB) Operator(name, stack, sdk string) []Verdict {
	table, _ := db.operators()
	operator, overload := splitOverload(name)
	var all, own []Verdict
	for _, cells := range table.rows(operator) {
		v := verdictOf(cells)
		if (v.Ref.Stack != "" && v.Ref.Stack != stack) || !SDKInRange(sdk, v.Ref.SDK) {
			continue
		}
		all = append(all, v)
		if v.Overload == overload {
			own = append(own, v.recognised())
		}
	}
	switch {
	case overload == "":
		return all
	case hasUnconditional(own):
		return own
	}
	for _, v := range withOverload(all, "") {
		own = append(own, v.of(overload))
	}
	return own
}

// of returns the verdict on an operator for a variant of it that has none of its own.
// Variants that write to out= or take names of dimensions are made of the other
// variants: a kernel of one of those is no kernel of theirs.
func (v Verdict) of(overload string) Verdict {
	follows := strings.HasSuffix(overload, "out") || strings.Contains(strings.ToLower(overload), "name")
	if follows && v.Status == Supported && (v.Ref.Evidence == FromSource || v.Ref.Evidence == Measured) {
		v.Ref.Evidence = Derived
	}
	return v
}

// general tells whether the verdict is about every call.
func (v Verdict) general() bool { return v.Condition == "" && !v.Sometimes }

// recognised returns the verdict for a call of which the overload is known.
func (v Verdict) recognised() Verdict {
	if v.Status != Limited {
		v.Condition = ""
	}
	return v
}

// hasUnconditional tells whether some verdict is about every call.
func hasUnconditional(verdicts []Verdict) bool {
	for _, v := range verdicts {
		if v.general() {
			return true
		}
	}
	return false
}

// withOverload returns the verdicts that are about one overload.
func withOverload(verdicts []Verdict, overload string) []Verdict {
	var kept []Verdict
	for _, v := range verdicts {
		if v.Overload == overload {
			kept = append(kept, v)
		}
	}
	return kept
}

// splitOverload takes the overload off the name of an ATen operator. Other
// names have none: their dots are those of a dotted path.
func splitOverload(name string) (operator, overload string) {
	colons := strings.Index(name, "::")
	if colons < 0 {
		return name, ""
	}
	dot := strings.IndexByte(name[colons:], '.')
	if dot < 0 {
		return name, ""
	}
	return name[:colons+dot], name[colons+dot+1:]
}
