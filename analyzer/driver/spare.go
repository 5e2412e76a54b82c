package driver

import (
	"slices"
	"strconv"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/edit"
)

// spare takes out the fixes that their groups can do without and that cannot be made:
// those that revive code without a fix, and those of code that stays dead for that
// reason.
func (s *solution) spare(findings []*finding, least edit.Safety) {
	could := s.findRevivals(findings, s.spared)
	for more := true; more; {
		before := len(s.spared)
		s.revivals = s.findRevivals(findings, nil)
		for _, fd := range findings {
			s.ledger.at(fd.Path)
			switch own := s.members[fd]; {
			case fd.Suppressed || fd.live < analyzer.Warning:
			case len(own) == 0:
				s.spareAround(fd, least)
			case fd.dead && !covers(s.revivals, fd) && covers(could, fd):
				for _, m := range slices.Clone(own) {
					s.drop(m)
				}
			}
		}
		more = len(s.spared) > before
	}
}

// spareAround takes out the fixes that would revive a finding that has no fix.
func (s *solution) spareAround(fd *finding, least edit.Safety) {
	s.revivals[fd.Path].covering(fd, func(r member) bool {
		if r.finding != fd && r.value().Spare >= least {
			s.drop(r)
		}
		return true
	})
}

// covers reports whether any fix brings a finding to life.
func covers(all map[string]*revivals, fd *finding) bool {
	return !all[fd.Path].covering(fd, func(r member) bool { return r.finding == fd })
}

// drop makes a group do without one of its fixes.
func (s *solution) drop(m member) {
	n := len(s.members[m.finding])
	s.members[m.finding] = slices.DeleteFunc(s.members[m.finding], func(o member) bool { return o == m })
	if len(s.members[m.finding]) < n {
		s.spared = append(s.spared, m)
	}
}

// findRevivals notes the regions that the members and others bring to life.
func (s *solution) findRevivals(findings []*finding, others []member) map[string]*revivals {
	all := make(map[string]*revivals)
	add := func(m member) {
		if len(m.value().Revives) == 0 {
			return
		}
		r := all[m.finding.Path]
		if r == nil {
			r = &revivals{path: m.finding.Path, ledger: s.ledger}
			all[m.finding.Path] = r
		}
		r.add(m)
	}
	for _, fd := range findings {
		s.ledger.at(fd.Path)
		for _, m := range s.members[fd] {
			add(m)
		}
	}
	for _, m := range others {
		add(m)
	}
	for _, r := range all {
		r.index()
	}
	return all
}

// left are the findings that stay, in the order of the report, though fixes of
// their group are made.
func (s *solution) left(group edit.GroupID) []*finding {
	var out []*finding
	for _, m := range s.spared {
		if fd := m.finding; s.groups.root(m.group) == group && fd.live >= analyzer.Warning && !fd.dead {
			out = append(out, fd)
		}
	}
	slices.SortFunc(out, compareFindings)
	return slices.Compact(out)
}

// remark is the note in the title of a fix about the findings that it leaves.
func remark(left int) string {
	switch left {
	case 0:
		return ""
	case 1:
		return ", but check one test by hand"
	}
	return ", but check " + strconv.Itoa(left) + " tests by hand"
}
