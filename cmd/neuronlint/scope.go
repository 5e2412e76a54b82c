package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/neuronlint/neuronlint/analyzer/driver"
	"github.com/neuronlint/neuronlint/config"
	"github.com/neuronlint/neuronlint/internal/git"
	"github.com/neuronlint/neuronlint/internal/patch"
	"github.com/neuronlint/neuronlint/internal/regular"
)

// scopeFlags limit a report to new findings.
type scopeFlags struct {
	since    string // revision
	diffFile string
	baseline string
}

func addScope(cmd *cobra.Command, f *scopeFlags) {
	cmd.Flags().StringVar(&f.since, "since", "",
		"report only findings added since HEAD parted from this git revision, uncommitted work included")
	cmd.Flags().StringVar(&f.diffFile, "diff-file", "",
		"report only findings on lines that this unified diff adds; - is standard input")
	cmd.Flags().StringVar(&f.baseline, "baseline", "",
		"report only findings that are not in this file, made by baseline write")
}

// scopedOptions are the options of a run over the arguments that reports only new
// findings. The caller calls done when the run is over.
func (a *app) scopedOptions(ctx context.Context, s *config.Settings, f *scopeFlags, args []string, stdinName string) (opts driver.Options, done func(), err error) {
	if f.since != "" && f.diffFile != "" {
		return opts, nil, errors.New("--since and --diff-file both say what is new; give one of them")
	}
	if opts, err = a.options(s, args, stdinName); err != nil {
		return opts, nil, err
	}
	done, err = a.narrow(ctx, f, &opts)
	return opts, done, err
}

// narrow limits the findings that are reported.
func (a *app) narrow(ctx context.Context, f *scopeFlags, opts *driver.Options) (done func(), err error) {
	done = func() {}
	if f.baseline != "" {
		if opts.Baseline, err = readBaseline(f.baseline); err != nil {
			return done, err
		}
	}
	switch {
	case f.since != "":
		opts.Scope, done, err = since(ctx, f.since, opts.Paths)
		if err != nil {
			err = fmt.Errorf("since: %w", err)
		}
	case f.diffFile != "":
		opts.Scope, err = a.diffScope(f.diffFile, opts)
	}
	return done, err
}

// since returns the changes since HEAD parted from a revision.
func since(ctx context.Context, revision string, paths []string) (scope *driver.Scope, done func(), err error) {
	done = func() {}
	repo, err := repository(ctx, paths)
	if err != nil {
		return nil, done, err
	}
	base, err := repo.MergeBase(ctx, revision)
	if err != nil {
		return nil, done, err
	}
	files, err := repo.Changes(ctx, base)
	if err != nil {
		return nil, done, err
	}
	blobs, err := repo.Blobs(ctx, base)
	if err != nil {
		return nil, done, err
	}
	done = func() { _ = blobs.Close() }
	return &driver.Scope{Root: repo.Root(), Files: files, Before: blobs.Read}, done, nil
}

// repository is the one that all paths lie in.
func repository(ctx context.Context, paths []string) (*git.Repo, error) {
	dirs := make([]string, 0, len(paths))
	for _, path := range paths {
		real, err := filepath.EvalSymlinks(path)
		if err != nil {
			return nil, err
		}
		if info, err := os.Stat(real); err != nil || !info.IsDir() {
			real = filepath.Dir(real)
		}
		dirs = append(dirs, real)
	}
	if len(dirs) == 0 {
		dirs = []string{"."}
	}
	repo, err := git.Open(ctx, dirs[0])
	if err != nil {
		return nil, fmt.Errorf("%w; without git there are --diff-file and --baseline", err)
	}
	for i, dir := range dirs[1:] {
		abs, err := filepath.Abs(dir)
		if err != nil {
			return nil, err
		}
		if rel, err := filepath.Rel(repo.Root(), abs); err != nil || !filepath.IsLocal(rel) {
			return nil, fmt.Errorf("%s lies outside the repository %s; check one repository at a time", paths[i+1], repo.Root())
		}
	}
	return repo, nil
}

// diffScope covers the findings that touch the lines a diff adds.
func (a *app) diffScope(name string, opts *driver.Options) (*driver.Scope, error) {
	in, called := a.stdin, "standard input"
	switch {
	case name == stdinPath && opts.Stdin != nil:
		return nil, errors.New("diff-file: standard input is the code already; give the diff as a file")
	case name != stdinPath:
		file, err := openFile(name)
		if err != nil {
			return nil, fmt.Errorf("diff-file: %w", err)
		}
		defer func() { _ = file.Close() }()
		in, called = file, name
	}
	files, err := patch.Parse(regular.Bounded(in, maxStreamBytes))
	switch {
	case errors.Is(err, patch.ErrNoDiff):
		return nil, fmt.Errorf("diff-file: %s holds no unified diff; make one with git diff --no-color", called)
	case err != nil:
		return nil, fmt.Errorf("diff-file: %w", err)
	case len(files) == 0: // so it is where nothing was changed, or where git failed
		a.tell(fmt.Errorf("%s holds no change, so nothing is reported", called))
	}
	root, err := diffRoot(files)
	if err != nil {
		return nil, fmt.Errorf("diff-file: %w", err)
	}
	return &driver.Scope{Root: root, Files: files}, nil
}

// diffRoot is the directory that the paths of a diff are relative to: the
// working directory or one above it, as git names files from the root of the
// repository wherever it is run. It is the one where most of them lie.
func diffRoot(files []patch.File) (string, error) {
	wd, err := os.Getwd()
	if err != nil {
		return "", err
	}
	if wd, err = filepath.EvalSymlinks(wd); err != nil {
		return "", err
	}
	root, most, missing := wd, 0, ""
	for dir := wd; ; dir = filepath.Dir(dir) {
		found := 0
		for _, f := range files {
			if !patch.Inside(f.New) {
				continue
			}
			if _, err := os.Lstat(filepath.Join(dir, filepath.FromSlash(f.New))); err == nil {
				found++
			} else if missing == "" {
				missing = f.New
			}
		}
		if found > most {
			root, most = dir, found
		}
		if dir == filepath.Dir(dir) {
			break
		}
	}
	if most == 0 && missing != "" {
		return "", fmt.Errorf("there is no %s here or in a directory above; run in the directory that the diff is relative to, and let git write it with the prefixes a/ and b/", missing)
	}
	return root, nil
}

func readBaseline(name string) (*driver.Baseline, error) {
	data, err := regular.Read(name, maxBaselineBytes)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("baseline: there is no %s; make it with: neuronlint baseline write -o %s", name, name)
	case err != nil:
		return nil, fmt.Errorf("baseline: %w", err)
	}
	return driver.ParseBaseline(name, data)
}
