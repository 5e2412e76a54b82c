package driver

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"github.com/neuronlint/neuronlint/analyzer/prefilter"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// ahead reads the modules that the files of a small run import while these are analysed,
// since the analysis will ask for most of them: a hook that checks one file would else
// use one processor. It is nil for a run with enough files to occupy all processors.
type ahead struct {
	s     *session
	files hasty
	spare int // goroutines for each file
	group sync.WaitGroup
	end   context.CancelFunc
}

// hasty is the disk for files that nobody has asked for yet.
type hasty struct {
	*disk

	ctx context.Context
}

func (h hasty) Load(name string) (*source.File, *syntax.Tree, error) { return h.load(h.ctx, name) }

func (s *session) newAhead(ctx context.Context) *ahead {
	n := max(1, len(s.opts.Paths))
	isFile := func(path string) bool {
		info, err := os.Stat(filepath.FromSlash(absolute(s.wd, path)))
		return err == nil && !info.IsDir()
	}
	for _, path := range s.opts.Paths {
		if s.opts.Jobs < 2*n || !isFile(path) {
			return nil
		}
	}
	ctx, end := context.WithCancel(ctx)
	return &ahead{s: s, files: hasty{s.place, ctx}, spare: s.opts.Jobs/n - 1, end: end}
}

// stop waits until nothing is read any more, which is at once.
func (a *ahead) stop() {
	if a != nil {
		a.end()
		a.group.Wait()
	}
}

// follow reads the files that a file imports.
func (a *ahead) follow(path string, raw []byte) {
	if a == nil || a.files.ctx.Err() != nil || source.IsNotebook(path) || source.IsProjectFile(path) || !prefilter.Contains(raw, "torch", "jax", "cuda") {
		return
	}
	list := a.imported(absolute(a.s.wd, path), raw)
	modules := make(chan *semantic.Module, len(list))
	for _, mod := range list {
		modules <- mod
	}
	close(modules)
	for range min(a.spare, len(list)) {
		a.group.Go(func() {
			for mod := range modules {
				if a.files.ctx.Err() != nil {
					return
				}
				// Whoever asks for the module meets with the same failure.
				_ = protect(func() error { a.s.project.Ahead(a.files, mod); return nil })
			}
		})
	}
}

// imported are the modules whose imported names the file uses at least once more.
func (a *ahead) imported(name string, raw []byte) []*semantic.Module {
	imports, _ := prefilter.Imports(raw)
	from := a.s.project.Module(name)
	again := func(name string) bool { return bytes.Count(raw, []byte(name)) > 1 }
	var out []*semantic.Module
	for _, imp := range imports {
		if len(imp.Names) > 0 && !slices.ContainsFunc(imp.Names, again) {
			continue
		}
		for _, mod := range a.s.project.Named(from, imp.Level, imp.Module, imp.Names) {
			if mod != from && !slices.Contains(out, mod) {
				out = append(out, mod)
			}
		}
	}
	return out
}
