package config

import (
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"github.com/neuronlint/neuronlint/internal/regular"
	"github.com/neuronlint/neuronlint/internal/spelling"
)

// Names of configuration files, the stronger first.
const (
	ownName     = "neuronlint.toml"
	projectName = "pyproject.toml"
)

// maxBytes is more than any configuration has; a pyproject.toml holds that of
// other tools, too.
const maxBytes = 1 << 20

// extendKey names the file whose settings a file builds on.
const extendKey = "extend"

// file is one configuration file, decoded but not yet checked.
type file struct {
	path     string
	prefix   string         // of our keys in the document: "tool.neuronlint." or ""
	settings map[string]any // our table
	at       map[string]position
}

// readFile reads a configuration file. It returns nil without an error for a
// pyproject.toml that says nothing of neuronlint.
func readFile(path string) (*file, error) {
	document, err := regular.Read(path, maxBytes)
	if err != nil {
		return nil, fmt.Errorf("configuration: %w", err)
	}
	return parseFile(path, document)
}

func parseFile(path string, document []byte) (*file, error) {
	var root map[string]any
	if err := toml.Unmarshal(document, &root); err != nil {
		var decode *toml.DecodeError
		if errors.As(err, &decode) {
			line, column := decode.Position()
			return nil, fmt.Errorf("%s:%d:%d: %w", path, line, column, err)
		}
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	f := &file{path: path, settings: root}
	if filepath.Base(path) == projectName {
		tool, _ := root["tool"].(map[string]any)
		own, ok := tool["neuronlint"]
		if !ok {
			return nil, nil //nolint:nilnil // most projects have such a file, and it is no configuration of ours
		}
		f.prefix = "tool.neuronlint."
		if f.settings, ok = own.(map[string]any); !ok {
			f.at = positions(document)
			return nil, f.errorAt("", errors.New("want a table"))
		}
	}
	f.at = positions(document)
	return f, nil
}

// errorAt is an error about a key, with the line and column of the key, or of its entry
// if the setting is a table.
func (f *file) errorAt(key string, err error) error {
	var entry *entryError
	name := f.prefix + key
	if errors.As(err, &entry) {
		key, err = key+"."+entry.key, entry.err
		// Entries of an inline table have no place of their own.
		if _, known := f.at[f.prefix+key]; known {
			name = f.prefix + key
		}
	}
	if key != "" {
		err = fmt.Errorf("%s: %w", key, err)
	} else if n := len(name); n > 0 {
		name = name[:n-1]
		err = fmt.Errorf("%s: %w", name, err)
	}
	at, ok := f.at[name]
	if !ok {
		return fmt.Errorf("%s: %w", f.path, err)
	}
	return fmt.Errorf("%s:%d:%d: %w", f.path, at.line, at.column, err)
}

func unknownSetting(key string, names []string) error {
	if near := spelling.Near(key, names); near != "" {
		return fmt.Errorf("no such setting; did you mean %q?", near)
	}
	return errors.New("no such setting")
}

// apply sets the values of the file and notes where each setting comes from.
func (f *file) apply(l *Loaded) error {
	fields := make(map[string]Field)
	for _, field := range Fields() {
		fields[field.Key] = field
		if field.Kind == Strings {
			fields[extendKey+"-"+field.Key] = field
		}
	}
	for _, key := range f.keys() {
		field, ok := fields[key]
		if !ok {
			names := append(slices.Sorted(maps.Keys(fields)), extendKey)
			return f.errorAt(key, unknownSetting(key, names))
		}
		value, err := field.convert(f.settings[key])
		if err != nil {
			return f.errorAt(key, err)
		}
		if field.paths {
			value = f.relative(value)
		}
		if path, _ := value.(string); field.inside && path != "" && leadsOut(filepath.Dir(f.path), path) {
			return f.errorAt(key, fmt.Errorf("%q leads out of the directory of this file; such a one is for --%s to name", f.settings[key], field.Flag))
		}
		if key == field.Key {
			field.assign(&l.Settings, value)
		} else {
			field.add(&l.Settings, value)
		}
		f.note(l, &field, key)
	}
	return nil
}

// keys are the settings of the file, with additions to a list after the list itself.
func (f *file) keys() []string {
	var set, add []string
	for _, key := range slices.Sorted(maps.Keys(f.settings)) {
		switch {
		case key == extendKey:
		case strings.HasPrefix(key, extendKey+"-"):
			add = append(add, key)
		default:
			set = append(set, key)
		}
	}
	return append(set, add...)
}

// note remembers that the file has said something about a field. A table, or a key with
// extend- in front, stands beside the settings of others.
func (f *file) note(l *Loaded, field *Field, key string) {
	origin := Origin{File: f.path, Line: f.at[f.prefix+key].line}
	entries, table := f.settings[key].(map[string]any)
	if table || key != field.Key {
		l.Origins[field.Key] = append([]Origin{origin}, l.Origins[field.Key]...)
	} else {
		l.Origins[field.Key] = []Origin{origin}
	}
	for entry := range entries {
		name := key + "." + entry
		l.Origins[name] = []Origin{{File: f.path, Line: f.at[f.prefix+name].line}}
	}
}

// relative makes paths that a file names relative to the file's directory.
func (f *file) relative(value any) any {
	switch p, ok := value.(string); {
	case ok && p != "":
		return f.resolve(p)
	case ok:
		return p
	}
	paths, _ := value.([]string)
	out := make([]string, 0, len(paths))
	for _, p := range paths {
		out = append(out, f.resolve(p))
	}
	return out
}

func (f *file) resolve(path string) string {
	if filepath.IsAbs(path) {
		return filepath.Clean(path)
	}
	return filepath.Join(filepath.Dir(f.path), path)
}

// extends is the file that this one builds on; empty if there is none.
func (f *file) extends() (string, error) {
	raw, ok := f.settings[extendKey]
	if !ok {
		return "", nil
	}
	path, ok := raw.(string)
	if !ok || path == "" {
		return "", f.errorAt(extendKey, errors.New("want the path of another configuration file"))
	}
	return f.resolve(path), nil
}
