package driver

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
	"strconv"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/edit"
	"github.com/neuronlint/neuronlint/analyzer/source"
)

// change is a file before and after its chosen fixes.
type change struct {
	path   string
	old    *source.File
	new    *source.File
	groups []edit.GroupID // of the fixes in it
}

// plan decides for every fix how far it can be trusted together with its group, chooses
// the fixes of the requested safety, and applies them in memory. Fixes whose result does
// not parse are withheld along with their groups, and so are those of a file whose time
// is spent; the rest is planned anew.
func (s *session) plan(ctx context.Context) ([]change, error) {
	p := &planning{session: s, barred: make(map[edit.GroupID]bool)}
	for {
		changes, done, err := p.attempt(ctx)
		if err != nil || done {
			return changes, err
		}
	}
}

// planning is the state shared by attempts at a plan.
type planning struct {
	*session

	barred map[edit.GroupID]bool
}

// attempt is done if nothing contradicts its plan.
func (p *planning) attempt(ctx context.Context) (changes []change, done bool, err error) {
	findings, barred := p.findings(), p.lacking()
	maps.Copy(barred, p.barred)
	var safe, wide *solution
	var chosen []edit.Fix
	if !p.inTime(func(l *ledger) {
		safe, wide = solve(l, findings, p.links, edit.Safe, barred), solve(l, findings, p.links, edit.Unsafe, barred)
		chosen = p.choose(l, findings, p.requested(safe, wide))
	}) {
		return nil, false, nil
	}
	changes, bad, err := p.apply(ctx, chosen)
	if err != nil {
		return nil, false, err
	}
	if len(bad) > 0 {
		roots := make(map[edit.GroupID]bool)
		for _, b := range bad {
			p.discard(b)
			for _, id := range b.groups {
				roots[id] = true
			}
		}
		p.inTime(func(l *ledger) { barGroups(l, p.barred, findings, p.requested(safe, wide), roots) })
		return nil, false, nil
	}
	done = p.inTime(func(l *ledger) { p.edits = grade(l, findings, safe, wide) })
	return changes, done, nil
}

// inTime does a part of the planning, or withholds the fixes of the file whose time
// is spent by then.
func (p *planning) inTime(work func(l *ledger)) bool {
	slow, err := p.onAccounts(work)
	if err != nil {
		p.withhold(slow, "planning them", err)
	}
	return err == nil
}

// requested is the solution the user asked to have applied.
func (s *session) requested(safe, wide *solution) *solution {
	if s.opts.Unsafe {
		return wide
	}
	return safe
}

// least is the weakest safety that is applied.
func (s *session) least() edit.Safety {
	if s.opts.Unsafe {
		return edit.Unsafe
	}
	return edit.Safe
}

// findings are the findings of all files in order, except those of files whose fixes are
// held back, and those that do not stand.
func (s *session) findings() []*finding {
	var all []*finding
	for _, f := range s.files {
		if f.held {
			continue
		}
		for _, fd := range f.findings {
			if !fd.absent {
				all = append(all, fd)
			}
		}
	}
	return all
}

// choose picks a fix that holds for every finding that has one, and keeps the groups that
// mend at least one finding the user sees, or that such a fix builds on.
func (s *session) choose(l *ledger, findings []*finding, sol *solution) []edit.Fix {
	seen := make(map[edit.GroupID]bool)
	fixes := make([]edit.Fix, 0, len(findings))
	for _, fd := range findings {
		l.at(fd.Path)
		m, ok := sol.pick(fd)
		if !ok {
			continue
		}
		fix := *m.value()
		fix.Safety = fd.fixSafety(m.fix)
		fix.Group = sol.groups.root(m.group)
		fixes = append(fixes, fix)
		if !s.shows(fd) {
			continue
		}
		seen[fix.Group] = true
		if fix.Follows != "" {
			seen[sol.groups.root("r:"+fix.Follows)] = true
		}
	}
	fixes = slices.DeleteFunc(fixes, func(f edit.Fix) bool { return !seen[f.Group] })
	chosen, _ := edit.ChooseWatched(fixes, s.least(), l.at)
	return chosen
}

// discard reports NRN002 once for a file, however often a run plans.
func (s *session) discard(b discardedFile) {
	if slices.ContainsFunc(s.discarded, func(fd *finding) bool { return fd.Path == b.path }) {
		return
	}
	message := "the fixes of this file were discarded: " + discardReason(b)
	fd := s.own(CodeFixDiscarded, b.path, source.Span{}, analyzer.Warning, message)
	fd.Help = cmp.Or(limitHelp(b.err), "make the changes by hand; please report this")
	fingerprints(nil, []*finding{fd})
	s.discarded = append(s.discarded, fd)
}

