// Package project writes large Python projects that look like people's own: packages
// whose modules import each other, models, training scripts for CUDA, and plain Python.
// The same options give the same files.
package project

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
)

// Options say how large a tree is. Both Bytes and Files are reached; the files
// are of different sizes around their quotient. One has at least a kilobyte or
// two, so a tree of many files may have more bytes than were asked for.
type Options struct {
	Seed  uint64
	Bytes int64
	Files int
	Plain bool // no file knows of a framework for machine learning
}

// modulesPerProject is how many modules stand in one package with its folders,
// besides the empty __init__.py files.
const modulesPerProject = 40

// Write makes a tree in a folder, which is made if it is not there.
func Write(dir string, o Options) error {
	if o.Bytes < 1 || o.Files < 1 {
		return fmt.Errorf("project: a tree of %d files with %d bytes", o.Files, o.Bytes)
	}
	t, err := loadTemplates()
	if err != nil {
		return err
	}
	w := writer{dir: dir, options: o, templates: t, random: random{o.Seed}, roles: mlRoles()}
	if o.Plain {
		w.roles = plainRoles()
	}
	for n := 0; w.files < o.Files || w.bytes < o.Bytes; n++ {
		if err := w.project(fmt.Sprintf("project_%03d", n)); err != nil {
			return fmt.Errorf("project: %w", err)
		}
	}
	return nil
}

type writer struct {
	dir     string
	options Options
	roles   []role
	*templates
	random random

	files int
	bytes int64
}

// project writes one package, or the files that the tree still lacks.
func (w *writer) project(name string) error {
	var exports []export
	folders := map[string]bool{}
	for n := 0; n < modulesPerProject && (w.files < w.options.Files || w.bytes < w.options.Bytes); n++ {
		r := w.roles[n%len(w.roles)]
		if !folders[r.folder] {
			folders[r.folder] = true
			if err := w.file(path.Join(name, r.folder, "__init__.py"), ""); err != nil {
				return err
			}
		}
		m := module{templates: w.templates, random: random{w.random.next()}}
		base := fmt.Sprintf("%s_%02d", m.word(), n)
		text := m.write(r, name, exports, w.size())
		if err := w.file(path.Join(name, r.folder, base+".py"), text); err != nil {
			return err
		}
		if r.folder != "" {
			base = r.folder + "." + base
		}
		for _, definition := range definitions(text) {
			exports = append(exports, export{base, definition})
		}
	}
	return nil
}

// size is the size of the next file: the remaining bytes go to the remaining files,
// most of them small and a few large.
func (w *writer) size() int {
	left := max(1, w.options.Files-w.files)
	mean := max(0, w.options.Bytes-w.bytes) / int64(left)
	if w.files >= w.options.Files {
		mean = w.options.Bytes / int64(w.options.Files)
	}
	percent := []int{10, 25, 40, 60, 80, 100, 150, 335}
	return int(mean) * pick(&w.random, percent) / 100
}

func (w *writer) file(name, text string) error {
	target := filepath.Join(w.dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(target), 0o755); err != nil {
		return err
	}
	w.files++
	w.bytes += int64(len(text))
	return os.WriteFile(target, []byte(text), 0o644)
}
