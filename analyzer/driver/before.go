package driver

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"golang.org/x/sync/errgroup"

	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/internal/patch"
)

// delta is a change in the form that a run uses. Paths are those of the Scope.
type delta struct {
	*Scope
	wd    string                   // absolute, with '/'
	added map[string][]patch.Range // lines, by the path of the file today
	old   map[string]string        // path before by path today; empty for new files
	// was lists the entries that the directories held before the change, as far as it
	// touches them; the names of directories end in '/'.
	was map[string][]string

	mu   sync.Mutex
	real map[string]string // names without links
}

func newDelta(scope *Scope, wd string) *delta {
	c := &delta{
		Scope: scope, wd: wd, added: make(map[string][]patch.Range), old: make(map[string]string),
		was: make(map[string][]string), real: make(map[string]string),
	}
	for _, f := range scope.Files {
		if patch.Inside(f.New) {
			c.added[f.New] = append(c.added[f.New], f.Added...)
			c.old[f.New] = f.Old
		}
		if patch.Inside(f.Old) {
			c.hold(f.Old)
		}
	}
	return c
}

// hold notes a file that there was, and the directories that it was in.
func (c *delta) hold(name string) {
	for base := path.Base(name); name != "."; {
		dir := path.Dir(name)
		if !slices.Contains(c.was[dir], base) {
			c.was[dir] = append(c.was[dir], base)
		}
		name, base = dir, path.Base(dir)+"/"
	}
}

// path is the path by which the change calls a file, from its absolute name; empty for
// files elsewhere.
func (c *delta) path(name string) string {
	c.mu.Lock()
	defer c.mu.Unlock()
	real, ok := c.real[name]
	if !ok {
		real = withoutLinks(name)
		c.real[name] = real
	}
	rel, err := filepath.Rel(c.Root, real)
	if err != nil || !filepath.IsLocal(rel) {
		return ""
	}
	return filepath.ToSlash(rel)
}

// withoutLinks follows the links in a name, as long as the path exists.
func withoutLinks(name string) string {
	name = filepath.FromSlash(name)
	if real, err := filepath.EvalSymlinks(name); err == nil {
		return real
	}
	dir := filepath.Dir(name)
	if dir == name {
		return name
	}
	return filepath.Join(withoutLinks(dir), filepath.Base(name))
}

// pathOf is the path of a file of the run.
func (c *delta) pathOf(f *fileResult) string { return c.path(absolute(c.wd, f.path)) }

// name is the absolute name of a path, spelt as the run spells names.
func (c *delta) name(path string) string {
	real := filepath.Join(c.Root, filepath.FromSlash(path))
	rel, err := filepath.Rel(withoutLinks(c.wd), real)
	if err != nil {
		return filepath.ToSlash(real)
	}
	return absolute(c.wd, rel)
}

// read is a file as it was before the change.
func (c *delta) read(name string) ([]byte, error) {
	p := c.path(name)
	if p == "" {
		return ReadFile(filepath.FromSlash(name))
	}
	if slices.Contains(c.was[path.Dir(p)], path.Base(p)) {
		return c.Before(p, sizeLimit(name))
	}
	if _, isNew := c.old[p]; isNew {
		return nil, fs.ErrNotExist
	}
	return ReadFile(filepath.FromSlash(name))
}

// list is the entries of a directory before the change; names are its entries now.
func (c *delta) list(dir string, names []string) []string {
	p := c.path(dir)
	if p == "" {
		return names
	}
	names = slices.DeleteFunc(names, func(name string) bool {
		_, touched := c.old[path.Join(p, name)]
		return touched && !strings.HasSuffix(name, "/")
	})
	for _, name := range c.was[p] {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// findingsBefore are the findings that the files of the run had before the change, as
// they would have been reported. The other files that the change touches, and the project
// around them, are as they were too: the effect of a call in one file on another is seen
// on both sides. Unknown are the files, by their paths of today, whose old text could not
// be analysed in the time that they have.
func (s *session) findingsBefore(ctx context.Context, c *delta) (old claims, unknown map[string]bool, err error) {
	opts := s.opts
	opts.Scope, opts.Baseline, opts.Stdin = nil, nil, nil
	before, err := newSession(ctx, opts)
	if err != nil {
		return nil, nil, err
	}
	before.before, before.phase, before.budgets = c, phaseBefore, s.budgets
	if err := before.renew(ctx); err != nil {
		return nil, nil, err
	}
	files := s.filesBefore(c)
	results := make([]*fileResult, len(files))
	group, groupCtx := errgroup.WithContext(ctx)
	group.SetLimit(max(1, s.opts.Jobs))
	for i, f := range files {
		group.Go(func() (err error) {
			results[i], err = before.seeBefore(groupCtx, f.name)
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return nil, nil, err
	}
	if err := before.analyseNeeded(ctx, results, before.analyse); err != nil {
		return nil, nil, err
	}
	unknown = make(map[string]bool)
	for i, r := range results {
		if r != nil && r.failed && r.fleeting {
			unknown[files[i].today] = true
		}
	}
	return before.claims(files, results), unknown, nil
}

// fileBefore is a file as it was called before the change.
type fileBefore struct {
	name  string // absolute
	today string // path under which the run reports it; empty if it does not
}

// filesBefore are the files of the run that existed before the change, including those
// that no longer exist.
func (s *session) filesBefore(c *delta) []fileBefore {
	var files []fileBefore
	for _, f := range s.files {
		name := absolute(c.wd, f.path)
		switch old, touched := c.old[c.pathOf(f)]; {
		case f.foreign, touched && old == "":
			continue
		case touched:
			name = c.name(old)
		}
		files = append(files, fileBefore{name, f.path})
	}
	for _, f := range c.Files {
		if f.New == "" && (source.IsPython(f.Old) || s.readsProjects() && source.IsProjectFile(f.Old)) {
			files = append(files, fileBefore{name: c.name(f.Old)})
		}
	}
	return files
}

// seeBefore is the sight of a file as it was; nil if it was not there.
func (s *session) seeBefore(ctx context.Context, name string) (*fileResult, error) {
	path := s.place.Path(name)
	raw, err := s.before.read(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case ctx.Err() != nil:
		return nil, stopped(ctx, path)
	case err != nil:
		return nil, fmt.Errorf("reading %s as it was: %w", path, err)
	}
	r := s.see(ctx, path, raw)
	r.name = filepath.FromSlash(name)
	return r, nil
}

// claims are the findings that were reported, by the paths of today.
func (s *session) claims(files []fileBefore, results []*fileResult) claims {
	for _, r := range results {
		if r != nil {
			s.files = append(s.files, r)
		}
	}
	slices.SortStableFunc(s.files, comparePaths)
	s.linkAll()
	all := make(claims)
	for i, r := range results {
		if r == nil || files[i].today == "" {
			continue
		}
		for _, fd := range r.findings {
			if !fd.Suppressed && s.shows(fd) {
				all.add(claimOf(fd, files[i].today), knownOf(fd))
			}
		}
	}
	return all
}
