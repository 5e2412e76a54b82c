package config

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Kind is the type of a value in a configuration file.
type Kind uint8

// The kinds of values.
const (
	String     Kind = iota
	Strings         // a list of strings
	Bool            // true or false
	Integer         // a whole number above 0
	StringMap       // a table of strings
	StringsMap      // a table of lists of strings
)

// Field describes one setting. Everything that knows the settings is made from the
// fields: the keys of a file, the flags' counterparts, the schema, the documentation,
// and the output of the config command.
type Field struct {
	Key    string   // in a file
	Flag   string   // on the command line; empty if there is none
	Kind   Kind     // of the value
	Values []string // allowed strings, in order; nil means any
	Doc    string   // one sentence
	paths  bool     // values are paths relative to the file
	inside bool     // and lie below its directory
	all    bool     // an empty list means everything

	ptr func(*Settings) any // pointer to the setting
}

//go:generate go -C .. run config/gen.go

// Fields are all settings in the order they are shown.
func Fields() []Field {
	return []Field{
		{Key: "sdk", Flag: "sdk", Values: SDKs(), Doc: "Release of the Neuron SDK whose facts judge operators.", ptr: func(s *Settings) any { return &s.SDK }},
		{Key: "rewrite", Flag: "rewrite", Values: Rewrites(), Doc: "What fixes write.", ptr: func(s *Settings) any { return &s.Rewrite }},
		{Key: "target", Flag: "target", Values: Targets(), Doc: "Hardware that code is judged for.", ptr: func(s *Settings) any { return &s.Target }},
		{Key: "select", Flag: "select", Kind: Strings, all: true, Doc: "Report only these codes, beginnings of codes, or rule names.", ptr: func(s *Settings) any { return &s.Select }},
		{Key: "ignore", Flag: "ignore", Kind: Strings, Doc: "Do not report these codes, beginnings of codes, or rule names; wins over select.", ptr: func(s *Settings) any { return &s.Ignore }},
		{Key: "per-file-ignores", Kind: StringsMap, Doc: "What not to report in files that a glob matches.", ptr: func(s *Settings) any { return &s.PerFileIgnores }},
		{Key: "severity", Kind: StringMap, Values: Severities(), Doc: "Severity of findings by code, beginning of a code, or rule name.", ptr: func(s *Settings) any { return &s.Severity }},
		{Key: "min-confidence", Flag: "min-confidence", Values: Confidences(), Doc: "Weakest confidence that is reported.", ptr: func(s *Settings) any { return &s.MinConfidence }},
		{Key: "fail-on", Flag: "fail-on", Values: Severities(), Doc: "Weakest severity that makes the exit code 1.", ptr: func(s *Settings) any { return &s.FailOn }},
		{Key: "unsafe", Flag: "unsafe", Kind: Bool, Doc: "Include fixes that need review.", ptr: func(s *Settings) any { return &s.Unsafe }},
		{Key: "tests", Flag: "tests", Kind: Bool, Doc: "Judge tests as other code. Their findings are notes otherwise, which text and concise count and do not list.", ptr: func(s *Settings) any { return &s.Tests }},
		{Key: "exclude", Flag: "exclude", Kind: Strings, Doc: "Globs of files and directories to leave out.", ptr: func(s *Settings) any { return &s.Exclude }},
		{Key: "force-exclude", Flag: "force-exclude", Kind: Bool, Doc: "Leave out what exclude is about even where it is named on the command line, as hooks do.", ptr: func(s *Settings) any { return &s.ForceExclude }},
		{Key: "no-gitignore", Flag: "no-gitignore", Kind: Bool, Doc: "Read files that .gitignore and .git/info/exclude leave out, too.", ptr: func(s *Settings) any { return &s.NoGitignore }},
		{Key: "opsdb", Flag: "opsdb", Kind: Strings, paths: true, Doc: "Tables of your own verdicts on operators, which win over the database.", ptr: func(s *Settings) any { return &s.OpsDB }},
		{Key: "jobs", Flag: "jobs", Kind: Integer, Doc: "Files analyzed at once.", ptr: func(s *Settings) any { return &s.Jobs }},
		{Key: "max-file-size", Flag: "max-file-size", Kind: Integer, Doc: "Largest file that is analyzed, in MiB of source text.", ptr: func(s *Settings) any { return &s.FileSize }},
		{Key: "file-timeout", Flag: "file-timeout", Kind: Integer, Doc: "Seconds of processor time that one file may take, in all that is done for it: reading, analysis, linking, planning and making its fixes.", ptr: func(s *Settings) any { return &s.FileTimeout }},
		{Key: "max-findings", Flag: "max-findings", Kind: Integer, Doc: "Findings that are reported of one file; how many there are beyond is said.", ptr: func(s *Settings) any { return &s.MaxFindings }},
		{Key: "no-prefilter", Flag: "no-prefilter", Kind: Bool, Doc: "Also parse files in which nothing can be found: it takes longer and changes nothing.", ptr: func(s *Settings) any { return &s.NoPrefilter }},
		{Key: "no-cache", Flag: "no-cache", Kind: Bool, Doc: "Analyze everything again, and keep nothing for the next run.", ptr: func(s *Settings) any { return &s.NoCache }},
		{Key: "cache-dir", Flag: "cache-dir", paths: true, inside: true, Doc: "Directory where results are kept for the next run, in place of the user's directory for caches.", ptr: func(s *Settings) any { return &s.CacheDir }},
		{Key: "format", Values: Formats(), Doc: "How check writes findings to standard output where no `--format` is given.", ptr: func(s *Settings) any { return &s.Format }},
	}
}

