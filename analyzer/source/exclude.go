package source

import (
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// Covers says whether a glob of a setting is about a path, or about a
// directory above it. The path is relative to what the globs are relative to,
// with '/'.
func Covers(glob, name string) bool {
	for ; name != "." && name != "/" && name != ""; name = path.Dir(name) {
		if matchesGlob(glob, name) {
			return true
		}
	}
	return false
}

// ValidGlob says whether a glob can be matched at all.
func ValidGlob(glob string) bool { return doublestar.ValidatePattern(glob) }

// matchesGlob says whether a glob means a path itself. One without '/' is about
// a name at any depth.
func matchesGlob(glob, name string) bool {
	glob = strings.TrimSuffix(strings.TrimPrefix(glob, "./"), "/")
	if !strings.Contains(glob, "/") {
		name = path.Base(name)
	}
	return doublestar.MatchUnvalidated(glob, name)
}

// forbidden says whether a path that the user named is left out after all.
func (w *walker) forbidden(abs string) bool {
	if !w.opts.ForceExclude {
		return false
	}
	rel, err := filepath.Rel(w.opts.Root, abs)
	if err != nil {
		return false
	}
	return slices.ContainsFunc(w.opts.Excludes, func(glob string) bool { return Covers(glob, filepath.ToSlash(rel)) })
}
