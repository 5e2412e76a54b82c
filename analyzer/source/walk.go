package source

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// Options narrow a walk.
type Options struct {
	// Excludes are globs of files and directories to leave out, relative to Root:
	// see PathGlob.
	Excludes []string
	Root     string // empty: the working directory
	// Dir is the working directory, absolute: relative paths start there, and files below
	// are reported relative to it; empty: that of the process.
	Dir string
	// Unsaved are absolute names of files that exist only in an editor so far. They are
	// visited where a file of their name would be found.
	Unsaved     []string
	NoGitignore bool
	// ForceExclude applies Excludes to named files as well.
	ForceExclude bool
	// Project has project files found too; see Format.
	Project bool
	// Depth is how many folders deep a directory is walked, itself the first; 0 means all.
	Depth int
	// Other is called for each file in a directory that is not visited, by the path that it
	// would be reported under; may be nil.
	Other func(path string)
}

// Found is one file to check.
type Found struct {
	Path     string // as reported: relative to the working directory where it lies below, with '/'
	Name     string // to open it by
	Explicit bool   // named by the user, not found in a directory
}

// Walk visits every Python file, and with Options.Project every project file, in and
// below paths once, directories in the order of their names. A file that is named is
// visited under any name and, but for Options.ForceExclude, even if it is excluded; in a
// directory, files that a .gitignore or .git/info/exclude names, the directories of tools
// and all symbolic links are left out: a link leads to a file that is found by its own
// name, or out of the tree. The user's core.excludesFile does not count: the same tree
// has the same files for everybody, and depends on nothing outside of it. Errors of
// reading go to problem, and the walk goes on. Walk returns the error of visit, of ctx,
// or of a malformed option.
func Walk(ctx context.Context, paths []string, opts Options, visit func(Found) error, problem func(path string, err error)) error {
	w := &walker{ctx: ctx, opts: opts, visit: visit, problem: problem, seen: map[string]bool{}}
	if err := w.prepare(); err != nil {
		return fmt.Errorf("source: %w", err)
	}
	for _, arg := range paths {
		if err := w.argument(arg); err != nil {
			return err
		}
	}
	return nil
}

type walker struct {
	ctx     context.Context
	opts    Options
	visit   func(Found) error
	problem func(path string, err error)
	wd      string
	exclude []*PathGlob
	seen    map[string]bool     // real absolute names of visited files
	unsaved map[string][]string // names of files, by directory
}

// folder is a directory during a walk.
type folder struct {
	name   string   // to open it by
	real   string   // absolute, without symbolic links
	report string   // as reported
	root   string   // relative to Options.Root, with '/'
	repo   string   // relative to the repository, with '/'; "" at its root
	ig     *ignores // of the directories above, for this repository
	depth  int      // in the directory that the user named, which has 1
}

func (w *walker) prepare() error {
	var err error
	if w.wd = filepath.Clean(w.opts.Dir); w.opts.Dir == "" {
		if w.wd, err = os.Getwd(); err != nil {
			return fmt.Errorf("find working directory: %w", err)
		}
	}
	w.opts.Root = w.absolute(w.opts.Root)
	for _, name := range w.opts.Unsaved {
		dir := filepath.Dir(name)
		if w.unsaved == nil {
			w.unsaved = make(map[string][]string)
		}
		w.unsaved[dir] = append(w.unsaved[dir], filepath.Base(name))
	}
	for _, pattern := range w.opts.Excludes {
		glob, ok := CompilePathGlob(pattern)
		if !ok {
			return fmt.Errorf("exclude %q is not a valid pattern", pattern)
		}
		w.exclude = append(w.exclude, glob)
	}
	return nil
}

// argument visits one path that the user named. Symbolic links are followed.
func (w *walker) argument(arg string) error {
	if arg == "" {
		w.problem(arg, errors.New("path is empty"))
		return nil
	}
	abs := w.absolute(arg)
	if w.forbidden(abs) {
		return nil
	}
	report := w.reported(arg, abs)
	real, err := filepath.EvalSymlinks(abs)
	if err != nil {
		w.problem(report, reason("cannot find it", err))
		return nil
	}
	info, err := os.Stat(real)
	switch {
	case err != nil:
		w.problem(report, reason("cannot find it", err))
		return nil
	case info.IsDir():
		return w.start(folder{name: w.opened(arg), real: real, report: report, depth: 1}, abs)
	case !info.Mode().IsRegular():
		w.problem(report, errors.New("it is neither a file nor a directory"))
		return nil
	default:
		return w.found(Found{Path: report, Name: w.opened(arg), Explicit: true}, real)
	}
}

