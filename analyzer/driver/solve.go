package driver

import (
	"fmt"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/edit"
)

// member is a fix of a finding that is safe enough to be applied if all of its
// group can be.
type member struct {
	finding *finding
	fix     int
	group   edit.GroupID
	alone   bool // no rule gave it a group
}

func (m member) value() *edit.Fix { return &m.finding.Fixes[m.fix] }

// solution holds the fixes that can be applied when those below a given safety are left
// out.
type solution struct {
	groups   *groups
	members  map[*finding][]member // in the order of the rule's preference
	sizes    map[edit.GroupID]int  // findings that a rule put into a group
	least    edit.Safety           // of the fixes in it
	revivals map[string]*revivals  // regions that the members bring to life, by path
	spared   []member              // fixes that their groups do without
	ledger   *ledger

	findings []*finding
	places   map[site][]*finding // those with fixes, by place; nil until asked for
}

// solve works out which groups of fixes hold together:
//
//   - a group fails if one of its findings has no fix in it that is safe enough;
//   - a fix that revives dead code needs a fix for everything wrong in there,
//     and joins their groups;
//   - a fix inside code that is dead, or that only runs for a CUDA device, is
//     applied only together with the one that revives it, since the code is
//     right for CUDA as it stands;
//   - a clause that names the device several times is mended whole: its
//     findings join their groups, and one without a fix fails the others; so
//     are the numbered devices of a program;
//   - a file that keeps code for CUDA keeps the devices of the programs that it is part
//     of: none of their fixes is safe. Code that only fails on Neuron keeps the choices;
//   - a fix that its group can do without does not make it fail;
//   - a fix that builds on a group fails if that group does;
//   - of several fixes of one finding the first that holds is taken, and fixes
//     that build on another one fail.
func solve(l *ledger, findings []*finding, k *links, least edit.Safety, barred map[edit.GroupID]bool) *solution {
	s := &solution{
		ledger: l, least: least, findings: findings,
		groups: newGroups(), members: make(map[*finding][]member),
		sizes: make(map[edit.GroupID]int), revivals: make(map[string]*revivals),
	}
	for _, fd := range findings {
		if l.at(fd.Path); !fd.Suppressed {
			s.enter(fd, least)
		}
	}
	s.spare(findings, least)
	s.link(findings, k)
	s.joinWholes(findings, clauseOf)
	s.joinNumbered(k)
	for id := range barred {
		s.groups.fail(id, edit.Doubt{Text: "a change that it depends on cannot be made"})
	}
	for _, fd := range findings {
		l.at(fd.Path)
		s.revive(fd)
	}
	for s.settle(findings) || s.failHalves(findings, k, least) {
	}
	return s
}

// link joins the groups of each component, and fails those with a part that
// cannot be changed: one that the user accepted, or in a file that is not
// judged.
func (s *solution) link(findings []*finding, k *links) {
	if k == nil {
		return
	}
	for _, c := range k.all {
		for _, g := range c.Groups[min(1, len(c.Groups)):] {
			s.groups.join("r:"+c.Groups[0], "r:"+g)
		}
	}
	for g, at := range k.barred {
		s.groups.fail("r:"+g, edit.Doubt{Text: "this line must change with it, and its file is not checked", Path: at.path, Span: at.span})
	}
	for _, fd := range findings {
		for i := range fd.Fixes {
			if g := fd.Fixes[i].Group; fd.Suppressed && k.of[g] != nil {
				s.groups.fail("r:"+g, edit.Doubt{Text: "this line must change with it, but a comment keeps it unchanged", Path: fd.Path, Span: fd.Span})
			}
		}
	}
}

// groupOf is the group of a fix: the rule's, or one of its own.
func groupOf(fd *finding, i int) (id edit.GroupID, alone bool) {
	if id := fd.Fixes[i].Group; id != "" {
		return "r:" + id, false
	}
	return edit.GroupID(fmt.Sprintf("f:%s:%d:%d:%s:%d", fd.Path, fd.Span.Start, fd.Span.End, fd.Code, i)), true
}

