package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/neuronlint/neuronlint/internal/filegroup"
)

// treeRoot is the directory below which fix may write, and where it keeps its
// journal: the repository that all paths lie in, or else the nearest directory
// that holds them all.
func treeRoot(paths []string) (string, error) {
	common := ""
	for _, path := range paths {
		dir, err := homeOf(path)
		if err != nil {
			return "", err
		}
		for common != "" && !holds(common, dir) {
			common = filepath.Dir(common)
		}
		if common == "" {
			common = dir
		}
	}
	if repo := repositoryOf(common); repo != "" {
		return repo, nil
	}
	return common, nil
}

// homeOf is the directory that a path names or is in, links followed. Where a link on
// the way leads out of a repository, it is the repository: the links of a tree must not
// decide about files elsewhere.
func homeOf(path string) (string, error) {
	if info, err := os.Stat(path); err != nil || !info.IsDir() {
		path = filepath.Dir(path)
	}
	dir, err := realDir(path)
	if err != nil {
		return "", err
	}
	for at := filepath.Clean(path); at != filepath.Dir(at); at = filepath.Dir(at) {
		if info, err := os.Lstat(at); err != nil || info.Mode()&fs.ModeSymlink == 0 {
			continue
		}
		from, err := realDir(filepath.Dir(at))
		if err != nil {
			return "", err
		}
		if repo := repositoryOf(from); repo != "" && !holds(repo, dir) {
			return repo, nil
		}
	}
	return dir, nil
}

// realDir is the absolute name of a directory, links followed.
func realDir(dir string) (string, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	return filepath.EvalSymlinks(dir)
}

// repositoryOf is the nearest directory with a repository that holds another, or
// is it; empty if there is none.
func repositoryOf(dir string) string {
	for ; ; dir = filepath.Dir(dir) {
		if _, err := os.Lstat(filepath.Join(dir, ".git")); err == nil {
			return dir
		}
		if dir == filepath.Dir(dir) {
			return ""
		}
	}
}

// holds reports whether a path lies in a directory, or is it.
func holds(dir, path string) bool {
	rel, err := filepath.Rel(dir, path)
	return err == nil && filepath.IsLocal(rel)
}

// cutShort is the error of a command on a tree that an earlier fix has left
// half-written, with the way out.
func cutShort(err error, paths []string) error {
	var broken *filegroup.Interrupted
	if !errors.As(err, &broken) {
		return err
	}
	return fmt.Errorf("%w; complete it with: neuronlint fix --resume %s", err, quoted(paths))
}

// quoted are paths as a shell takes them.
func quoted(paths []string) string {
	words := make([]string, 0, len(paths))
	for _, path := range paths {
		if strings.HasPrefix(path, "-") {
			path = "./" + path
		}
		if strings.Trim(path, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./-") != "" {
			path = "'" + strings.ReplaceAll(path, "'", `'\''`) + "'"
		}
		words = append(words, path)
	}
	return strings.Join(words, " ")
}

// warnCutShort tells of a tree that an earlier fix has left half-written, to
// whom the report of such a tree would puzzle.
func (a *app) warnCutShort(paths []string) {
	root, err := treeRoot(paths)
	if err != nil {
		return // the paths themselves are reported
	}
	if err := filegroup.Check(root); err != nil && !errors.Is(err, fs.ErrPermission) {
		a.tell(cutShort(err, paths))
	}
}

// resume completes the files that an earlier fix has left half-written.
func (a *app) resume(ctx context.Context, paths []string) error {
	if len(paths) == 0 {
		paths = []string{"."}
	}
	root, err := treeRoot(paths)
	if err != nil {
		return fmt.Errorf("fix: %w", err)
	}
	var all filegroup.Resumed
	err = a.save(func() error { all, err = filegroup.Resume(ctx, root); return err })
	for _, name := range all.Written {
		a.tell(fmt.Errorf("written %s", name))
	}
	for _, name := range all.Changed {
		a.tell(fmt.Errorf("not written %s, which was changed since; see whether it goes with the rest of the fix", name))
	}
	if err != nil {
		return fmt.Errorf("fix: %w", err)
	}
	if len(all.Written)+len(all.Changed) == 0 {
		a.tell(errors.New("no fix was cut short here"))
	}
	return nil
}