// reported is the path that people see for an argument.
func (w *walker) reported(arg, abs string) string {
	if rel, err := filepath.Rel(w.wd, abs); err == nil && (!filepath.IsAbs(arg) || filepath.IsLocal(rel)) {
		return filepath.ToSlash(rel)
	}
	return filepath.ToSlash(abs)
}

// start walks a directory that the user named.
func (w *walker) start(f folder, abs string) error {
	if rel, err := filepath.Rel(w.opts.Root, abs); err == nil {
		f.root = filepath.ToSlash(rel)
	}
	if !w.opts.NoGitignore {
		var err error
		if f.ig, f.repo, err = outerIgnores(f.real); err != nil {
			w.problem(f.report, err)
		}
	}
	entries, err := os.ReadDir(f.name)
	if err != nil {
		w.problem(f.report, reason("cannot read directory", err))
	}
	return w.entries(f, entries)
}

// below walks a directory that was found in another.
func (w *walker) below(f folder) error {
	entries, err := os.ReadDir(f.name)
	if err != nil {
		w.problem(f.report, reason("cannot read directory", err))
	}
	for _, e := range entries {
		switch e.Name() {
		case "pyvenv.cfg":
			return nil // a virtual environment under any name
		case ".git":
			// A repository within the repository has rules of its own.
			if f.repo, f.ig = "", nil; !w.opts.NoGitignore {
				if f.ig, err = repositoryIgnores(f.real); err != nil {
					w.problem(f.report, err)
				}
			}
		}
	}
	return w.entries(f, entries)
}

func (w *walker) entries(f folder, entries []fs.DirEntry) error {
	if err := w.ctx.Err(); err != nil {
		return err
	}
	if !w.opts.NoGitignore {
		f.ig = w.ignoresOf(f, entries)
	}
	for _, e := range entries {
		sub := w.child(f, e.Name())
		if e.Type()&^fs.ModeDir != 0 || w.excluded(sub, e.IsDir()) {
			continue
		}
		var err error
		switch {
		case e.IsDir():
			if w.opts.Depth == 0 || f.depth < w.opts.Depth {
				err = w.below(sub)
			}
		case IsPython(e.Name()), w.opts.Project && IsProjectFile(sub.report):
			err = w.found(Found{Path: sub.report, Name: sub.name}, sub.real)
		case w.opts.Other != nil:
			w.opts.Other(sub.report)
		}
		if err != nil {
			return err
		}
	}
	return w.addUnsaved(f, entries)
}

// ignoresOf adds the directory's own .gitignore to the patterns from above.
func (w *walker) ignoresOf(f folder, entries []fs.DirEntry) *ignores {
	for _, e := range entries {
		if e.Name() == ".gitignore" && e.Type().IsRegular() {
			ig, err := f.ig.read(filepath.Join(f.name, ".gitignore"), f.repo)
			if err != nil {
				w.problem(f.report, err)
			}
			return ig
		}
	}
	return f.ig
}

func (w *walker) excluded(f folder, dir bool) bool {
	if dir && isToolDirectory(path.Base(f.root)) || f.ig.ignored(f.repo, dir) {
		return true
	}
	return slices.ContainsFunc(w.exclude, func(g *PathGlob) bool { return g.means(f.root) })
}

// forbidden reports whether a path that the user named is excluded after all.
func (w *walker) forbidden(abs string) bool {
	if !w.opts.ForceExclude {
		return false
	}
	rel, err := filepath.Rel(w.opts.Root, abs)
	if err != nil {
		return false
	}
	return slices.ContainsFunc(w.exclude, func(g *PathGlob) bool { return g.Covers(filepath.ToSlash(rel)) })
}

// found visits a file unless it was visited under any name.
func (w *walker) found(f Found, real string) error {
	if w.seen[real] {
		return nil
	}
	if err := w.ctx.Err(); err != nil {
		return err
	}
	w.seen[real] = true
	return w.visit(f)
}

// isToolDirectory reports whether a directory of that name holds only files that a tool
// made or installed, and none that its owner would mend.
func isToolDirectory(name string) bool {
	switch name {
	case ".git", ".hg", ".svn", ".bzr", ".jj",
		".venv", "venv", "node_modules", "site-packages", "__pypackages__",
		".tox", ".nox", ".eggs", "build", "dist", "buck-out",
		"__pycache__", ".mypy_cache", ".ruff_cache", ".pytest_cache", ".pytype", ".ipynb_checkpoints",
		".idea", ".vscode", ".direnv":
		return true
	}
	return strings.HasSuffix(name, ".egg-info")
}

// reason is the operation that failed and its cause without the path, which is reported
// separately.
func reason(what string, err error) error {
	var pathErr *fs.PathError
	if errors.As(err, &pathErr) {
		err = pathErr.Err
	}
	return fmt.Errorf("%s: %w", what, err)
}
