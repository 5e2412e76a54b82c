package driver

import (
	"cmp"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/cache"
	"github.com/neuronlint/neuronlint/analyzer/link"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/source"
)

// maxLoaded bounds how many files are read besides those that are judged.
const maxLoaded = 500

// maxReads bounds how often more files are read for the imports of the last ones.
const maxReads = 16

// linkAll joins the summaries of the files, reading other files of the project where
// devices lead there, and settles the findings that depend on them. Others are summaries
// of files that are not judged but matter.
func (s *session) linkAll(others ...*semantic.Summary) {
	var summaries []*semantic.Summary
	known := make(map[string]bool)
	add := func(path string, sum *semantic.Summary) {
		known[path] = true
		if sum != nil {
			summaries = append(summaries, sum)
		}
	}
	texts := cache.NewTexts()
	for _, f := range s.files {
		if sum := f.unpackSummary(texts); sum != nil {
			add(f.path, sum)
		}
		if s.texting.bounded {
			f.summary = nil // it is not linked again
		}
	}
	for _, sum := range others {
		add(sum.Path, sum)
	}
	byPath := func(a, b *semantic.Summary) int { return cmp.Compare(a.Path, b.Path) }
	slices.SortFunc(summaries, byPath)
	back := s.newCircles()
	for done := false; !done; {
		slow, err := s.onAccounts(func(ledger *ledger) {
			l := link.Join(summaries, ledger.at)
			for range maxReads {
				missing := slices.Concat(l.Missing(known), s.imports.users(l.Touched(), known), back.users(l.Exports, known))
				slices.Sort(missing)
				missing = slices.Compact(missing)
				if len(missing) == 0 || len(summaries) > len(s.files)+maxLoaded {
					break
				}
				for _, path := range missing {
					add(path, s.summary(path))
				}
				ledger.skip() // each is on its own account
				slices.SortFunc(summaries, byPath)
				l = link.Join(summaries, ledger.at)
			}
			s.links = s.newLinks(l, summaries)
			s.settleAll(ledger, texts)
		})
		if done = err == nil; !done {
			s.leaveUnlinked(slow, texts, err)
			summaries = slices.DeleteFunc(summaries, func(sum *semantic.Summary) bool { return sum.Path == slow })
		}
	}
	if s.texting.bounded {
		s.links.letGo()
	}
}

// settleAll settles the findings of all files.
func (s *session) settleAll(l *ledger, texts *cache.Texts) {
	s.links.findOwners(l)
	for _, f := range s.files {
		f.unpackFindings(texts)
		for _, fd := range f.findings {
			l.at(fd.Path)
			s.links.settle(fd)
		}
	}
}

// leaveUnlinked leaves a file out of linking whose time is spent by then.
func (s *session) leaveUnlinked(path string, texts *cache.Texts, err error) {
	s.cut(path, "devices are not followed through this file, and its fixes are left out: linking it", err)
	s.givenUp[path] = true
	s.unlinked = true
	if i, ok := s.indexOf(path); ok {
		s.files[i].unpackFindings(texts)
		s.files[i].holdBack()
	}
}

// forgetUnshown drops the data that only shown findings need.
func (s *session) forgetUnshown() {
	limit := s.opts.Limits.Findings
	for _, f := range s.files {
		shown := 0
		for _, fd := range f.findings {
			shows := s.shows(fd)
			if shows {
				shown++
			}
			if !shows || limit > 0 && shown > limit {
				fd.cause, fd.part, fd.Related = nil, nil, nil
			}
		}
	}
}

// summary is the summary of a file that is not judged itself; nil if it cannot be read.
func (s *session) summary(path string) (sum *semantic.Summary) {
	if s.memory != nil {
		s.memory.asked[absolute(s.wd, path)] = true
	}
	err := s.timed(s.place.ctx, path, func(ctx context.Context) error {
		i, done := interrupt(ctx)
		defer done()
		return protect(func() error { sum = s.project.Summary(absolute(s.wd, path), i); return nil })
	})
	switch {
	case err == nil:
		return sum
	case errors.Is(err, errSlow):
		s.cut(path, "devices are not followed through this file: the analysis", err)
	default:
		s.defect("", err)
	}
	return nil
}

