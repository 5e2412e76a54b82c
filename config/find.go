package config

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Find is the configuration file for a run over paths; empty if there is none.
// The search starts in the working directory, or where a path lies outside of
// it in the directory that all paths share, and goes up to the root: the same
// file whichever of a repository's files are checked from the repository's
// root.
func Find(paths []string) (string, error) {
	dir, err := start(paths)
	if err != nil {
		return "", fmt.Errorf("configuration: %w", err)
	}
	return Above(dir)
}

// Above is the configuration file in a directory, or else in the nearest one above it
// that has one; empty if there is none.
func Above(dir string) (string, error) {
	for {
		found, err := inDirectory(dir)
		if found != "" || err != nil {
			return shorten(found), err
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return "", nil
		}
		dir = parent
	}
}

// inDirectory is the configuration file of one directory. Anything but a regular file,
// such as a pipe, is none.
func inDirectory(dir string) (string, error) {
	own, project := filepath.Join(dir, ownName), filepath.Join(dir, projectName)
	switch {
	case isRegular(own):
		return own, nil
	case !isRegular(project):
		return "", nil
	}
	project = shorten(project) // as errors name it
	f, err := readFile(project)
	switch {
	case f == nil && err == nil:
		return "", nil
	case errors.Is(err, fs.ErrPermission):
		return "", nil // somebody else's, above the project
	case err != nil:
		return "", err
	}
	return project, nil
}

func isRegular(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.Mode().IsRegular()
}

// start is the absolute directory in which the search begins.
func start(paths []string) (string, error) {
	wd, err := os.Getwd()
	if err != nil {
		return "", err
	}
	common := wd
	for i, p := range paths {
		dir := absolute(p)
		if info, err := os.Stat(dir); err != nil || !info.IsDir() {
			dir = filepath.Dir(dir)
		}
		if i == 0 {
			common = dir
		}
		common = shared(common, dir)
	}
	if shared(common, wd) == wd {
		return wd, nil
	}
	return common, nil
}

// shared is the deepest directory that holds both.
func shared(a, b string) string {
	for !within(b, a) {
		a = filepath.Dir(a)
	}
	return a
}

// within says whether path is dir or lies below it.
func within(path, dir string) bool {
	rel, err := filepath.Rel(dir, path)
	return err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator))
}

// leadsOut tells whether a path leads out of a directory once all links are followed,
// or may do so once the target of a link exists.
func leadsOut(dir, path string) bool {
	dir, err := filepath.EvalSymlinks(absolute(dir))
	if err != nil {
		return true
	}
	for path = absolute(path); ; path = filepath.Dir(path) {
		real, err := filepath.EvalSymlinks(path)
		if err == nil {
			return !within(real, dir)
		}
		if _, err := os.Lstat(path); err == nil || path == filepath.Dir(path) {
			return true // a link to a missing target, or to itself
		}
	}
}

// shorten makes a path relative to the working directory where it lies below.
func shorten(path string) string {
	wd, err := os.Getwd()
	if err != nil || path == "" || !within(path, wd) {
		return path
	}
	if rel, err := filepath.Rel(wd, path); err == nil {
		return rel
	}
	return path
}
