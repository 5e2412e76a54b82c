// Package plan decides what a review posts, what it leaves alone and what it resolves. It
// asks nobody.
package plan

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/neuronlint/neuronlint/review/internal/check"
	"github.com/neuronlint/neuronlint/review/internal/forge"
	"github.com/neuronlint/neuronlint/review/internal/say"
)

// Input is all that a plan rests on.
type Input struct {
	Report   *check.Report
	Change   *forge.Change
	Posted   *forge.Posted
	Features forge.Features
	Mark     say.Mark
	Most     int    // comments on lines, old ones included
	Least    string // severity of findings with a comment of their own
	// Same reports whether the file that was checked is that of the change. Lines of
	// another may have other numbers.
	Same func(path string) bool
	// Refused are keys of comments that were refused before.
	Refused map[string]bool
}

// Plan is what there is to do.
type Plan struct {
	New     []New
	Gone    []forge.Thread // to be resolved
	Kept    int            // comments that are there and stay
	Summary say.Summary
}

// New is a comment to be posted.
type New struct {
	Key     string
	Comment forge.Comment
	Suggest bool
}

// Severities from the least to the worst.
func Severities() []string { return []string{"info", "warning", "error"} }

// Make makes a plan.
func Make(in *Input) *Plan {
	p := &planner{in: in, plan: &Plan{}, carriers: make(map[string]string)}
	p.findings()
	p.suggestions()
	p.threads()
	for i := range p.list {
		p.decide(&p.list[i])
	}
	p.resolve()
	p.summarize()
	return p.plan
}

type planner struct {
	in       *Input
	plan     *Plan
	list     []candidate
	whole    map[string]*check.Suggestion // by path and group
	carriers map[string]string            // place of the comment that has the suggestion, by the same
	by       map[string][]*earlier        // by key
	rest     map[string][]*check.Finding  // by the reason
}

// candidate is a finding on its way to a comment.
type candidate struct {
	say.Comment
	first, last int // lines of the comment; 0 where it has none
	hunk        forge.Hunk
}

type earlier struct {
	forge.Thread
	stays bool
}

// findings are those that a reviewer is told of, the worst first, each with a key of its
// own that survives moved lines.
func (p *planner) findings() {
	count := make(map[string]int)
	for i := range p.in.Report.Findings {
		f := &p.in.Report.Findings[i]
		if !f.Shown() {
			continue
		}
		base := say.Hash(f.Path, f.Code, f.Fingerprint)
		count[base]++
		p.list = append(p.list, candidate{Comment: say.Comment{Finding: f, Key: say.Hash(base, fmt.Sprint(count[base]))}})
	}
	slices.SortStableFunc(p.list, func(a, b candidate) int {
		return cmp.Compare(rank(b.Finding.Severity), rank(a.Finding.Severity))
	})
	for i := range p.list {
		p.plan.Summary.Found = append(p.plan.Summary.Found, p.list[i].Finding)
	}
}

func rank(severity string) int { return slices.Index(Severities(), severity) }

// suggestions gives each to the first finding of its group that has a comment on the
// lines which it replaces.
func (p *planner) suggestions() {
	p.whole = make(map[string]*check.Suggestion)
	for i := range p.in.Report.Findings {
		if f := &p.in.Report.Findings[i]; f.Suggestion != nil && say.Suggestible(f.Suggestion, p.in.Features) {
			p.whole[groupKey(f)] = f.Suggestion
		}
	}
	for i := range p.list {
		c := &p.list[i]
		f := c.Finding
		file := p.in.Change.Files[f.Path]
		if file == nil || rank(f.Severity) < rank(p.in.Least) || p.in.Refused[c.Key] || !p.in.Same(f.Path) {
			continue
		}
		if s := p.whole[groupKey(f)]; s != nil && f.Cell == nil && p.carriers[groupKey(f)] == "" {
			if h, ok := file.Holding(s.Line, s.EndLine); ok {
				c.first, c.last, c.hunk, c.Suggestion = s.Line, s.EndLine, h, s
				p.carriers[groupKey(f)] = say.Place(f)
				continue
			}
		}
		if h, ok := file.Holding(f.FileLine, f.FileLine); ok {
			c.first, c.last, c.hunk = f.FileLine, f.FileLine, h
			c.Elsewhere = p.carriers[groupKey(f)]
		}
	}
}

