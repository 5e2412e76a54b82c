package driver

import (
	"cmp"
	"context"
	"slices"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/internal/patch"
)

// Scope is a change. A run with a Scope reports only the findings that the change brings.
type Scope struct {
	// Root is the directory that the paths of Files are relative to: absolute
	// and without symbolic links.
	Root string
	// Files are those that the change touches, with the lines that it adds.
	Files []patch.File
	// Before reads a file as it was before the change, of at most limit bytes; for a file
	// that did not exist it returns fs.ErrNotExist. With Before, a finding is new if it
	// was not there before, wherever it is now. Without it, a finding is new if it
	// touches an added line.
	Before func(path string, limit int64) ([]byte, error)
}

// judge marks the findings that were there before the change, or that the
// baseline has, as known.
func (s *session) judge(ctx context.Context) error {
	if s.opts.Baseline != nil {
		if err := s.acceptKnown(); err != nil {
			return err
		}
	}
	if s.opts.Scope == nil {
		return nil
	}
	c := newDelta(s.opts.Scope, s.wd)
	if c.Before == nil {
		for _, f := range s.files {
			c.byLines(f)
		}
		return nil
	}
	return s.compare(ctx, c)
}

// byLines marks the findings of a file as known that touch no added line.
func (c *delta) byLines(f *fileResult) {
	for _, fd := range f.findings {
		fd.known = fd.known || !c.adds(f, fd) && fd.Code != CodeInternal
	}
}

// compare marks the findings that the files had before the change.
func (s *session) compare(ctx context.Context, c *delta) error {
	touched, old := s.touched(c), make(claims)
	var unknown map[string]bool
	if touched && s.anyShown() {
		var err error
		if old, unknown, err = s.findingsBefore(ctx, c); err != nil {
			return err
		}
	}
	for _, f := range s.files {
		if unknown[f.path] {
			s.cut(f.path, "findings on lines that the change leaves alone are not shown: the analysis of the file as it was", s.slowness())
			c.byLines(f)
			continue
		}
		for _, fd := range c.oldLinesFirst(f) {
			if fd.Code == CodeInternal || !touched {
				fd.known = fd.Code != CodeInternal
				continue
			}
			if !fd.absent && !fd.Suppressed && old.take(claimOf(fd, f.path), fd.weight()) != nil {
				fd.known = true
			}
		}
	}
	return nil
}

// oldLinesFirst sorts the findings of a file in the order in which they claim earlier
// findings: of two that look the same, the one on an added line is the new one.
func (c *delta) oldLinesFirst(f *fileResult) []*finding {
	added := make(map[*finding]int, len(f.findings))
	for _, fd := range f.findings {
		if c.adds(f, fd) {
			added[fd] = 1
		}
	}
	list := slices.Clone(f.findings)
	slices.SortStableFunc(list, func(a, b *finding) int {
		return cmp.Or(cmp.Compare(added[a], added[b]), cmp.Compare(b.weight(), a.weight()))
	})
	return list
}

// adds reports whether a finding touches a line that the change adds. A defect of a file
// as a whole is on all of its lines.
func (c *delta) adds(f *fileResult, fd *finding) bool {
	added := c.added[c.pathOf(f)]
	if f.file == nil {
		return len(added) > 0
	}
	first, last := f.file.Position(fd.Span.Start).FileLine, f.file.Position(fd.Span.End).FileLine
	return slices.ContainsFunc(added, func(r patch.Range) bool { return r.First <= last && first <= r.Last })
}

// anyShown reports whether there is a finding to judge.
func (s *session) anyShown() bool {
	return slices.ContainsFunc(s.files, func(f *fileResult) bool {
		return slices.ContainsFunc(f.findings, s.shows)
	})
}

// touches reports whether the change touches a file of the run.
func (c *delta) touches(f *fileResult) bool {
	_, ok := c.old[c.pathOf(f)]
	return ok
}

// touched reports whether the change can affect any finding: it touches a file of the
// run, or one that such a file may import. With standard input it always can, since no
// list of files shows that change.
func (s *session) touched(c *delta) bool {
	return s.opts.Stdin != nil ||
		slices.ContainsFunc(c.Files, func(f patch.File) bool { return source.IsPython(f.Old) || source.IsPython(f.New) }) ||
		slices.ContainsFunc(s.files, c.touches)
}

// inherit marks the findings of a patched file as known as far as the text had such
// findings before the fixes; a finding in the part of a line that a fix leaves is still
// the same finding.
func (r *fileResult) inherit(from *fileResult) {
	old, told := make(claims), make(claims)
	for _, fd := range from.findings {
		if fd.known {
			old.add(claimOf(fd, r.path), knownOf(fd))
		}
	}
	var rest []*finding
	for _, fd := range r.findings {
		if fd.known = old.take(claimOf(fd, r.path), fd.weight()) != nil; !fd.known {
			rest = append(rest, fd)
		}
	}
	for c, left := range old {
		for _, k := range left {
			told.add(claim{c.path, c.code, k.Message}, k)
		}
	}
	for _, fd := range rest {
		fd.known = told.take(claim{r.path, fd.Code, fd.Message}, fd.weight()) != nil
	}
}

// weight is the severity of a finding by itself, before the user's settings.
func (fd *finding) weight() analyzer.Severity {
	if fd.dead || fd.Avoided {
		return min(fd.live, analyzer.Info)
	}
	return fd.live
}