func discardReason(b discardedFile) string {
	switch {
	case errors.Is(b.err, edit.ErrSyntax):
		return "the patched text does not parse"
	case errors.Is(b.err, errSlow):
		return b.part + " " + b.err.Error()
	}
	return b.err.Error()
}

// barGroups withholds every fix that was joined into one of some groups.
func barGroups(l *ledger, barred map[edit.GroupID]bool, findings []*finding, sol *solution, roots map[edit.GroupID]bool) {
	for _, fd := range findings {
		l.at(fd.Path)
		for _, m := range sol.members[fd] {
			if roots[sol.groups.root(m.group)] {
				barred[m.group] = true
			}
		}
	}
}

// grade writes into every fix how far it can be trusted together with its
// group, and names the groups g1, g2, … in the order of the report. It returns
// all that each group changes, since part of it may belong to findings that
// the user does not see.
func grade(l *ledger, findings []*finding, safe, wide *solution) map[edit.GroupID][]edit.Edit {
	names := make(map[edit.GroupID]edit.GroupID)
	edits := make(map[edit.GroupID][]edit.Edit)
	for _, fd := range findings {
		l.at(fd.Path)
		fixes := make([]analyzer.Fix, 0, len(fd.Fixes))
		seen := make(map[edit.GroupID]bool)
		fd.left = nil
		for i, fix := range fd.Fixes {
			if len(fd.Fixes) > 1 && superseded(fd, i, safe, wide) {
				continue
			}
			key, safety := verdict(fd, i, safe, wide)
			if left := leaves(fd, i, safety, safe, wide); len(left) > 0 {
				fix.Title += remark(len(left))
				fd.left = left
			}
			if names[key] == "" {
				names[key] = edit.GroupID("g" + strconv.Itoa(len(names)+1))
			}
			fix.Group, fix.Safety, fix.Doubt = names[key], safety, doubt(fd, i, safety, safe, wide)
			if id := names[key]; !seen[id] {
				seen[id] = true
				edits[id] = append(edits[id], fix.Edits...)
			}
			fixes = append(fixes, fix)
		}
		fd.graded = fixes
	}
	nameFollowed(findings, names, safe, wide)
	return edits
}

// nameFollowed updates the group names in the graded fixes to those of the groups they
// now build on.
func nameFollowed(findings []*finding, names map[edit.GroupID]edit.GroupID, safe, wide *solution) {
	for _, fd := range findings {
		for i := range fd.graded {
			fix := &fd.graded[i]
			group := "r:" + fix.Follows
			switch {
			case fix.Follows == "":
			case safe.groups.ok(group):
				fix.Follows = names["safe:"+safe.groups.root(group)]
			case wide.groups.ok(group):
				fix.Follows = names["unsafe:"+wide.groups.root(group)]
			default:
				fix.Follows = ""
			}
		}
	}
}

// superseded reports whether another fix of the finding, in the same group or with the
// same edits, is made instead of this one.
func superseded(fd *finding, i int, safe, wide *solution) bool {
	id, _ := groupOf(fd, i)
	_, own := verdict(fd, i, safe, wide)
	for j := range fd.Fixes {
		if other, _ := groupOf(fd, j); j == i || other != id && !sameEdits(&fd.Fixes[i], &fd.Fixes[j]) {
			continue
		}
		_, safety := verdict(fd, j, safe, wide)
		if c := cmp.Or(cmp.Compare(safety, own), cmp.Compare(fd.fixSafety(j), fd.fixSafety(i)), i-j); c > 0 {
			return true
		}
	}
	return false
}

// sameEdits reports whether two fixes write the same.
func sameEdits(a, b *analyzer.Fix) bool { return len(a.Edits) > 0 && slices.Equal(a.Edits, b.Edits) }

// verdict is the safety of one fix and the key of its group.
func verdict(fd *finding, i int, safe, wide *solution) (edit.GroupID, edit.Safety) {
	if id, ok := safe.holds(fd, i); ok {
		return "safe:" + id, edit.Safe
	}
	if id, ok := wide.holds(fd, i); ok {
		return "unsafe:" + id, edit.Unsafe
	}
	id, _ := groupOf(fd, i)
	return "display:" + id, min(fd.fixSafety(i), edit.Display)
}

// leaves are the findings that stay although a fix is made that they are
// grouped with.
func leaves(fd *finding, i int, safety edit.Safety, safe, wide *solution) []*finding {
	sol := safe
	switch safety {
	case edit.Unsafe:
		sol = wide
	case edit.Safe:
	default:
		return nil
	}
	id, _ := groupOf(fd, i)
	return sol.left(sol.groups.root(id))
}
