package opsdb

import (
	"io/fs"
	"strings"
)

// Limit is something that the compiler refuses, or does not do as asked. It
// holds for both stacks.
type Limit struct {
	// Code is the error code, "NCC_EVRF035", or a name of ours in lower case
	// where the documentation gives none.
	Code      string
	Subject   string // the subject of the limit: "convolution", "device memory"
	Status    Status // Unsupported or Limited
	Condition string // the case that the compiler does not take
	APIs      string // the user APIs that reach it; mostly our reading
	Targets   []string
	// Before says whether it held before the range of SDKs in Ref, which is
	// where it is documented: "assumed" of 2.26, because the pages of error
	// codes begin with 2.27 and no release note speaks of a change; "unknown",
	// because it was documented later; "no"; or "yes", because it is an old one.
	Before string
	Note   string // both sides where sources contradict each other
	Ref    Ref
}

// limitTable holds the limits in the order of the file.
type limitTable []Limit

// loadLimits reads limits.tsv.
func loadLimits(fsys fs.FS) (limitTable, error) {
	var table limitTable
	s := &schema{file: "limits.tsv", keys: 1, columns: []string{
		"limit", "subject", "status", "condition", "apis", "targets", "sdk", "before",
		"note", "evidence", "source",
	}}
	err := readTable(fsys, s, func(r *row) {
		r.must("sdk")
		l := Limit{
			Code:      r.get("limit"),
			Subject:   r.must("subject"),
			Status:    oneOf(r, "status", Limited, Unsupported),
			Condition: r.must("condition"),
			APIs:      r.must("apis"),
			Targets:   r.targets(),
			Before:    oneOf(r, "before", "assumed", "unknown", "no", "yes"),
			Note:      r.get("note"),
			Ref:       r.ref(),
		}
		l.Ref.SDK = r.sdkRange()
		table = append(table, l)
	})
	return table, err
}

// Applies tells whether the limit is known to hold for a target, and on which evidence.
// An old SDK that only the assumption speaks for has Inferred.
func (l Limit) Applies(t Target) (Evidence, bool) {
	switch {
	case !covers(l.Targets, t.Instance):
		return "", false
	case SDKInRange(t.SDK, l.Ref.SDK):
		return l.Ref.Evidence, true
	case l.Before == "assumed" && compareSDK(t.SDK, "2.26") == 0:
		return Inferred, true
	}
	return "", false
}

// Limit returns the limit behind an error code, with or without its "NCC_".
func (db *DB) Limit(code string) (Limit, bool) {
	for _, l := range db.Limits() {
		if l.Code == code || strings.TrimPrefix(l.Code, "NCC_") == code {
			return l, true
		}
	}
	return Limit{}, false
}

// Limits returns all limits, those with an error code first.
func (db *DB) Limits() []Limit {
	table, _ := db.limits()
	return table
}
