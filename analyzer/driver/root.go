package driver

import "github.com/neuronlint/neuronlint/analyzer/edit"

// root follows a doubt to the line that all others wait for. A line that waits for one
// that waits for a third learns of the third, and two lines that keep each other from
// being mended are said to do so: a reason that the finding itself explains is none.
func (s *solution) root(fd *finding, why edit.Doubt) edit.Doubt {
	seen := map[*finding]bool{fd: true}
	for why.Waits {
		next := s.waitedFor(why)
		if next == nil || seen[next] {
			return why
		}
		seen[next] = true
		behind := s.without(next)
		switch {
		case fd.at(behind):
			why.Text = "this line and it change only together, and neither is " + s.enough() + " by itself"
			return why
		case !behind.Waits:
			return why // which the finding there says by itself
		}
		behind.Text = "this line must change first, and has " + s.none()
		why = behind
	}
	return why
}

// enough is a fix that is applied.
func (s *solution) enough() string {
	if s.least == edit.Safe {
		return "safe"
	}
	return "right"
}

// at reports whether a doubt is about the place of a finding.
func (fd *finding) at(d edit.Doubt) bool {
	return d.Path == fd.Path && d.Span == fd.Span
}

// waitedFor is the finding at the place of a doubt that is not mended, nil if there is
// none that could be.
func (s *solution) waitedFor(why edit.Doubt) *finding {
	if s.places == nil {
		s.places = make(map[site][]*finding)
		for _, fd := range s.findings {
			if len(fd.Fixes) > 0 {
				s.places[site{fd.Path, fd.Span}] = append(s.places[site{fd.Path, fd.Span}], fd)
			}
		}
	}
	for _, fd := range s.places[site{why.Path, why.Span}] {
		if !s.mended(fd) {
			return fd
		}
	}
	return nil
}

// without is why a finding is not mended, as its rule or its group has it.
func (s *solution) without(fd *finding) edit.Doubt {
	for i := range fd.Fixes {
		if fd.fixSafety(i) >= s.least {
			id, _ := groupOf(fd, i)
			return s.groups.why(id)
		}
	}
	return fd.fixTrust(0).Doubt.In(fd.Path)
}
