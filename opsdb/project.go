package opsdb

import (
	"errors"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"unicode"
)

// ProjectFact is something that files of a project ask for and that is made for
// GPUs: a package, a place of packages, an image, a command.
type ProjectFact struct {
	System  string // the kind of name: "pip", "conda", "index", …
	Pattern string // of the name, in small letters; "*" stands for anything
	What    string // the noun for it in messages
	// Consequence is "fails", where something does not install, start or find its
	// device on Neuron, "unused", where it only does nothing, or "differs", where it works
	// and was chosen for GPUs.
	Consequence string
	Instead     string // the counterpart on Neuron; may be empty
	// Replacement is the text that takes the place of the name; empty where there
	// is none.
	Replacement string
	Ref         Ref
}

// projectTable holds the rows by system, exact names before patterns, and the
// longer pattern before the shorter.
type projectTable map[string][]ProjectFact

// loadProject reads project.tsv.
func loadProject(fsys fs.FS) (projectTable, error) {
	table := projectTable{}
	s := &schema{file: "project.tsv", keys: 2, columns: []string{
		"system", "pattern", "what", "consequence", "instead", "replacement", "sdk", "evidence", "source",
	}}
	err := readTable(fsys, s, func(r *row) {
		f := ProjectFact{
			System:      oneOf(r, "system", projectSystems()...),
			Pattern:     r.must("pattern"),
			What:        r.must("what"),
			Consequence: oneOf(r, "consequence", "fails", "unused", "differs"),
			Instead:     r.get("instead"),
			Replacement: r.get("replacement"),
			Ref:         r.ref(),
		}
		f.Ref.SDK = r.sdkRange()
		if f.Pattern != strings.ToLower(f.Pattern) {
			r.fail(errors.New("pattern: it is compared with small letters"))
		}
		table[f.System] = append(table[f.System], f)
	})
	for _, rows := range table {
		slices.SortStableFunc(rows, func(a, b ProjectFact) int {
			if x, y := strings.Contains(a.Pattern, "*"), strings.Contains(b.Pattern, "*"); x != y {
				if x {
					return 1
				}
				return -1
			}
			return len(b.Pattern) - len(a.Pattern)
		})
	}
	return table, err
}

// projectSystems are the values of the column system.
func projectSystems() []string {
	return []string{
		"apt", "channel", "cmake", "command", "conda", "container", "download", "gpu", "image", "index", "instance", "label", "module", "option", "pip", "resource",
		"setting", "slurm", "toleration",
	}
}

// ProjectFact looks up a name of a system, in any case.
func (db *DB) ProjectFact(system, name string) (ProjectFact, bool) {
	table, _ := db.project()
	name = strings.ToLower(name)
	for _, f := range table[system] {
		if MatchName(f.Pattern, name) {
			return f, true
		}
	}
	return ProjectFact{}, false
}

// ProjectWords are words, the longest of each pattern: every text in which ProjectFact
// finds anything of some systems has one of them.
func (db *DB) ProjectWords(systems ...string) []string {
	table, _ := db.project()
	var words []string
	for _, system := range systems {
		for _, f := range table[system] {
			words = append(words, longestWord(f.Pattern))
		}
	}
	slices.Sort(words)
	return slices.Compact(words)
}

// SettingWords are likewise those of settings, in keys or in values: a value is the rarer
// word, unless it only turns something on.
func (db *DB) SettingWords() []string {
	table, _ := db.project()
	var words []string
	for _, f := range table["setting"] {
		key, value, _ := strings.Cut(f.Pattern, "=")
		word := longestIdentifier(value)
		if len(word) < len("gpu") || word == "true" || strings.HasPrefix(value, "<") {
			word = longestIdentifier(key[strings.LastIndexByte(key, '.')+1:])
		}
		words = append(words, word, strings.ReplaceAll(word, "_", "-")) // keys are written in both ways
	}
	slices.Sort(words)
	return slices.Compact(words)
}

// longestIdentifier is the longest run of letters, digits and underscores in a text.
func longestIdentifier(text string) (longest string) {
	for _, w := range strings.FieldsFunc(text, func(r rune) bool {
		return r != '_' && (r > unicode.MaxASCII || !unicode.IsLetter(r) && !unicode.IsDigit(r))
	}) {
		if len(w) > len(longest) {
			longest = w
		}
	}
	return longest
}

// CUDAPackageWords are likewise those of CUDAPackage.
func (db *DB) CUDAPackageWords() []string {
	libraries, _ := db.libraries()
	var words []string
	for name := range libraries {
		if lib := libraries[name]; lib.CUDAOnly {
			words = append(words, longestWord(lib.Package))
		}
	}
	slices.Sort(words)
	return slices.Compact(words)
}

// longestWord is the longest run of letters and digits in a text.
func longestWord(text string) (longest string) {
	for _, w := range strings.FieldsFunc(text, func(r rune) bool { return r > unicode.MaxASCII || !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		if len(w) > len(longest) {
			longest = w
		}
	}
	return longest
}

// CUDAPackage is the row about a package that needs CUDA, by the normal form of the
// name under which it is installed. Of several modules in a package the one with the
// same name speaks for all.
func (db *DB) CUDAPackage(name string) (Library, bool) {
	lib, ok := db.packages.installed()[name]
	return lib, ok
}

// installedPackages are those rows by the names of packages.
func (db *DB) installedPackages() map[string]Library {
	table, _ := db.libraries()
	installed := make(map[string]Library)
	for _, module := range slices.Sorted(maps.Keys(table)) {
		lib := table[module]
		name := normalPackage(lib.Package)
		if !lib.CUDAOnly || strings.Contains(module, ".") {
			continue
		}
		if _, known := installed[name]; !known || normalPackage(module) == name {
			installed[name] = lib
		}
	}
	return installed
}

// normalPackage is a name in small letters with hyphens.
func normalPackage(name string) string {
	return strings.NewReplacer("_", "-", ".", "-").Replace(strings.ToLower(name))
}

// MatchName reports whether a name matches a pattern, in which "*" stands for any text,
// even none.
func MatchName(pattern, name string) bool {
	first, _, wild := strings.Cut(pattern, "*")
	if !wild {
		return pattern == name
	}
	rest, ok := strings.CutPrefix(name, first)
	if !ok {
		return false // as most, before anything is split
	}
	parts := strings.Split(pattern, "*")
	for _, part := range parts[1 : len(parts)-1] {
		i := strings.Index(rest, part)
		if i < 0 {
			return false
		}
		rest = rest[i+len(part):]
	}
	return strings.HasSuffix(rest, parts[len(parts)-1])
}
