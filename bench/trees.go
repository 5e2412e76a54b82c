package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/neuronlint/neuronlint/bench/internal/project"
)

// tree is a folder of Python files that programs are measured on.
type tree struct {
	Name  string `json:"name"`
	Files int    `json:"files"`
	Bytes int64  `json:"bytes"`

	dir   string
	list  string   // file with the paths of all files, one a line
	paths []string // relative to dir
}

// trees are those of one run.
type trees struct {
	main, plain *tree
	large       *tree  // nil if peak memory is not asked for
	small       string // a file of main of about 5 kB that has to do with CUDA
}

const (
	megabyte    = 1_000_000
	meanSize    = 10_000 // bytes in a made-up file
	smallSize   = 5_000
	listSuffix  = ".list"
	mainTree    = "tree"
	plainTree   = "plain"
	largeTree   = "large"
	pythonFiles = ".py"
)

func (t trees) describe() []*tree {
	all := []*tree{t.main, t.plain}
	if t.large != nil {
		all = append(all, t.large)
	}
	return all
}

// makeTrees writes the trees that the settings ask for.
func makeTrees(s settings, scratch string) (trees, error) {
	var t trees
	var err error
	if s.dir != "" {
		t.main, err = copied(s.dir, filepath.Join(scratch, mainTree))
	} else {
		files := s.files
		if files == 0 {
			files = int(s.size * megabyte / meanSize)
		}
		t.main, err = madeUp(scratch, mainTree, project.Options{Seed: s.seed, Bytes: s.size * megabyte, Files: files})
	}
	if err != nil {
		return t, err
	}
	if t.small, err = t.main.smallFile(); err != nil {
		return t, err
	}
	plain := project.Options{Seed: s.seed, Bytes: s.plain * megabyte, Files: int(s.plain * megabyte / meanSize), Plain: true}
	if t.plain, err = madeUp(scratch, plainTree, plain); err != nil || s.large == 0 {
		return t, err
	}
	large := project.Options{Seed: s.seed, Bytes: s.large * megabyte, Files: int(s.large * megabyte / meanSize)}
	t.large, err = madeUp(scratch, largeTree, large)
	return t, err
}

func madeUp(scratch, name string, o project.Options) (*tree, error) {
	dir := filepath.Join(scratch, name)
	if err := project.Write(dir, o); err != nil {
		return nil, err
	}
	if err := markProject(dir); err != nil {
		return nil, err
	}
	return listed(name, dir)
}

// markProject makes a folder the root of a project, from which imports are
// looked up.
func markProject(dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, "setup.cfg"), nil, 0o644)
}

// copied makes a tree of the Python files of a folder, so that every program
// reads the same ones, whatever it ignores by itself. Roots of projects stay
// roots of projects.
func copied(from, to string) (*tree, error) {
	err := filepath.WalkDir(from, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		switch entry.Name() {
		case ".git", "pyproject.toml", "setup.cfg":
			if err := markProject(filepath.Join(to, filepath.Dir(rel))); err != nil {
				return err
			}
		}
		if entry.IsDir() && path != from && strings.HasPrefix(entry.Name(), ".") {
			return filepath.SkipDir
		}
		if !entry.Type().IsRegular() || filepath.Ext(path) != pythonFiles || strings.ContainsRune(path, '\n') {
			return nil
		}
		return copyFile(path, filepath.Join(to, rel))
	})
	if err != nil {
		return nil, fmt.Errorf("copying %s: %w", from, err)
	}
	return listed(mainTree, to)
}

func copyFile(from, to string) error {
	text, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		return err
	}
	return os.WriteFile(to, text, 0o644)
}

// listed describes a folder and writes the list of its Python files.
func listed(name, dir string) (*tree, error) {
	t := &tree{Name: name, dir: dir, list: dir + listSuffix}
	var list bytes.Buffer
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || filepath.Ext(path) != pythonFiles {
			return err
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(dir, path)
		t.paths = append(t.paths, rel)
		t.Bytes += info.Size()
		list.WriteString(path + "\n")
		return err
	})
	if err != nil {
		return nil, err
	}
	if t.Files = len(t.paths); t.Files == 0 {
		return nil, errors.New("there is no Python file to measure on")
	}
	return t, os.WriteFile(t.list, list.Bytes(), 0o644)
}

// fetch reads all files, so that they are in memory: a tree that one command
// alone reads may have left it since the round before.
func (t *tree) fetch() error {
	for _, rel := range t.paths {
		if _, err := os.ReadFile(filepath.Join(t.dir, rel)); err != nil {
			return err
		}
	}
	return nil
}

// smallFile is the file nearest to smallSize that has to do with CUDA, or where
// there is none, of all.
func (t *tree) smallFile() (string, error) {
	best, distance := "", int(^uint(0)>>1)
	for _, rel := range t.paths {
		text, err := os.ReadFile(filepath.Join(t.dir, rel))
		if err != nil {
			return "", err
		}
		d := max(len(text)-smallSize, smallSize-len(text))
		if !bytes.Contains(text, []byte("cuda")) {
			d += 1 << 30
		}
		if d < distance {
			best, distance = rel, d
		}
	}
	return best, nil
}
