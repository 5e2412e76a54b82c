package driver

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"golang.org/x/sync/errgroup"

	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/internal/regular"
)

// These are the largest files that are read into memory at all, unless
// Limits.Bytes is larger; the parser has a stricter limit of its own. A notebook is mostly pictures, which are passed
// over.
const (
	maxFileBytes     = 32 << 20
	maxNotebookBytes = 256 << 20
)

// gather collects results that arrive in any order.
type gather struct {
	mu      sync.Mutex
	results []*fileResult
}

func (g *gather) add(r *fileResult) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.results = append(g.results, r)
}

// analysis turns the bytes of a file into its result.
type analysis func(ctx context.Context, path string, raw []byte) (*fileResult, error)

// analyseAll analyses all files of the run.
func (s *session) analyseAll(ctx context.Context, analyse analysis) error {
	if err := s.survey(ctx); err != nil {
		return err
	}
	return s.analyseNeeded(ctx, s.files, analyse)
}

// survey walks the paths and looks at the bytes of each file as soon as it is found. The
// walk waits while all workers are busy, and so never runs far ahead.
func (s *session) survey(ctx context.Context) error {
	s.opts.Progress.begin(phaseLooking, 0)
	group, groupCtx := errgroup.WithContext(ctx)
	group.SetLimit(max(1, s.opts.Jobs))
	var all gather
	if in := s.opts.Stdin; in != nil {
		all.add(s.see(ctx, in.Path, in.Raw))
	}
	walkErr := source.Walk(groupCtx, s.opts.Paths,
		source.Options{
			Excludes: s.opts.Exclude, ForceExclude: s.opts.ForceExclude,
			Dir: s.opts.Dir, Unsaved: s.unsaved(), Root: s.opts.Root, NoGitignore: s.opts.NoGitignore, Project: s.readsProjects(),
		},
		func(f source.Found) error {
			if in := s.opts.Stdin; in == nil || in.Path != f.Path {
				group.Go(func() error {
					all.add(s.seeFile(groupCtx, f))
					return nil
				})
			}
			return nil
		},
		func(path string, err error) { all.add(s.unread(path, err.Error())) },
	)
	if err := group.Wait(); err != nil {
		return err
	}
	if walkErr != nil {
		return fmt.Errorf("walking: %w", walkErr)
	}
	slices.SortStableFunc(all.results, comparePaths)
	s.files = all.results
	s.memory.found(s.files)
	return nil
}

// unsaved are the texts of a run that may have no file.
func (s *session) unsaved() []string {
	var names []string
	for path := range s.opts.Texts {
		names = append(names, filepath.FromSlash(absolute(s.wd, path)))
	}
	return names
}

func comparePaths(a, b *fileResult) int { return cmp.Compare(a.path, b.path) }

// seeFile is the sight of a file that was found.
func (s *session) seeFile(ctx context.Context, f source.Found) *fileResult {
	if text, ok := s.opts.Texts[f.Path]; ok {
		r := s.see(ctx, f.Path, text) // without a name, it is read from there
		r.named = f.Explicit
		return r
	}
	if r := s.recallUnchanged(f); r != nil {
		return r
	}
	raw, _ := s.buffers.Get().(*bytes.Buffer)
	if raw == nil {
		raw = new(bytes.Buffer)
	}
	defer s.buffers.Put(raw)
	seen := s.keep().before(f.Name)
	if err := readInto(raw, f.Name, int64(s.opts.Limits.Bytes), statOf(f.Explicit)); err != nil {
		s.opts.Progress.step()
		return s.unread(f.Path, err.Error())
	}
	r := s.see(ctx, f.Path, raw.Bytes())
	s.keep().saw(f.Name, seen, raw.Bytes())
	r.name, r.named = f.Name, f.Explicit
	return r
}

// statOf describes a file that is to be read. The walk passes links over, and the file it
// found was no link.
func statOf(named bool) func(string) (fs.FileInfo, error) {
	if named {
		return os.Stat
	}
	return os.Lstat
}

// read is the text of a file that is judged.
func (s *session) read(r *fileResult) ([]byte, error) {
	if r.name == "" || s.before != nil {
		return s.place.read(absolute(s.wd, r.path))
	}
	return readFile(r.name, int64(s.opts.Limits.Bytes), statOf(r.named))
}

// ReadFile reads a regular file of bounded size; of a link, its target. Its errors do not
// repeat the name.
func ReadFile(name string) ([]byte, error) { return readFile(name, 0, os.Stat) }

// readFile is readInto a buffer of its own.
func readFile(name string, atLeast int64, stat func(string) (fs.FileInfo, error)) ([]byte, error) {
	var raw bytes.Buffer
	if err := readInto(&raw, name, atLeast, stat); err != nil {
		return nil, err
	}
	return raw.Bytes(), nil
}

// readInto reads the file that stat describes, and no more than is allowed of
// a file of its name or by atLeast.
func readInto(raw *bytes.Buffer, name string, atLeast int64, stat func(string) (fs.FileInfo, error)) error {
	return regular.ReadInto(raw, name, max(sizeLimit(name), atLeast), stat)
}

// sizeLimit is how many bytes a file of a name may have.
func sizeLimit(name string) int64 {
	if source.IsNotebook(name) {
		return maxNotebookBytes
	}
	return maxFileBytes
}
