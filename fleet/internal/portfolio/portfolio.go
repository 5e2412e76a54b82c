// Package portfolio sums up the tables of a run, and writes a page about them.
package portfolio

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/neuronlint/neuronlint/fleet/internal/tables"
)

// Verdicts from the worst to the best, as they are shown.
func verdicts() []string { return []string{"blocked", "work", "mechanical", "ready"} }

// How much of a list is shown; the tables have it all.
const (
	shownCauses       = 25
	shownUses         = 25
	shownRepositories = 2000
	shownChanges      = 200
)

// hoursOfDay turns hours of work into days.
const hoursOfDay = 8

// Portfolio is what the page says.
type Portfolio struct {
	Title        string
	Ended        time.Time // of the last shard
	Versions     []string  // of neuronlint and its database; more than one if shards differ
	Profiles     []Use     // SDK, stack and target that repositories were judged for
	Judged       int
	Failed       int
	Verdicts     []Count // from the worst to the best
	EffortLow    float64 // days
	EffortHigh   float64
	Lines        int64
	Causes       []Cause
	Libraries    []Use
	Calls        []Use // operators by use
	Operators    []Use // those that findings are about, and kernels
	Models       []Use
	Teams        []Team
	Failures     []Use // by reason
	Repositories []Repository
	Hidden       int // repositories that are not shown
	Trend        *Trend

	byKey map[string]tables.Repository
	spans map[string]int // repositories by cause
}

// Count is a verdict with the number of repositories that have it.
type Count struct {
	Verdict string
	N       int
	Percent float64
}

// Cause is what holds up repositories.
type Cause struct {
	ID, Rule, Title, Verdict, Replacement string

	Repositories, Findings int
	Low, High              float64 // days
}

// Use is something that repositories have.
type Use struct {
	Name, Note   string
	Repositories int
	Places       int64
}

// Team is the share of a team.
type Team struct {
	Name      string
	N         int
	Verdicts  []Count
	Low, High float64 // days
}

// Repository is a row of the list.
type Repository struct {
	Name, Team, Verdict, Reason string

	Programs, Hand, Review, Safe int64
	Low, High                    float64 // days
}

// Read reads the tables of a folder.
func Read(dir, title string) (*Portfolio, error) {
	p := &Portfolio{Title: title, byKey: make(map[string]tables.Repository), spans: make(map[string]int)}
	for _, part := range []func(string) error{p.runs, p.repositories, p.causes, p.uses, p.failures} {
		if err := part(dir); err != nil {
			return nil, err
		}
	}
	return p, nil
}

func (p *Portfolio) runs(dir string) error {
	return tables.Each(dir, "runs", func(r *tables.Run) error {
		if r.Ended.After(p.Ended) {
			p.Ended = r.Ended
		}
		if v := "neuronlint " + r.Version + ", database " + r.Database; !slices.Contains(p.Versions, v) {
			p.Versions = append(p.Versions, v)
		}
		return nil
	})
}

// sorted are uses, those of most repositories first.
func sorted(uses map[string]*Use, limit int) []Use {
	list := make([]Use, 0, len(uses))
	for _, u := range uses {
		list = append(list, *u)
	}
	slices.SortFunc(list, func(a, b Use) int {
		return cmp.Or(b.Repositories-a.Repositories, cmp.Compare(b.Places, a.Places), strings.Compare(a.Name, b.Name))
	})
	return list[:min(limit, len(list))]
}

// note counts a use of one repository.
func note(uses map[string]*Use, name, text string, places int64) {
	u := uses[name]
	if u == nil {
		u = &Use{Name: name, Note: text}
		uses[name] = u
	}
	u.Repositories++
	u.Places += places
}

func counted(by map[string]int, total int) []Count {
	list := make([]Count, 0, len(verdicts()))
	for _, v := range verdicts() {
		list = append(list, Count{v, by[v], 100 * float64(by[v]) / float64(max(1, total))})
	}
	return list
}

