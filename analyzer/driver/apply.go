package driver

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"golang.org/x/sync/errgroup"

	"github.com/neuronlint/neuronlint/analyzer/edit"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// discardedFile is a file whose patched text does not parse.
type discardedFile struct {
	path   string
	groups []edit.GroupID
	part   string // the step of its fixes that was not done in time
	err    error
}

// patched is a file with its chosen fixes applied, or why they cannot be.
type patched struct {
	change

	err error
}

// apply makes the patched text of every file that a chosen fix touches.
func (s *session) apply(ctx context.Context, chosen []edit.Fix) ([]change, []discardedFile, error) {
	edits, groupsOf := byPath(chosen)
	paths := slices.Sorted(maps.Keys(edits))
	patches := make([]patched, len(paths))
	var group errgroup.Group
	group.SetLimit(max(1, s.opts.Jobs))
	for i, path := range paths {
		group.Go(func() error {
			if ctx.Err() != nil {
				return fmt.Errorf("patching %s: %w", path, context.Cause(ctx))
			}
			patches[i] = s.patch(ctx, path, edits[path])
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return nil, nil, err
	}
	var changes []change
	var bad []discardedFile
	for i, path := range paths {
		switch p := patches[i]; {
		case ctx.Err() != nil:
			return nil, nil, fmt.Errorf("patching %s: %w", path, context.Cause(ctx))
		case p.err != nil:
			bad = append(bad, discardedFile{path: path, groups: groupsOf[path], part: "making them", err: p.err})
		case p.new != nil:
			p.groups = groupsOf[path]
			changes = append(changes, p.change)
		}
	}
	return changes, bad, nil
}

// patch applies edits to one file and parses the result. A failure costs the fixes of the
// file.
func (s *session) patch(ctx context.Context, path string, edits []edit.Edit) (p patched) {
	i, ok := s.indexOf(path)
	if !ok {
		return patched{err: errors.New("it is no part of this run")}
	}
	r := s.files[i]
	text := s.hashOf(path)
	if s.texting.bounded && s.keep().fits(path, text, edits) {
		return patched{}
	}
	err := s.timed(ctx, path, func(ctx context.Context) error {
		if caught := protect(func() error { p = s.edited(ctx, r, edits); return nil }); caught != nil {
			r.internal++
			s.defect("", caught)
			p.err = caught
		}
		return p.err
	})
	if errors.Is(err, syntax.ErrTimeout) {
		s.slow.Store(true) // the next run may have more time
	}
	if errors.Is(err, errSlow) {
		s.slow.Store(true)
		return patched{err: err}
	}
	if s.texting.bounded && err == nil {
		s.keep().fitted(path, text, edits)
	}
	return p
}

// hashOf is the hash of the text of a file that is judged; zero if it is not known.
func (s *session) hashOf(path string) hash {
	if s.keep() == nil {
		return hash{}
	}
	s.memory.mu.Lock()
	defer s.memory.mu.Unlock()
	return s.memory.hashes[absolute(s.wd, path)]
}

// edited is a file with edits applied; the texts are kept only if the run uses them.
func (s *session) edited(ctx context.Context, r *fileResult, edits []edit.Edit) patched {
	old, err := r.load()
	if err == nil && ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	if err != nil {
		return patched{err: err}
	}
	verify := edit.Verify
	if source.IsProjectFile(r.path) {
		verify = verifyProject
	}
	text, err := verify(ctx, old, edits, r.outline, s.opts.Limits.syntax())
	if err != nil || s.texting.bounded {
		return patched{err: err}
	}
	return patched{change: change{path: r.path, old: old, new: text}}
}

// indexOf is the index of the result for a path among those of the run.
func (s *session) indexOf(path string) (int, bool) {
	return slices.BinarySearchFunc(s.files, path, func(f *fileResult, path string) int { return cmp.Compare(f.path, path) })
}

// byPath sorts the edits of fixes by file, with the groups that need them.
func byPath(chosen []edit.Fix) (map[string][]edit.Edit, map[string][]edit.GroupID) {
	type use struct {
		path  string
		group edit.GroupID
	}
	edits, ids := make(map[string][]edit.Edit), make(map[string][]edit.GroupID)
	seen := make(map[use]bool)
	for _, fix := range chosen {
		for _, e := range fix.Edits {
			edits[e.Path] = append(edits[e.Path], e)
			if u := (use{e.Path, fix.Group}); !seen[u] {
				seen[u] = true
				ids[e.Path] = append(ids[e.Path], fix.Group)
			}
		}
	}
	return edits, ids
}
