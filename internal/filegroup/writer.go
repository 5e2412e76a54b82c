// Package filegroup replaces files of a tree: each is whole at any moment, and files
// that belong together can be completed after the process was killed between two of
// them.
//
// Before anything is written, a journal in the root of the tree lists the files to be
// replaced, and their new contents. It is removed at the end; a journal found at the
// start belongs to an interrupted run, and the files it has left beside the others tell
// how far that run came. Nothing outside the root is ever written, wherever links lead.
package filegroup

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// File is a file that is to be replaced.
type File struct {
	Path string // to open it by
	Old  []byte // the contents that New was made from
	New  []byte
}

// errChanged says that somebody else wrote a file in the meantime.
var errChanged = errors.New("it has changed since it was read; run again")

// Writer replaces files below a root. It must be closed.
type Writer struct {
	sys  system
	real string // the root without links
	keep bool   // the journal, since a group is not complete
	free func()
}

// Open prepares writing below root, and waits for others that do so until ctx
// ends. It fails with an *Interrupted if an earlier run has left a group
// half-written.
func Open(ctx context.Context, root string) (*Writer, error) {
	real, sys, err := openRoot(root)
	if err != nil {
		return nil, err
	}
	free, err := lock(ctx, real)
	if err != nil {
		_ = sys.close()
		return nil, err
	}
	w := &Writer{sys: sys, real: real, free: free}
	if err := w.tidy(); err != nil {
		w.Close()
		return nil, err
	}
	return w, nil
}

// openRoot is a root without links.
func openRoot(root string) (real string, sys system, err error) {
	if real, err = filepath.Abs(root); err == nil {
		real, err = filepath.EvalSymlinks(real)
	}
	if err != nil {
		return "", nil, fmt.Errorf("finding the root of the tree: %w", err)
	}
	opened, err := os.OpenRoot(real)
	if err != nil {
		return "", nil, fmt.Errorf("opening the root of the tree: %w", err)
	}
	return real, disk{opened}, nil
}

// Close lets others write.
func (w *Writer) Close() {
	w.free()
	_ = w.sys.close()
}

// tidy removes the remains of a run that was cut short before it replaced the first
// file of a group, or after the last one.
func (w *Writer) tidy() error {
	j, err := readJournal(w.sys)
	if j == nil {
		return err
	}
	if broken := j.interrupted(w.sys, w.real); broken != nil {
		return broken
	}
	return j.remove(w.sys)
}

// Write replaces the files of each group together, and continues with the next group if
// one cannot be written; then none of its files is. When ctx ends, the groups that are
// not begun are left as they are.
func (w *Writer) Write(ctx context.Context, groups [][]File) error {
	var failures []error
	var j journal
	var todo [][]File
	for _, files := range groups {
		g, err := w.prepare(files)
		if err != nil {
			failures = append(failures, err)
			continue
		}
		j, todo = append(j, g), append(todo, files)
	}
	if len(j) == 0 {
		return errors.Join(failures...)
	}
	unkept := j.write(w.sys)
	for i, g := range j {
		switch {
		case ctx.Err() != nil:
			failures = append(failures, context.Cause(ctx))
		case unkept != nil && len(g) > 1:
			failures = append(failures, fmt.Errorf("%s and others belong together, and no journal can be kept: %w", g[0].path, unkept))
		default:
			failures = append(failures, w.replace(g, todo[i]))
			continue
		}
		break
	}
	switch broken := j.interrupted(w.sys, w.real); {
	case w.keep && broken != nil:
		failures = append(failures, broken)
	case unkept == nil:
		failures = append(failures, j.remove(w.sys))
	}
	return errors.Join(failures...)
}

// prepare finds where the files of a group lie, and how each is to be replaced.
func (w *Writer) prepare(files []File) (group, error) {
	var g group
	for _, f := range files {
		path, err := w.inside(f.Path)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", f.Path, err)
		}
		temp := filepath.Join(filepath.Dir(path), tempPrefix+rand.Text()+tempSuffix)
		g = append(g, entry{path: path, temp: temp, before: hash(f.Old), after: hash(f.New)})
	}
	return g, nil
}

// inside is the name of a file in the root, without links.
func (w *Writer) inside(path string) (string, error) {
	abs, err := filepath.Abs(path)
	if err == nil {
		abs, err = filepath.EvalSymlinks(abs)
	}
	if err != nil {
		return "", fmt.Errorf("follow links: %w", bare(err))
	}
	rel, err := filepath.Rel(w.real, abs)
	if err != nil || !filepath.IsLocal(rel) {
		return "", fmt.Errorf("it leads out of the tree %s to %s; fix that file by its own name", w.real, abs)
	}
	return rel, nil
}

// replace writes the new contents beside all files of a group, and only then
// puts them in place.
func (w *Writer) replace(g group, files []File) (err error) {
	done := 0
	defer func() {
		if w.keep = w.keep || done > 0 && done < len(g); w.keep {
			return // the rest of the group is needed to complete it
		}
		for _, e := range g[done:] {
			_ = w.sys.remove(e.temp) // need not have been made
		}
	}()
	for i, e := range g {
		if err := w.stage(e, files[i].New); err != nil {
			return fmt.Errorf("%s: %w", files[i].Path, bare(err))
		}
	}
	for i, e := range g {
		switch now, err := w.sys.read(e.path); {
		case err != nil:
			return fmt.Errorf("%s: read again: %w", files[i].Path, bare(err))
		case !bytes.Equal(now, files[i].Old):
			return fmt.Errorf("%s: %w", files[i].Path, errChanged)
		}
	}
	for i, e := range g {
		if err := w.sys.rename(e.temp, e.path); err != nil {
			return fmt.Errorf("%s: put in place: %w", files[i].Path, bare(err))
		}
		done++
	}
	return nil
}

// stage writes the new contents beside a file, with its mode and owner.
func (w *Writer) stage(e entry, data []byte) error {
	info, err := w.sys.stat(e.path)
	switch {
	case err != nil:
		return fmt.Errorf("look up mode: %w", err)
	case !info.Mode().IsRegular():
		return errors.New("not a regular file")
	}
	file, err := w.sys.create(e.temp)
	if err != nil {
		return fmt.Errorf("create temporary file: %w", err)
	}
	_, err = file.Write(data)
	keepOwner(file, info)
	const kept = fs.ModePerm | fs.ModeSetuid | fs.ModeSetgid | fs.ModeSticky
	if err = errors.Join(err, file.Chmod(info.Mode()&kept), file.Sync(), file.Close()); err != nil {
		return fmt.Errorf("fill temporary file: %w", err)
	}
	return nil
}