// Value is the field's value in the settings.
func (f *Field) Value(s *Settings) any {
	switch p := f.ptr(s).(type) {
	case *string:
		return *p
	case *[]string:
		return *p
	case *bool:
		return *p
	case *int:
		return *p
	case *map[string]string:
		return *p
	case *map[string][]string:
		return *p
	}
	return nil
}

// copyTo takes the setting of from over into to.
func (f *Field) copyTo(to, from *Settings) {
	f.assign(to, f.Value(from))
}

// add appends to a list of strings. Where an empty list means everything, there
// is nothing to add to it.
func (f *Field) add(s *Settings, value any) {
	list, ok := f.ptr(s).(*[]string)
	if more, isList := value.([]string); ok && isList && (len(*list) > 0 || !f.all) {
		*list = slices.Concat(*list, more)
	}
}

// assign sets a value of the field's own type. Tables are joined key by key,
// everything else is replaced.
func (f *Field) assign(s *Settings, value any) {
	switch p := f.ptr(s).(type) {
	case *string:
		*p, _ = value.(string)
	case *[]string:
		*p, _ = value.([]string)
	case *bool:
		*p, _ = value.(bool)
	case *int:
		*p, _ = value.(int)
	case *map[string]string:
		table, _ := value.(map[string]string)
		*p = joined(*p, table)
	case *map[string][]string:
		table, _ := value.(map[string][]string)
		*p = joined(*p, table)
	}
}

func joined[V any](base, over map[string]V) map[string]V {
	if len(over) == 0 {
		return base
	}
	out := maps.Clone(base)
	if out == nil {
		out = make(map[string]V, len(over))
	}
	maps.Copy(out, over)
	return out
}

// convert turns a value from the TOML decoder into the field's type. The error names
// the type it wants.
func (f *Field) convert(raw any) (any, error) {
	value, ok := f.typed(raw)
	if !ok {
		return nil, fmt.Errorf("want %s", f.wanted())
	}
	switch v := value.(type) {
	case string:
		return v, f.allowed(v)
	case map[string]string:
		for _, key := range slices.Sorted(maps.Keys(v)) {
			if err := f.allowed(v[key]); err != nil {
				return nil, &entryError{key, err}
			}
		}
	}
	return value, nil
}

// entryError is an error about one entry of a table.
type entryError struct {
	key string
	err error
}

func (e *entryError) Error() string { return e.key + ": " + e.err.Error() }

func (e *entryError) Unwrap() error { return e.err }

func (f *Field) typed(raw any) (any, bool) {
	switch f.Kind {
	case Strings:
		return stringList(raw)
	case Bool:
		v, ok := raw.(bool)
		return v, ok
	case Integer:
		v, ok := raw.(int64)
		return int(v), ok && v > 0
	case StringMap:
		return table(raw, func(v any) (string, bool) { s, ok := v.(string); return s, ok })
	case StringsMap:
		return table(raw, stringList)
	default:
		v, ok := raw.(string)
		return v, ok
	}
}

func stringList(raw any) ([]string, bool) {
	list, ok := raw.([]any)
	out := make([]string, 0, len(list))
	for _, item := range list {
		s, isString := item.(string)
		ok = ok && isString
		out = append(out, s)
	}
	return out, ok
}

func table[V any](raw any, element func(any) (V, bool)) (map[string]V, bool) {
	entries, ok := raw.(map[string]any)
	out := make(map[string]V, len(entries))
	for key, item := range entries {
		v, isElement := element(item)
		ok = ok && isElement
		out[key] = v
	}
	return out, ok
}

func (f *Field) allowed(value string) error {
	if len(f.Values) == 0 || slices.Contains(f.Values, value) {
		return nil
	}
	return fmt.Errorf("%q is not one of %s", value, strings.Join(f.Values, ", "))
}

// wanted says in words which values the field takes.
func (f *Field) wanted() string {
	switch f.Kind {
	case Strings:
		return "a list of strings"
	case Bool:
		return "true or false"
	case Integer:
		return "a whole number above 0"
	case StringMap:
		return "a table of strings"
	case StringsMap:
		return "a table of lists of strings"
	}
	if len(f.Values) > 0 {
		return fmt.Sprintf("a string such as %q", f.Values[0])
	}
	return "a string"
}
