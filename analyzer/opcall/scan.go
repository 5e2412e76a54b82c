package opcall

import (
	"cmp"
	"slices"

	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/opsdb/cond"
)

// Use is a call of an operator and how it fares on the target.
type Use struct {
	Call
	Operators []string // the operators behind every call of the API
	Status    opsdb.Status
	Verdict   opsdb.Verdict // basis of the status, the zero Verdict if that is unknown
	Some      opsdb.Verdict // restricts some calls, with no text to tell which; may be the zero Verdict
}

// Scan lists all calls of framework operators in a file, supported on the target or not,
// in the order in which their names appear.
func Scan(m *semantic.Model, target opsdb.Target) []Use {
	known := map[string]*api{}
	wanted := func(name string) bool {
		a, ok := known[name]
		if !ok && Counts(m.DB, name) {
			a = lookUp(m.DB, name, target)
		}
		known[name] = a
		return a != nil
	}
	var uses []Use
	for call := range Calls(m, wanted) {
		uses = append(uses, known[call.API].use(m, &call, target))
	}
	slices.SortFunc(uses, func(a, b Use) int { return cmp.Compare(m.Tree.Start(a.At), m.Tree.Start(b.At)) })
	return uses
}

// Unknown counts the calls that Scan lists as unknown, by confidence. It judges
// no others.
func Unknown(m *semantic.Model, target opsdb.Target) []int {
	known := map[string]*api{}
	wanted := func(name string) bool {
		a, ok := known[name]
		if !ok && Counts(m.DB, name) {
			if a = lookUp(m.DB, name, target); !a.mayBeUnknown() {
				a = nil
			}
		}
		known[name] = a
		return a != nil
	}
	counts := make([]int, semantic.Certain+1)
	for call := range Calls(m, wanted) {
		if known[call.API].use(m, &call, target).Status == opsdb.Unknown {
			counts[call.Confidence]++
		}
	}
	return counts
}

// api is the database entry of a name.
type api struct {
	operators []string
	judgement opsdb.Judgement
}

func lookUp(db *opsdb.DB, name string, target opsdb.Target) *api {
	entry, _ := db.OperatorAPI(name)
	a := &api{operators: entry.Operators, judgement: db.Judge(name, target)}
	if cuda, ok := db.API(name); ok && cuda.Consequence == opsdb.Raises {
		a.judgement.Findings = nil
		a.judgement.General = opsdb.Verdict{Operator: name, Status: opsdb.CUDAOnly, Reason: cuda.Reason, Ref: cuda.Ref}
	}
	return a
}

// mayBeUnknown reports whether there may be calls with unknown support.
func (a *api) mayBeUnknown() bool {
	j := &a.judgement
	return j.General.Status == opsdb.Unknown || j.General.Status == "" && j.Status != opsdb.NoOperator ||
		slices.ContainsFunc(j.Findings, func(f opsdb.Finding) bool { return f.Verdict.Status == opsdb.Unknown })
}

// use judges a call. Where its arguments decide and the text does not show
// them, it is limited, as the API is.
func (a *api) use(m *semantic.Model, call *Call, target opsdb.Target) Use {
	u := Use{Call: *call, Operators: a.operators, Status: opsdb.Unknown}
	f, ok := Choose(m, call, a.judgement.Findings, target)
	switch {
	case ok && f.Holds == cond.True && f.With == "":
		u.Status, u.Verdict = f.Verdict.Status, f.Verdict
	case ok:
		u.Status, u.Verdict = opsdb.Limited, f.Verdict
	case a.judgement.General.Status != "":
		u.Status, u.Verdict = a.judgement.General.Status, a.judgement.General
	case a.judgement.Status == opsdb.NoOperator:
		u.Status, u.Verdict = opsdb.NoOperator, a.judgement.Deciding
	}
	u.Some = someOf(m, call, a.judgement.Findings, target)
	return u
}
