package driver

import (
	"context"
	"errors"
	"path"
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/source"
)

// maxAround bounds how many files of a project are read to explain a place.
const maxAround = 5000

var errTooMany = errors.New("too many files")

// linkAround links a file with all others of its project, if it sets or tests a device:
// the file itself does not tell which others use it.
func (s *session) linkAround(ctx context.Context, r *fileResult) {
	if r.summary == nil || len(r.summary.Sources)+len(r.summary.Tests) == 0 {
		s.linkAll()
		return
	}
	var others []*semantic.Summary
	root, walked := s.around(r.path), 0
	err := source.Walk(ctx, []string{root}, source.Options{Excludes: s.opts.Exclude, NoGitignore: s.opts.NoGitignore},
		func(f source.Found) error {
			if walked++; walked > maxAround {
				return errTooMany
			}
			if name := path.Clean(f.Path); name != r.path {
				if sum := s.summary(name); sum != nil {
					others = append(others, sum)
				}
			}
			return nil
		}, func(string, error) {})
	if err != nil && !errors.Is(err, errTooMany) {
		others = nil
	}
	s.linkAll(others...)
}

// around is the directory of the project that a file is of, relative to the
// working directory; the file's own if nothing marks a project.
func (s *session) around(file string) string {
	name := absolute(s.wd, file)
	for dir := path.Dir(name); ; dir = path.Dir(dir) {
		if dir == path.Dir(dir) { // a mark of a project there is none of ours
			return path.Dir(file)
		}
		if isProjectRoot(dir) {
			return s.relative(dir)
		}
	}
}

// relative is the path of an absolute directory from the working one.
func (s *session) relative(dir string) string {
	up := "."
	for base := s.wd; base != path.Dir(base); base = path.Dir(base) {
		if dir == base {
			return up
		}
		if rest, ok := strings.CutPrefix(dir, base+"/"); ok {
			return path.Join(up, rest)
		}
		up = path.Join(up, "..")
	}
	return dir
}

// reaches lists the places in all files that the sources on a line reach.
func (s *session) reaches(r *fileResult, file *source.File, line int) []analyzer.Related {
	var out []analyzer.Related
	seen := make(map[site]bool)
	add := func(path string, span source.Span, message string) {
		if at := (site{path, span}); !seen[at] {
			seen[at] = true
			out = append(out, analyzer.Related{Path: path, Span: span, Message: message})
		}
	}
	for _, c := range s.links.all {
		for _, p := range c.Sources {
			if p.Path != r.path || file.LineAt(p.Span.Start) != line {
				continue
			}
			for _, a := range s.links.joined.Acts(p) {
				if a.Role != semantic.RoleNamed {
					add(a.Path, a.Span, "becomes a device here")
				}
			}
			for _, t := range c.Tests {
				add(t.Path, t.Span, "is tested here")
			}
		}
	}
	slices.SortStableFunc(out, func(a, b analyzer.Related) int {
		return compareSites(site{a.Path, a.Span}, site{b.Path, b.Span})
	})
	return out
}