// whole reports whether the run judges all files of the project, so that no unseen file
// exists.
func (s *session) whole() bool {
	if s.opts.Stdin != nil || len(s.opts.Paths) == 0 {
		return false
	}
	return !slices.ContainsFunc(s.opts.Paths, func(path string) bool {
		dir := absolute(s.wd, path)
		info, err := os.Stat(filepath.FromSlash(dir))
		if err != nil || !info.IsDir() {
			return true
		}
		return !isProjectRoot(dir) && withinProject(dir)
	})
}

func isProjectRoot(dir string) bool {
	for _, marker := range []string{".git", "pyproject.toml", "setup.py", "setup.cfg"} {
		if _, err := os.Lstat(filepath.Join(filepath.FromSlash(dir), marker)); err == nil {
			return true
		}
	}
	return false
}

// withinProject reports whether a directory is part of a larger project.
func withinProject(dir string) bool {
	for up := filepath.Dir(dir); up != dir; dir, up = up, filepath.Dir(up) {
		if isProjectRoot(up) {
			return true
		}
	}
	return false
}

// reported is the finding as it goes out.
func (fd *finding) reported() analyzer.Diagnostic {
	d := fd.Diagnostic
	d.Related = slices.Clone(d.Related)
	for _, stays := range fd.left[:min(len(fd.left), analyzer.MaxRelated)] {
		d.Related = append(d.Related, analyzer.Related{Path: stays.Path, Span: stays.Span, Message: "the fix leaves this test unchanged"})
	}
	d.Cause = fd.cause
	if fd.part == nil {
		return d
	}
	if fd.Conditional && !fd.part.Test && !fd.part.Acting && fd.Severity == fd.live {
		d.Severity = min(d.Severity, analyzer.Warning) // only a test shows that it is a device
	}
	for _, a := range ofEachFile(fd.part.Elsewhere) {
		d.Related = append(d.Related, analyzer.Related{Path: a.Path, Span: a.Span, Message: "becomes a device here"})
	}
	return d
}

// ofEachFile begins with one place of each file.
func ofEachFile(places []link.Site) []link.Site {
	met := make(map[string]bool)
	var first, others []link.Site
	for _, at := range places {
		if met[at.Path] {
			others = append(others, at)
		} else {
			met[at.Path] = true
			first = append(first, at)
		}
	}
	return append(first, others...)
}

// addPointedAt adds the files that a finding points into, if they have none of
// their own.
func (s *session) addPointedAt(r *Result, d *analyzer.Diagnostic) {
	var paths []string
	for i := range d.Related {
		paths = append(paths, d.Related[i].Path)
	}
	for i := range d.Fixes {
		paths = append(paths, d.Fixes[i].Doubt.Path)
	}
	if d.Cause != nil {
		paths = append(paths, d.Cause.Path)
	}
	for _, path := range paths {
		if path == "" || r.files[path] != nil || r.later[path] != nil {
			continue
		}
		if f := s.fileAt(path); f != nil {
			r.files[path] = f
		}
	}
}

// addFiles adds the files that the findings of a result point into, with some
// changes in place.
func (s *session) addFiles(r *Result, changes []Change) {
	r.files = make(map[string]*source.File)
	raw := make(map[string][]byte)
	for _, f := range s.files {
		raw[f.path] = f.raw
	}
	for _, c := range changes {
		raw[c.Path] = c.New
		r.files[c.Path] = textOf(c.Path, c.New)
	}
	for i := range r.Diagnostics {
		d := &r.Diagnostics[i]
		if text := raw[d.Path]; text != nil && r.files[d.Path] == nil {
			r.files[d.Path] = textOf(d.Path, text)
		}
		s.addPointedAt(r, d)
	}
}

// fileAt is the text of a file of the project; nil if it cannot be read.
func (s *session) fileAt(path string) *source.File {
	if file := s.keep().text(path, s.hashOf(path)); file != nil {
		return file
	}
	f := &fileResult{path: path, name: filepath.FromSlash(absolute(s.wd, path))}
	if i, ok := s.indexOf(path); ok {
		f = s.files[i]
	}
	file, err := f.load()
	if err != nil {
		return nil
	}
	return file
}
