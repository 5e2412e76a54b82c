package driver

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"sync/atomic"

	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// disk is where a project finds its files: the file system with some files replaced by
// texts. It keeps the context of the run it was made for.
type disk struct {
	ctx  context.Context
	wd   string // absolute, with '/'
	far  bool   // files outside wd are reported by their absolute name
	text map[string][]byte
	dirs map[string][]string // names of the files in text, by directory
	keep *Keep               // may be nil
	// limits are the limits of each file.
	limits Limits
	saw    func(name string, raw []byte) hash // called for each file read from disk itself; may be nil
	slow   *atomic.Bool                       // a file could not be parsed in time
	// before is a change that has not happened yet for this run; nil if all is
	// read as it lies.
	before *delta
}

// newDisk is the file system as a run sees it. Texts, by the path under which they are
// reported, replace the files there.
func newDisk(ctx context.Context, opts *Options, texts map[string][]byte, before *delta) (*disk, error) {
	wd := opts.Dir
	if wd == "" {
		var err error
		if wd, err = os.Getwd(); err != nil {
			return nil, fmt.Errorf("finding the working directory: %w", err)
		}
	}
	d := &disk{ctx: ctx, wd: filepath.ToSlash(wd), text: make(map[string][]byte, len(texts)), dirs: make(map[string][]string), before: before, limits: opts.Limits}
	for reported := range opts.Texts {
		dir, base := path.Split(absolute(d.wd, reported))
		d.dirs[path.Clean(dir)] = append(d.dirs[path.Clean(dir)], base)
	}
	if opts.Cache != nil {
		d.keep = opts.Cache.Keep
	}
	d.far = slices.ContainsFunc(opts.Paths, filepath.IsAbs)
	for reported, raw := range texts {
		d.text[absolute(d.wd, reported)] = raw
	}
	return d, nil
}

// read is the content of a file.
func (d *disk) read(name string) ([]byte, error) {
	if raw, ok := d.text[name]; ok {
		return raw, nil
	}
	if d.before != nil {
		return d.before.read(name)
	}
	raw, err := ReadFile(filepath.FromSlash(name))
	if err == nil && d.saw != nil {
		d.saw(name, raw)
	}
	return raw, err
}

// absolute is the absolute name of a reported path, with '/'.
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
func (d *disk) Load(name string) (*source.File, *syntax.Tree, error) { return d.load(d.ctx, name) }

func (d *disk) load(ctx context.Context, name string) (*source.File, *syntax.Tree, error) {
	raw, err := d.read(name)
	if err != nil {
		return nil, nil, fmt.Errorf("reading %s: %w", name, err)
	}
	return d.keep.parsed(d.Path(name), raw, d.limits, func() (*source.File, *syntax.Tree, error) { return d.parse(ctx, name, raw) })
}

func (d *disk) parse(ctx context.Context, name string, raw []byte) (*source.File, *syntax.Tree, error) {
	file, err := d.limits.read(ctx, d.Path(name), raw)
	if err != nil {
		return nil, nil, fmt.Errorf("decoding %s: %w", name, err)
	}
	tree, err := syntax.ParseFile(ctx, file, d.limits.syntax())
	if err != nil {
		if errors.Is(err, syntax.ErrTimeout) {
			d.slow.Store(true)
		}
		return nil, nil, fmt.Errorf("parsing %s: %w", name, err)
	}
	return file, tree, nil
}

// List names the files and directories of a directory. A link counts as its target.
func (d *disk) List(dir string) []string {
	names := d.keep.list(dir, func() (names []string, links bool) { return d.onDisk(dir) })
	for _, name := range d.dirs[dir] {
		if !slices.Contains(names, name) {
			names = append(slices.Clip(names), name)
		}
	}
	if d.before != nil {
		return d.before.list(dir, names)
	}
	return names
}

// onDisk is List of what is on disk, and whether there are links.
func (d *disk) onDisk(dir string) (names []string, links bool) {
	entries, _ := os.ReadDir(filepath.FromSlash(dir)) // an unreadable directory counts as empty
	names = make([]string, 0, len(entries))
	for _, e := range entries {
		isDir := e.IsDir()
		if e.Type()&os.ModeSymlink != 0 {
			links = true
			info, err := os.Stat(filepath.Join(filepath.FromSlash(dir), e.Name()))
			isDir = err == nil && info.IsDir()
		}
		if isDir {
			names = append(names, e.Name()+"/")
		} else {
			names = append(names, e.Name())
		}
	}
	return names, links
}

// Exists reports whether a file or directory of that name is on disk.
func (d *disk) Exists(name string) bool {
	if slices.Contains(d.dirs[path.Dir(name)], path.Base(name)) {
		return true
	}
	_, err := os.Lstat(filepath.FromSlash(name))
	return !errors.Is(err, os.ErrNotExist)
}