// enter records the fixes of one finding, at most one for each group.
func (s *solution) enter(fd *finding, least edit.Safety) {
	if len(fd.Fixes) == 0 {
		return
	}
	usable := make(map[edit.GroupID]bool)
	spares := make(map[edit.GroupID]member)
	for i := range fd.Fixes {
		id, alone := groupOf(fd, i)
		if _, seen := usable[id]; !seen {
			s.sizes[id]++
		}
		ok := fd.fixSafety(i) >= least
		m := member{finding: fd, fix: i, group: id, alone: alone}
		if ok && !usable[id] {
			s.members[fd] = append(s.members[fd], m)
		}
		if !ok && m.value().Spare >= least {
			spares[id] = m
		}
		usable[id] = usable[id] || ok
	}
	for id, ok := range usable {
		switch m, spare := spares[id]; {
		case ok:
		case spare:
			s.spared = append(s.spared, m)
		default:
			s.groups.fail(id, fd.lacking(id))
		}
	}
}

// revive joins the fix of a finding with every fix that brings it to life, or
// fails those if it has none.
func (s *solution) revive(fd *finding) {
	if fd.Suppressed || fd.live < analyzer.Warning {
		return
	}
	own := s.members[fd]
	s.revivals[fd.Path].covering(fd, func(r member) bool {
		switch {
		case r.finding == fd:
		case len(own) > 0:
			s.groups.join(r.group, own[0].group)
		default:
			s.groups.fail(r.group, edit.Doubt{Text: "this line would then run, and has " + s.none(), Path: fd.Path, Span: fd.Span, Waits: true})
		}
		return true
	})
}

// none is a fix that a place lacks.
func (s *solution) none() string {
	if s.least == edit.Safe {
		return "no safe fix"
	}
	return "no fix"
}

// settle lets failures spread once and reports whether there were any.
func (s *solution) settle(findings []*finding) bool {
	changed := false
	for _, fd := range findings {
		s.ledger.at(fd.Path)
		for _, m := range s.members[fd] {
			if why, ok := s.obstacle(fd, m); ok {
				changed = s.groups.fail(m.group, why) || changed
			}
		}
		pick, ok := s.pick(fd)
		if !ok {
			continue
		}
		for _, m := range s.members[fd] {
			if s.groups.root(m.group) != s.groups.root(pick.group) && s.sizes[m.group] > 1 {
				changed = s.groups.fail(m.group, edit.Doubt{Text: "this line has a different fix", Path: fd.Path, Span: fd.Span}) || changed
			}
		}
	}
	return changed
}

// obstacle is the doubt that keeps a fix of a finding from being made by itself: it is in
// code that stays dead, or builds on a fix that is not made.
func (s *solution) obstacle(fd *finding, m member) (edit.Doubt, bool) {
	switch {
	case fd.dead && !s.revived(fd):
		return s.asleep(fd), true
	case !s.leads(m):
		return s.groups.why("r:" + m.value().Follows), true
	}
	return edit.Doubt{}, false
}

// asleep is the doubt that keeps a finding dead.
func (s *solution) asleep(fd *finding) (why edit.Doubt) {
	s.revivals[fd.Path].covering(fd, func(r member) bool {
		why = s.groups.why(r.group)
		return why.None()
	})
	if why.None() {
		why = fd.stillGuarded(s)
	}
	return why
}

// leads reports whether the group that a fix builds on holds.
func (s *solution) leads(m member) bool {
	follows := m.value().Follows
	return follows == "" || s.groups.ok("r:"+follows)
}

// revived reports whether some fix that holds brings the finding to life.
func (s *solution) revived(fd *finding) bool {
	return !s.revivals[fd.Path].covering(fd, func(r member) bool { return !s.groups.ok(r.group) })
}

// pick is the fix of a finding to apply.
func (s *solution) pick(fd *finding) (member, bool) {
	for _, m := range s.members[fd] {
		if s.groups.ok(m.group) {
			return m, true
		}
	}
	return member{}, false
}

// holds reports whether a fix can be applied, and in which group.
func (s *solution) holds(fd *finding, fix int) (edit.GroupID, bool) {
	for _, m := range s.members[fd] {
		if m.fix == fix && s.groups.ok(m.group) {
			return s.groups.root(m.group), true
		}
	}
	return "", false
}