func (p *Portfolio) repositories(dir string) error {
	by, profiles := make(map[string]int), make(map[string]*Use)
	teams, ofTeams := make(map[string]*Team), make(map[string]map[string]int)
	err := tables.Each(dir, "repositories", func(r *tables.Repository) error {
		p.byKey[r.Unit] = *r
		if r.Verdict == "" {
			p.Failed++
			return nil
		}
		p.Judged++
		p.Lines += r.Lines
		by[r.Verdict]++
		low, high := r.EffortLow/hoursOfDay, r.EffortHigh/hoursOfDay
		p.EffortLow, p.EffortHigh = p.EffortLow+low, p.EffortHigh+high
		note(profiles, "SDK "+r.SDK+", "+r.Stack+" stack, "+r.Target, "", 0)
		if teams[r.Team] == nil {
			teams[r.Team], ofTeams[r.Team] = &Team{Name: r.Team}, make(map[string]int)
		}
		t := teams[r.Team]
		t.N, t.Low, t.High = t.N+1, t.Low+low, t.High+high
		ofTeams[r.Team][r.Verdict]++
		p.Repositories = append(p.Repositories, Repository{
			r.Repository, r.Team, r.Verdict, r.Reason, r.Programs, r.Hand, r.Unsafe, r.Safe, low, high,
		})
		return nil
	})
	p.Verdicts, p.Profiles = counted(by, p.Judged), sorted(profiles, shownUses)
	for _, name := range slices.Sorted(maps.Keys(teams)) {
		teams[name].Verdicts = counted(ofTeams[name], teams[name].N)
		p.Teams = append(p.Teams, *teams[name])
	}
	slices.SortStableFunc(p.Teams, func(a, b Team) int { return cmp.Compare(b.High, a.High) })
	slices.SortStableFunc(p.Repositories, func(a, b Repository) int {
		return cmp.Or(rank(a.Verdict)-rank(b.Verdict), cmp.Compare(b.High, a.High), strings.Compare(a.Name, b.Name))
	})
	if extra := len(p.Repositories) - shownRepositories; extra > 0 {
		p.Hidden, p.Repositories = extra, p.Repositories[:shownRepositories]
	}
	return err
}

// rank orders verdicts from the worst to the best.
func rank(verdict string) int { return slices.Index(verdicts(), verdict) }

// causes are those that have to end by hand, or by fixes with a reader: those that block
// first, and of these those of most repositories.
func (p *Portfolio) causes(dir string) error {
	by := make(map[string]*Cause)
	err := tables.Each(dir, "causes", func(r *tables.Cause) error {
		n := int(r.Safe + r.Unsafe + r.Hand)
		if r.Verdict == "ready" || n == 0 {
			return nil
		}
		c := by[r.Cause]
		if c == nil {
			c = &Cause{ID: r.Cause, Rule: r.Rule, Title: r.Title, Verdict: r.Verdict, Replacement: r.Replacement}
			by[r.Cause] = c
		}
		if rank(r.Verdict) < rank(c.Verdict) {
			c.Verdict, c.Replacement = r.Verdict, r.Replacement
		}
		c.Repositories++
		c.Findings += n
		c.Low, c.High = c.Low+r.EffortLow/hoursOfDay, c.High+r.EffortHigh/hoursOfDay
		return nil
	})
	for _, c := range by {
		p.Causes = append(p.Causes, *c)
		p.spans[c.ID] = c.Repositories
	}
	slices.SortFunc(p.Causes, func(a, b Cause) int {
		return cmp.Or(b.Repositories-a.Repositories, rank(a.Verdict)-rank(b.Verdict), b.Findings-a.Findings, strings.Compare(a.ID, b.ID))
	})
	return err
}

// Blockers are the causes with a verdict that hold up most repositories.
func (p *Portfolio) Blockers(verdict string) (list []Cause) {
	for i := range p.Causes {
		if p.Causes[i].Verdict == verdict && len(list) < shownCauses {
			list = append(list, p.Causes[i])
		}
	}
	return list
}

func (p *Portfolio) uses(dir string) error {
	libraries, operators, models, calls := make(map[string]*Use), make(map[string]*Use), make(map[string]*Use), make(map[string]*called)
	err := tables.Each(dir, "libraries", func(r *tables.Library) error {
		status := strings.ReplaceAll(r.Status, "-", " ")
		if r.Equivalent != "" {
			status += "; instead: " + r.Equivalent
		}
		note(libraries, r.Name, status, r.Files)
		return nil
	})
	if err != nil {
		return err
	}
	err = tables.Each(dir, "operators", func(r *tables.Operator) error {
		switch {
		case r.Kind == "call":
			countCall(calls, r)
		case r.Kind != "distributed":
			note(operators, r.Name, strings.ReplaceAll(r.Verdict, "-", " "), r.Places)
		}
		return nil
	})
	if err != nil {
		return err
	}
	err = tables.Each(dir, "models", func(r *tables.Model) error {
		note(models, r.Type, "", r.Files)
		return nil
	})
	p.Libraries, p.Operators, p.Models = sorted(libraries, shownUses), sorted(operators, shownUses), sorted(models, shownUses)
	p.Calls = sorted(noted(calls), shownUses)
	return err
}

func (p *Portfolio) failures(dir string) error {
	by := make(map[string]*Use)
	err := tables.Each(dir, "failures", func(r *tables.Failure) error {
		note(by, strings.ReplaceAll(r.Reason, "_", " "), r.Scope, r.Count)
		return nil
	})
	p.Failures = sorted(by, len(by))
	return err
}
