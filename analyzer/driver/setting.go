package driver

import (
	"fmt"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/source"
)

// SettingError is a setting that cannot be used: a selector that means no rule, or a
// malformed glob. Ignoring it would hide findings, or show some that were to be hidden.
type SettingError struct {
	Setting string // select, ignore, per-file-ignores, severity or exclude
	Entry   string // key of a table; empty for lists
	Reason  string
}

func (e *SettingError) Error() string {
	if e.Entry != "" && e.Setting != "severity" {
		return fmt.Sprintf("%s: %s: %s", e.Setting, e.Entry, e.Reason)
	}
	return fmt.Sprintf("%s: %s", e.Setting, e.Reason)
}

// Validate reports the first setting that cannot be used.
func (opts *Options) Validate() error {
	if _, err := NewSelection(opts.Rules, opts.Select, opts.Ignore); err != nil {
		return err
	}
	for _, glob := range opts.Exclude {
		if _, ok := source.CompilePathGlob(glob); !ok || glob == "" {
			return &SettingError{"exclude", "", fmt.Sprintf("%q is not a valid glob", glob)}
		}
	}
	for _, glob := range slices.Sorted(maps.Keys(opts.PerFileIgnores)) {
		if _, ok := source.CompilePathGlob(glob); !ok || glob == "" {
			return &SettingError{"per-file-ignores", glob, "it is not a valid glob"}
		}
		if reason := misspelt(opts.Rules, opts.PerFileIgnores[glob]); reason != "" {
			return &SettingError{"per-file-ignores", glob, reason}
		}
	}
	for _, selector := range slices.Sorted(maps.Keys(opts.Severity)) {
		if reason := misspelt(opts.Rules, []string{selector}); reason != "" {
			return &SettingError{"severity", selector, reason}
		}
	}
	return nil
}

// misspelt is the message about the first selector that matches no rule; empty if all
// match.
func misspelt(rules []*analyzer.Rule, selectors []string) string {
	for _, selector := range selectors {
		if !matchesAny(rules, selector) {
			return NoRule(rules, selector)
		}
	}
	return ""
}

// fileIgnores are the rules that are not reported in some files.
type fileIgnores struct {
	entries  []fileIgnore
	plain    map[string][]string // selectors by path or name, of globs that are no more
	wd, root string              // absolute, with '/'
	known    map[string][]string // by path, answers so far
}

type fileIgnore struct {
	glob      *source.PathGlob
	selectors []string
}

// newFileIgnores wants options that are valid.
func newFileIgnores(opts *Options, wd string) *fileIgnores {
	f := &fileIgnores{wd: wd, root: absolute(wd, opts.Root), plain: make(map[string][]string), known: make(map[string][]string)}
	for text, selectors := range opts.PerFileIgnores {
		glob, ok := source.CompilePathGlob(text)
		if !ok {
			continue
		}
		if plain, ok := glob.Plain(); ok {
			f.plain[plain] = append(f.plain[plain], selectors...)
		} else {
			f.entries = append(f.entries, fileIgnore{glob, selectors})
		}
	}
	return f
}

// include reports whether a rule is ignored in a file.
func (f *fileIgnores) include(path, code, name string) bool {
	if len(f.entries) == 0 && len(f.plain) == 0 {
		return false
	}
	list, ok := f.known[path]
	if !ok {
		list = f.about(path)
		f.known[path] = list
	}
	return matches(list, code, name)
}

// about are the selectors of the globs that cover a path.
func (f *fileIgnores) about(path string) []string {
	rel, err := filepath.Rel(filepath.FromSlash(f.root), filepath.FromSlash(absolute(f.wd, path)))
	if err != nil {
		return nil
	}
	rel = filepath.ToSlash(rel)
	list := f.named(rel)
	for _, entry := range f.entries {
		if entry.glob.Covers(rel) {
			list = append(list, entry.selectors...)
		}
	}
	return list
}

// named are the selectors of the globs without wildcards that cover a path. They are
// looked up, as a project may list thousands of its files so.
func (f *fileIgnores) named(rel string) (list []string) {
	for ; rel != "." && rel != "/" && rel != ""; rel = path.Dir(rel) {
		list = append(list, f.plain[rel]...)
		if name := path.Base(rel); name != rel {
			list = append(list, f.plain[name]...)
		}
	}
	return list
}

// severities are the severities by code that the user chose instead of those of the
// findings. If several selectors match a rule, the most specific one counts: its name or
// whole code, then the longest prefix of the code. The severity of a defect of the tool
// cannot be lowered.
func severities(opts *Options) map[string]analyzer.Severity {
	chosen := make(map[string]analyzer.Severity)
	for _, rule := range opts.Rules {
		best := 0
		for _, selector := range slices.Sorted(maps.Keys(opts.Severity)) {
			length := len(selector)
			if strings.EqualFold(selector, rule.Name) {
				length = len(rule.Code)
			}
			if length > best && rule.Code != CodeInternal && Matches(selector, rule.Code, rule.Name) {
				best, chosen[rule.Code] = length, opts.Severity[selector]
			}
		}
	}
	return chosen
}
