package opsdb

import (
	"cmp"
	"slices"
)

// MergeVerdicts chooses between verdicts on the same calls of an operator:
// stronger evidence wins, and among equals a restriction wins over a
// permission, because a warning too many costs less than a run that fails. The
// others come back as well, strongest first. Verdicts may not be empty.
func MergeVerdicts(verdicts []Verdict) (winner Verdict, losers []Verdict) {
	sorted := slices.Clone(verdicts)
	slices.SortStableFunc(sorted, func(a, b Verdict) int {
		return cmp.Or(
			cmp.Compare(b.weight(), a.weight()),
			cmp.Compare(b.Status.severity(), a.Status.severity()),
		)
	})
	return sorted[0], sorted[1:]
}

// weight is how strong the evidence of a verdict is. Source code shows that an operator
// is handed to the compiler, not that the compiler takes it; as a permission it weighs
// no more than our judgement. Nor does it show the fate of a result that the host hands
// back. A measurement of torch-xla adds to neither: only torch-xla itself was run, on
// the host.
func (v Verdict) weight() int {
	e := v.Ref.Evidence
	switch {
	case v.Status == Supported && (e == Derived || e == FromSource || e == Measured):
		return Inferred.strength()
	case v.Status == Fallback && (e == FromSource || e == Measured):
		return Derived.strength()
	}
	return e.strength()
}

// strength orders evidence; more is stronger. Evidence of no kind that is
// known is weaker than any.
func (e Evidence) strength() int {
	order := [...]Evidence{Inferred, Unofficial, Derived, FromSource, Measured, Documented, Overlaid}
	return slices.Index(order[:], e) + 1
}

// standing is the strength of evidence among verdicts that are not on the same calls:
// there, a measurement of one says nothing against another that was read in the source.
func (e Evidence) standing() int {
	if e == Measured {
		e = FromSource
	}
	return e.strength()
}

// severity orders statuses; more is worse. Unknown stands between statuses that are
// known to run and those that do not, or not always.
func (s Status) severity() int {
	order := [...]Status{NoOperator, Supported, Unknown, Limited, Fallback, CUDAOnly, Unsupported}
	return slices.Index(order[:], s)
}

// BetterThan tells whether a status is less of a trouble than another.
func (s Status) BetterThan(other Status) bool { return s.severity() < other.severity() }

// Restricts tells whether a status is one that a user must hear of.
func (s Status) Restricts() bool { return s.severity() >= Limited.severity() }

// Conflicts returns the verdicts that some source contradicts, in the order of
// the table. The source that lost is in their Conflict.
func (db *DB) Conflicts() []Verdict {
	return db.Verdicts(func(v Verdict) bool { return v.Conflict != "" })
}

// Verdicts returns the verdicts of the whole table that keep wants, in its
// order, for lists and statistics.
func (db *DB) Verdicts(keep func(Verdict) bool) []Verdict {
	table, _ := db.operators()
	var kept []Verdict
	for cells := range table.all() {
		if v := verdictOf(cells); keep(v) {
			kept = append(kept, v)
		}
	}
	return kept
}