// groupKey names what one suggestion mends. A finding whose fix has no group stands alone.
func groupKey(f *check.Finding) string {
	if group := f.Group(); group != "" {
		return f.Path + "\x00" + group
	}
	return fmt.Sprintf("%s\x00%d\x00%s", f.Path, f.FileLine, f.Fingerprint)
}

func (p *planner) threads() {
	p.by = make(map[string][]*earlier)
	for _, t := range p.in.Posted.Threads {
		p.by[t.Key] = append(p.by[t.Key], &earlier{Thread: t})
	}
}

const (
	apart  = "On lines that the difference does not show"
	quiet  = "Less severe"
	beyond = "Beyond the number of comments"
)

// decide is what becomes of one finding.
func (p *planner) decide(c *candidate) {
	if p.there(c) {
		return
	}
	switch {
	case rank(c.Finding.Severity) < rank(p.in.Least):
		p.leave(quiet, c)
	case c.first == 0:
		p.leave(apart, c)
	case p.plan.Kept+len(p.plan.New) >= p.in.Most:
		p.leave(beyond, c)
	default:
		p.post(c)
	}
}

// there reports whether a comment says it already. One with another suggestion is out of
// date, and dangerous to accept.
func (p *planner) there(c *candidate) bool {
	for _, t := range p.by[c.Key] {
		switch {
		case t.ByPerson: // who has read it, and decided
		case !t.Open, c.first > 0 && t.Suggestion != c.SuggestionKey() && (t.Suggestion != say.None || c.Suggestion != nil):
			continue
		}
		t.stays = true
		p.plan.Kept++
		if t.Suggestion != say.None {
			p.plan.Summary.Suggest++
		}
		return true
	}
	return false
}

func (p *planner) leave(reason string, c *candidate) {
	if p.rest == nil {
		p.rest = make(map[string][]*check.Finding)
	}
	p.rest[reason] = append(p.rest[reason], c.Finding)
}

func (p *planner) post(c *candidate) {
	f := c.Finding
	comment := forge.Comment{
		Path: f.Path, OldPath: p.in.Change.Files[f.Path].OldPath, First: c.first, Last: c.last,
		OldLine: c.hunk.Old[c.last-c.hunk.First], Body: p.in.Mark.Text(&c.Comment, p.in.Features),
	}
	p.plan.New = append(p.plan.New, New{c.Key, comment, c.Suggestion != nil})
	if c.Suggestion != nil {
		p.plan.Summary.Suggest++
	}
}

// resolve chooses the threads about what is gone, and those that say what another says.
func (p *planner) resolve() {
	for _, t := range p.in.Posted.Threads {
		for _, e := range p.by[t.Key] {
			if e.ID == t.ID && e.Open && !e.stays {
				p.plan.Gone = append(p.plan.Gone, t)
			}
		}
	}
}

func (p *planner) summarize() {
	s := &p.plan.Summary
	s.Report, s.Link, s.Comments = p.in.Report, p.in.Change.Link, p.plan.Kept+len(p.plan.New)
	for _, reason := range []string{beyond, apart, quiet} {
		if list := p.rest[reason]; len(list) > 0 {
			s.Parts = append(s.Parts, say.Part{Title: reason, Findings: list})
		}
	}
}

// Comments are the comments to be posted.
func (p *Plan) Comments() []forge.Comment {
	list := make([]forge.Comment, 0, len(p.New))
	for _, n := range p.New {
		list = append(list, n.Comment)
	}
	return list
}

// Suggestions is how many of them have one.
func (p *Plan) Suggestions() int {
	count := 0
	for _, n := range p.New {
		if n.Suggest {
			count++
		}
	}
	return count
}

// Refuse notes the keys of comments that were refused, and returns how many these are.
func (p *Plan) Refuse(refused []forge.Comment, keys map[string]bool) int {
	for _, c := range refused {
		for _, n := range p.New {
			if n.Comment == c {
				keys[n.Key] = true
			}
		}
	}
	return len(refused)
}
