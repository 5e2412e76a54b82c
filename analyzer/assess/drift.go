package assess

import (
	"cmp"
	"slices"
	"strings"
)

// Drift is the difference between an earlier assessment and this one.
type Drift struct {
	Commit   string        `json:"commit"`  // of the earlier one
	Version  string        `json:"version"` // of the program that made it
	OpsDB    string        `json:"opsdb"`
	Other    bool          `json:"other"` // it was judged by another version, database or profile
	From     Verdict       `json:"from"`  // of the project
	To       Verdict       `json:"to"`
	Programs []Move        `json:"programs"` // with another verdict; none before or after if it is new or gone
	Causes   []CauseChange `json:"causes"`   // with another number of places
	Before   Counts        `json:"before"`   // in code
	After    Counts        `json:"after"`
}

// Move is an entry with its verdicts.
type Move struct {
	Name string  `json:"name"`
	Kind Kind    `json:"kind"`
	From Verdict `json:"from"` // empty for a new entry
	To   Verdict `json:"to"`   // empty for one that is gone
}

// CauseChange is a cause with its places, tests among them.
type CauseChange struct {
	ID     string `json:"id"`
	Title  string `json:"title"`
	Before int    `json:"before"`
	After  int    `json:"after"`
}

// Compare is what has changed since an earlier assessment.
func Compare(old, now *Assessment) *Drift {
	d := &Drift{
		Commit: old.Project.Commit, Version: old.Tool.Version, OpsDB: old.Tool.OpsDB,
		Other: old.Tool != now.Tool || !sameProfile(&old.Profile, &now.Profile),
		From:  old.Verdict, To: now.Verdict, Programs: []Move{}, Causes: []CauseChange{},
		Before: old.Machine.Code, After: now.Machine.Code,
	}
	d.addMoves(old, now)
	d.addCauses(old, now)
	return d
}

func sameProfile(a, b *Profile) bool {
	return a.SDK == b.SDK && a.Rewrite == b.Rewrite && a.Target == b.Target
}

func (d *Drift) addMoves(old, now *Assessment) {
	type key struct {
		name string
		kind Kind
	}
	before := make(map[key]Verdict)
	for i := range old.Entries {
		e := &old.Entries[i]
		before[key{e.Name, e.Kind}] = e.Verdict
	}
	for i := range now.Entries {
		e := &now.Entries[i]
		k := key{e.Name, e.Kind}
		if before[k] != e.Verdict {
			d.Programs = append(d.Programs, Move{e.Name, e.Kind, before[k], e.Verdict})
		}
		delete(before, k)
	}
	for k, v := range before {
		d.Programs = append(d.Programs, Move{k.name, k.kind, v, ""})
	}
	slices.SortFunc(d.Programs, func(a, b Move) int {
		return cmp.Or(strings.Compare(a.Name, b.Name), strings.Compare(string(a.Kind), string(b.Kind)))
	})
}

func (d *Drift) addCauses(old, now *Assessment) {
	changes := make(map[string]*CauseChange)
	of := func(c *Cause) *CauseChange {
		if changes[c.ID] == nil {
			changes[c.ID] = &CauseChange{ID: c.ID, Title: c.Title}
		}
		return changes[c.ID]
	}
	for i := range old.Causes {
		of(&old.Causes[i]).Before = old.Causes[i].places()
	}
	for i := range now.Causes {
		of(&now.Causes[i]).After = now.Causes[i].places()
	}
	for _, c := range changes {
		if c.Before != c.After {
			d.Causes = append(d.Causes, *c)
		}
	}
	slices.SortFunc(d.Causes, func(a, b CauseChange) int {
		return cmp.Or((a.After-a.Before)-(b.After-b.Before), strings.Compare(a.ID, b.ID))
	})
}

// places is the number of findings that have the cause.
func (c *Cause) places() int { return c.Counts.Total() + c.Tests.Total() }
