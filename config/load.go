package config

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// Origin says where a setting comes from. The zero value is the default.
type Origin struct {
	Flag string `json:"flag,omitempty"` // name of the flag, without dashes
	File string `json:"file,omitempty"` // path of the configuration file
	Line int    `json:"line,omitempty"` // in the file, from 1; 0 if it is not known
}

// String is "--sdk", "neuronlint.toml:3" or "default".
func (o Origin) String() string {
	switch {
	case o.Flag != "":
		return "--" + o.Flag
	case o.File != "" && o.Line > 0:
		return fmt.Sprintf("%s:%d", o.File, o.Line)
	case o.File != "":
		return o.File
	default:
		return "default"
	}
}

// Loaded are settings with where each comes from.
type Loaded struct {
	Settings Settings
	Files    []string // that were read, the strongest first
	// Origins name the origin of a setting, the strongest first: by Field.Key, and by
	// Field.Key, a point and the key of an entry where the setting is a table. A
	// missing setting has its default.
	Origins map[string][]Origin
}

// Origin says in words where a setting comes from, or an entry of a table.
func (l *Loaded) Origin(key string) string {
	var words []string
	for _, o := range l.Origins[key] {
		words = append(words, o.String())
	}
	return cmp.Or(strings.Join(words, ", "), Origin{}.String())
}

// Load reads the settings of a configuration file and of the files it extends.
// An empty path means the defaults.
func Load(path string) (*Loaded, error) {
	l := &Loaded{Settings: Default(), Origins: make(map[string][]Origin)}
	if path == "" {
		return l, nil
	}
	chain, err := chainOf(path)
	if err != nil {
		return nil, err
	}
	for i := len(chain) - 1; i >= 0; i-- {
		if err := chain[i].apply(l); err != nil {
			return nil, err
		}
	}
	for _, f := range chain {
		l.Files = append(l.Files, f.path)
	}
	l.Settings.Root = filepath.Dir(path)
	return l, nil
}

// chainOf reads a file and those it extends, one after the other.
func chainOf(path string) ([]*file, error) {
	var chain []*file
	for path != "" {
		for _, f := range chain {
			if sameFile(f.path, path) {
				return nil, chain[len(chain)-1].errorAt(extendKey, fmt.Errorf("%s extends itself", path))
			}
		}
		f, err := readFile(path)
		switch {
		case err != nil && len(chain) > 0:
			return nil, chain[len(chain)-1].errorAt(extendKey, err)
		case err != nil:
			return nil, err
		case f == nil:
			return nil, fmt.Errorf("%s: no table [tool.neuronlint]", path)
		}
		chain = append(chain, f)
		if path, err = f.extends(); err != nil {
			return nil, err
		}
	}
	return chain, nil
}

func sameFile(a, b string) bool {
	if filepath.Clean(a) == filepath.Clean(b) {
		return true
	}
	x, errX := os.Stat(a)
	y, errY := os.Stat(b)
	return errX == nil && errY == nil && os.SameFile(x, y)
}

// Override takes over the settings of flags: every field whose flag the user
// gave, as given says.
func (l *Loaded) Override(flags *Settings, given func(flag string) bool) {
	for _, f := range Fields() {
		if f.Flag != "" && given(f.Flag) {
			f.copyTo(&l.Settings, flags)
			l.Origins[f.Key] = []Origin{{Flag: f.Flag}}
			if f.Key == "exclude" {
				l.Settings.Exclude = rebase(flags.Exclude, l.Settings.Root)
			}
		}
	}
}

// rebase makes globs that are relative to the working directory relative to
// root. A glob without a slash is about names at any depth and stays.
func rebase(globs []string, root string) []string {
	if root == "" || root == "." {
		return globs
	}
	out := make([]string, 0, len(globs))
	for _, glob := range globs {
		if trimmed := strings.TrimSuffix(glob, "/"); strings.Contains(trimmed, "/") && !filepath.IsAbs(glob) {
			if abs, err := filepath.Abs(filepath.FromSlash(trimmed)); err == nil {
				if rel, err := filepath.Rel(absolute(root), abs); err == nil {
					glob = filepath.ToSlash(rel)
				}
			}
		}
		out = append(out, glob)
	}
	return out
}

func absolute(path string) string {
	if abs, err := filepath.Abs(path); err == nil {
		return abs
	}
	return path
}
