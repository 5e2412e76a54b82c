package driver

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// disk is where a project finds its files: the file system with some texts in
// place of what it holds.
// It keeps the context of the run it was made for.
type disk struct {
	ctx  context.Context
	wd   string // absolute, with '/'
	far  bool   // files outside wd are reported by their absolute name
	text map[string][]byte
}

// newProject makes a project over the file system, and says which directory
// reported paths are relative to. Texts, by the path under
// which they are reported, take the place of what lies there.
func newProject(ctx context.Context, opts *Options, texts map[string][]byte) (p *semantic.Project, wd string, err error) {
	wd, err = os.Getwd()
	if err != nil {
		return nil, "", fmt.Errorf("finding the working directory: %w", err)
	}
	d := &disk{ctx: ctx, wd: filepath.ToSlash(wd), text: make(map[string][]byte, len(texts))}
	d.far = slices.ContainsFunc(opts.Paths, filepath.IsAbs)
	for path, raw := range texts {
		d.text[absolute(d.wd, path)] = raw
	}
	return semantic.NewProject(opts.DB, d, d.wd), d.wd, nil
}

// absolute is the absolute name of a path as it is reported, with '/'.
func absolute(wd, path string) string {
	path = filepath.FromSlash(path)
	if !filepath.IsAbs(path) {
		path = filepath.Join(filepath.FromSlash(wd), path)
	}
	return filepath.ToSlash(filepath.Clean(path))
}

// Path is the path under which walking the paths of a run reports a file.
func (d *disk) Path(name string) string {
	rel, err := filepath.Rel(filepath.FromSlash(d.wd), filepath.FromSlash(name))
	if err != nil || d.far && !filepath.IsLocal(rel) {
		return name
	}
	return filepath.ToSlash(rel)
}

// Load reads, decodes and parses a file under the limits that hold for any.
func (d *disk) Load(name string) (*source.File, *syntax.Tree, error) {
	raw, ok := d.text[name]
	if !ok {
		var err error
		if raw, err = ReadFile(filepath.FromSlash(name)); err != nil {
			return nil, nil, fmt.Errorf("reading %s: %w", name, err)
		}
	}
	file, err := source.New(d.Path(name), raw)
	if err != nil {
		return nil, nil, fmt.Errorf("decoding %s: %w", name, err)
	}
	tree, err := syntax.ParseFile(d.ctx, file, syntax.Limits{})
	if err != nil {
		return nil, nil, fmt.Errorf("parsing %s: %w", name, err)
	}
	return file, tree, nil
}

// List names the files and directories of a directory. A link is what it leads
// to.
func (d *disk) List(dir string) []string {
	entries, err := os.ReadDir(filepath.FromSlash(dir))
	if err != nil {
		return nil
	}
	names := make([]string, 0, len(entries))
	for _, e := range entries {
		isDir := e.IsDir()
		if e.Type()&os.ModeSymlink != 0 {
			info, err := os.Stat(filepath.Join(filepath.FromSlash(dir), e.Name()))
			isDir = err == nil && info.IsDir()
		}
		if isDir {
			names = append(names, e.Name()+"/")
		} else {
			names = append(names, e.Name())
		}
	}
	return names
}

// Exists reports whether a file or directory of that name lies on disk.
func (d *disk) Exists(name string) bool {
	_, err := os.Lstat(filepath.FromSlash(name))
	return !errors.Is(err, os.ErrNotExist)
}
