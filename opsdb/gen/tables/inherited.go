package tables

import "github.com/neuronlint/neuronlint/opsdb"

// inherited is a verdict on a composite that rests on one of its parts.
type inherited struct{ opsdb.Verdict }

// saidBy tells whether a verdict on the composite leaves nothing to say: it is
// about the same calls, or it is as bad for all of them, or the stack has a
// kernel of its own for the composite.
func (i inherited) saidBy(v opsdb.Verdict) bool {
	switch {
	case v.Overload != "" || !covers(v, i.Verdict):
		return false
	case conditionCell(v) == conditionCell(i.Verdict) && !v.Status.BetterThan(i.Status):
		return true
	case v.Condition != "" || v.Sometimes:
		return false
	}
	return !v.Status.BetterThan(i.Status) || v.Ref.Evidence == opsdb.Unofficial
}

// atMostDerived is the evidence of a statement that follows from another.
func atMostDerived(e opsdb.Evidence) opsdb.Evidence {
	switch e {
	case opsdb.Documented, opsdb.Measured, opsdb.FromSource:
		return opsdb.Derived
	}
	return e
}
