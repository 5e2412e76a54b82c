package source

import (
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// addUnsaved visits the files of a directory that are not on disk.
func (w *walker) addUnsaved(f folder, entries []fs.DirEntry) error {
	for _, name := range w.unsaved[w.absolute(f.name)] {
		sub := w.child(f, name)
		onDisk := slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return e.Name() == name })
		read := IsPython(name) || w.opts.Project && IsProjectFile(sub.report)
		if onDisk || !read || w.excluded(sub, false) {
			continue
		}
		if err := w.found(Found{Path: sub.report, Name: sub.name}, sub.real); err != nil {
			return err
		}
	}
	return nil
}

// absolute is the absolute name of a path.
func (w *walker) absolute(path string) string {
	if filepath.IsAbs(path) {
		return filepath.Clean(path)
	}
	return filepath.Join(w.wd, path)
}

// opened is the name to open an argument by: as it was given, if the process works in the
// directory where it starts.
func (w *walker) opened(arg string) string {
	if w.opts.Dir == "" {
		return filepath.Clean(arg)
	}
	return w.absolute(arg)
}

func (w *walker) child(f folder, name string) folder {
	sub := folder{
		name: filepath.Join(f.name, name), real: filepath.Join(f.real, name),
		report: path.Join(f.report, name), root: path.Join(f.root, name), repo: path.Join(f.repo, name),
		ig: f.ig, depth: f.depth + 1,
	}
	if strings.HasPrefix(sub.root, "../") {
		// On the way down from above the root, "../p" may be the root itself.
		if rel, err := filepath.Rel(w.opts.Root, filepath.Join(w.opts.Root, filepath.FromSlash(sub.root))); err == nil {
			sub.root = filepath.ToSlash(rel)
		}
	}
	return sub
}
