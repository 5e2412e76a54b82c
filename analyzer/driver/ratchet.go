package driver

import (
	"errors"
	"maps"
	"os"
	"slices"
)

// Ratchet is the difference between a run and its baseline.
type Ratchet struct {
	Fixed []*Known // in the baseline, and gone
	New   []*Known // not in the baseline; findings that comments silence need no place in it
	Apart *Apart   // nil if the baseline is about a file of the run, or about none

	kept   []*Known // in the baseline, and still there or not looked at
	graver []*Known // in the baseline, but among New because it weighs more now
	base   *Baseline
}

// Apart tells of a baseline that has findings, and none in a file of the run.
type Apart struct {
	Path     string // of its first file
	Findings int
	Gone     bool // none of its files exists: most likely it was moved
}

// Baseline is the baseline that follows from the run: without the findings that are
// fixed, and with new ones only if accept is set.
func (r *Ratchet) Baseline(accept bool) *Baseline {
	b := &Baseline{dir: r.base.dir, real: r.base.real, entries: slices.Clone(r.kept)}
	if accept {
		b.entries = append(b.entries, r.New...)
	} else {
		b.entries = append(b.entries, r.graver...)
	}
	return b
}

// acceptKnown marks the findings that the baseline has as known, and notes how
// the two differ. A finding that is not reported for the moment stays in the
// baseline all the same.
func (s *session) acceptKnown() error {
	b := s.opts.Baseline
	open := make(claims)
	for _, k := range b.entries {
		open.add(k.claim(), k)
	}
	s.ratchet = &Ratchet{base: b}
	looked := make(map[string]bool) // at the files of these paths
	for _, f := range s.files {
		path, err := b.path(absolute(s.wd, f.path))
		if err != nil {
			return err
		}
		looked[path] = !f.failed
		s.acceptIn(f, path, open)
	}
	s.ratchet.Apart = b.apart(looked)
	s.ratchet.close(open, func(path string) bool { return looked[path] || !b.exists(path) })
	return nil
}

// apart is nil if a finding of the baseline is in a file of the run, whether it
// could be read or not.
func (b *Baseline) apart(files map[string]bool) *Apart {
	if len(b.entries) == 0 {
		return nil
	}
	a := &Apart{Path: b.entries[0].Path, Findings: len(b.entries), Gone: true}
	for _, k := range b.entries {
		if _, ok := files[k.Path]; ok {
			return nil
		}
		a.Gone = a.Gone && !b.exists(k.Path)
	}
	return a
}

// acceptIn accepts the known findings of one file, and takes them out of open.
func (s *session) acceptIn(f *fileResult, path string, open claims) {
	for _, fd := range f.findings {
		if fd.absent || fd.Suppressed || fd.Code == CodeInternal {
			continue
		}
		if k := open.take(claimOf(fd, path), fd.weight()); k != nil {
			fd.known, s.ratchet.kept = true, append(s.ratchet.kept, k)
		} else if s.shows(fd) {
			k = knownOf(fd)
			k.Path = path
			s.ratchet.New = append(s.ratchet.New, k)
		}
	}
}

// close sorts out the rest of the baseline. A finding may still be there if looked says
// no of its file.
func (r *Ratchet) close(open claims, looked func(path string) bool) {
	now := make(map[claim]bool)
	for _, k := range r.New {
		now[k.claim()] = true
	}
	for _, what := range slices.SortedFunc(maps.Keys(open), claim.compare) {
		for _, k := range open[what] {
			switch {
			case now[what]:
				r.graver = append(r.graver, k)
			case looked(k.Path):
				r.Fixed = append(r.Fixed, k)
			default:
				r.kept = append(r.kept, k)
			}
		}
	}
}

// exists reports whether a path in the baseline still has a file.
func (b *Baseline) exists(path string) bool {
	_, err := os.Lstat(b.file(path))
	return !errors.Is(err, os.ErrNotExist)
}
