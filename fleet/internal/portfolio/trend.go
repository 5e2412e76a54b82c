package portfolio

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/neuronlint/neuronlint/fleet/internal/tables"
)

// Trend is what has changed since an earlier run.
type Trend struct {
	Since      time.Time
	Others     bool // the versions differ: part of it is neuronlint's
	Verdicts   []Change
	Added      int // repositories
	Gone       int
	Better     int
	Worse      int
	Moved      []Move
	HiddenMove int
	Causes     []Change // by repositories, those that changed most first
	Low, High  Days
}

// Days is effort before and after.
type Days struct{ Before, After float64 }

// Change is a number before and after.
type Change struct {
	Name          string
	Before, After int
}

// By is the difference.
func (c Change) By() int { return c.After - c.Before }

// Move is a repository with another verdict.
type Move struct{ Name, Team, Before, After string }

// Compare sets the changes since an earlier run. A repository is the same if its location is
// the same, whatever its revision; where a manifest has several revisions of a location, the
// revision counts.
func (p *Portfolio) Compare(old *Portfolio) {
	t := &Trend{Since: old.Ended, Others: !slices.Equal(p.Versions, old.Versions)}
	t.Low, t.High = Days{old.EffortLow, p.EffortLow}, Days{old.EffortHigh, p.EffortHigh}
	for i, v := range p.Verdicts {
		t.Verdicts = append(t.Verdicts, Change{v.Verdict, old.Verdicts[i].N, v.N})
	}
	several := make(map[string]bool)
	before, after := old.identified(several), p.identified(several)
	for key := range several {
		old.apart(key, before)
		p.apart(key, after)
	}
	for key, is := range after {
		was, ok := before[key]
		switch {
		case !ok:
			t.Added++
		case is.Verdict != was.Verdict && is.Verdict != "" && was.Verdict != "":
			if rank(is.Verdict) > rank(was.Verdict) {
				t.Better++
			} else {
				t.Worse++
			}
			t.Moved = append(t.Moved, Move{is.Repository, is.Team, was.Verdict, is.Verdict})
		}
	}
	for key := range before {
		if _, ok := after[key]; !ok {
			t.Gone++
		}
	}
	slices.SortFunc(t.Moved, func(a, b Move) int {
		return cmp.Or(rank(a.After)-rank(b.After), rank(a.Before)-rank(b.Before), strings.Compare(a.Name, b.Name))
	})
	if extra := len(t.Moved) - shownChanges; extra > 0 {
		t.HiddenMove, t.Moved = extra, t.Moved[:shownChanges]
	}
	t.causes(p, old)
	p.Trend = t
}

// identified are the repositories by location. Locations that stand for several are noted
// and left out.
func (p *Portfolio) identified(several map[string]bool) map[string]tables.Repository {
	by := make(map[string]tables.Repository)
	for _, r := range p.byKey {
		if _, ok := by[r.Location]; ok {
			several[r.Location] = true
		}
		by[r.Location] = r
	}
	return by
}

// apart tells the revisions of a location apart.
func (p *Portfolio) apart(location string, by map[string]tables.Repository) {
	delete(by, location)
	for _, r := range p.byKey {
		if r.Location == location {
			by[r.Unit] = r
		}
	}
}

func (t *Trend) causes(p, old *Portfolio) {
	names := make(map[string]string)
	for _, list := range [][]Cause{old.Causes, p.Causes} {
		for i := range list {
			names[list[i].ID] = list[i].Title
		}
	}
	for id, name := range names {
		if c := (Change{name, old.spans[id], p.spans[id]}); c.By() != 0 {
			t.Causes = append(t.Causes, c)
		}
	}
	slices.SortFunc(t.Causes, func(a, b Change) int {
		return cmp.Or(max(b.By(), -b.By())-max(a.By(), -a.By()), strings.Compare(a.Name, b.Name))
	})
	t.Causes = t.Causes[:min(shownCauses, len(t.Causes))]
}
