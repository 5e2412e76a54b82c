package opsdb

import (
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"
)

// FrameworkOption is a feature of a library above PyTorch that a program asks for and
// that needs a GPU: an argument with a value, or a call as such.
type FrameworkOption struct {
	// APIs are qualified names whose parts may be patterns (ray.train.*Config);
	// "ray:options" is a method of that name on an object that is not known, in
	// a file that imports ray, "*:name" in any file.
	APIs     []string
	Argument string   // "" for the call as such
	Position int      // of the argument, -1 if it is passed by keyword only
	Values   []string // the values the row is about, see the rules; empty for a call
	Unless   []string // the row does not hold where one of these arguments is given too
	// Package are words by which programs ask whether the package is there that
	// the option rests on.
	Package  []string
	Topic    OptionTopic
	Severity string // error, warning or info: how bad it is on Neuron
	Reason   string // clause that follows the option in a message
	Instead  string // the alternative
	// Fix is the text to write in place of the value or, of the form name=value, in
	// place of the whole argument; $value stands for the old value. Empty if there is
	// nothing to write.
	Fix string
	Ref Ref
}

// OptionTopic is the topic of an option; each topic has its rule.
type OptionTopic string

// The topics of options.
const (
	OptionPlacement OptionTopic = "placement" // where the program runs
	OptionFeature   OptionTopic = "feature"   // features for GPUs only
	OptionPrecision OptionTopic = "precision" // number formats of GPUs
)

// frameworkOptions is the table by the first word of the names: a package, or
// "*" for methods that are looked for in every file.
type frameworkOptions struct {
	of       map[string]*packageOptions
	packages []string // in order, without "*"
}

// packageOptions are the rows about one package. They are asked for each name
// that a program calls, and hardly any is in the table, so the rows are found
// by the last part of their names; a run asks about few packages.
type packageOptions struct {
	rows     []FrameworkOption
	indexing sync.Once
	byLast   map[string][]int // rows whose names may end in the word, in order
	patterns []string         // last parts that stand for several words, each once
	others   []int            // the rows with those
}

// candidates are the rows that may be about a name, in the order of the table.
func (o *packageOptions) candidates(name string) []int {
	o.indexing.Do(o.index)
	last := lastPart(name)
	if rows, ok := o.byLast[last]; ok {
		return rows
	}
	if slices.ContainsFunc(o.patterns, func(pattern string) bool { return matchesPart(pattern, last) }) {
		return o.others
	}
	return nil
}

// index files the rows under the last parts of their names.
func (o *packageOptions) index() {
	o.byLast = make(map[string][]int)
	for i, row := range o.rows {
		for _, api := range row.APIs {
			last := lastPart(api)
			switch {
			case !isPattern(last):
				o.byLast[last] = nil
				continue
			case !slices.Contains(o.patterns, last):
				o.patterns = append(o.patterns, last)
			}
			if !slices.Contains(o.others, i) {
				o.others = append(o.others, i)
			}
		}
	}
	words := make(map[string][]string, len(o.patterns)) // that a pattern stands for
	for _, pattern := range o.patterns {
		for word := range o.byLast {
			if matchesPart(pattern, word) {
				words[pattern] = append(words[pattern], word)
			}
		}
	}
	for i, row := range o.rows {
		for _, api := range row.APIs {
			if last := lastPart(api); isPattern(last) {
				o.file(i, words[last]...)
			} else {
				o.file(i, last)
			}
		}
	}
}

// file enters a row under words, once.
func (o *packageOptions) file(row int, words ...string) {
	for _, word := range words {
		if rows := o.byLast[word]; len(rows) == 0 || rows[len(rows)-1] != row {
			o.byLast[word] = append(rows, row)
		}
	}
}

// lastPart returns the part of a name after its last dot or colon.
func lastPart(name string) string { return name[strings.LastIndexAny(name, ".:")+1:] }

func isPattern(word string) bool { return strings.ContainsAny(word, `*?[\`) }

// loadFrameworkOptions reads framework_options.tsv.
func loadFrameworkOptions(fsys fs.FS) (frameworkOptions, error) {
	table := frameworkOptions{of: make(map[string]*packageOptions)}
	s := &schema{file: "framework_options.tsv", keys: 5, columns: []string{
		"api", "argument", "value", "stack", "sdk", "position", "unless", "package", "topic", "severity", "reason", "instead", "fix", "evidence", "source",
	}}
	err := readTable(fsys, s, func(r *row) {
		o := FrameworkOption{
			APIs: strings.Fields(r.get("api")), Argument: r.get("argument"), Position: r.position(), Unless: strings.Fields(r.get("unless")),
			Package:  strings.Fields(r.get("package")),
			Topic:    oneOf(r, "topic", OptionPlacement, OptionFeature, OptionPrecision),
			Severity: oneOf(r, "severity", "error", "warning", "info"),
			Reason:   r.must("reason"), Instead: r.must("instead"), Fix: r.get("fix"), Ref: r.ref(),
		}
		if o.Argument != "" {
			o.Values = strings.Split(r.must("value"), "|")
		}
		o.Ref.SDK, o.Ref.Stack = r.sdkRange(), r.stack()
		for _, first := range firstWords(o.APIs) {
			if table.of[first] == nil {
				table.of[first] = &packageOptions{}
			}
			table.of[first].rows = append(table.of[first].rows, o)
		}
	})
	for name := range table.of {
		if name != "*" {
			table.packages = append(table.packages, name)
		}
	}
	slices.Sort(table.packages)
	return table, err
}

// firstWords are the packages that names belong to, each once.
func firstWords(apis []string) []string {
	var out []string
	for _, api := range apis {
		first := api[:strings.IndexAny(api+".", ".:")]
		if !slices.Contains(out, first) {
			out = append(out, first)
		}
	}
	return out
}

// FrameworkPackages are the packages that the table speaks of, in order; "*"
// is none. The list is shared and must not be changed.
func (db *DB) FrameworkPackages() []string {
	table, _ := db.options()
	return table.packages
}

// FrameworkOptions are the rows about a function, by its qualified name, for a
// target.
func (db *DB) FrameworkOptions(name string, t Target) []FrameworkOption {
	first, _, _ := strings.Cut(name, ".")
	return db.matchingOptions(first, name, t)
}

// MethodOptions are the rows about a method of an object that is not known;
// pkg is a package that the file imports, or "*".
func (db *DB) MethodOptions(pkg, method string, t Target) []FrameworkOption {
	return db.matchingOptions(pkg, pkg+":"+method, t)
}

func (db *DB) matchingOptions(first, name string, t Target) []FrameworkOption {
	table, _ := db.options()
	options := table.of[first]
	if options == nil {
		return nil
	}
	candidates := options.candidates(name)
	if len(candidates) == 0 {
		return nil
	}
	return db.chosen.get(optionKey{first, name, t}, func() []FrameworkOption {
		return options.matching(candidates, name, t)
	})
}

// optionKey is the key of a row.
type optionKey struct {
	first, name string
	target      Target
}

// matching are the candidates that are about a name and hold for a target.
func (o *packageOptions) matching(candidates []int, name string, t Target) []FrameworkOption {
	var out []FrameworkOption
	for _, i := range candidates {
		row := &o.rows[i]
		matches := func(api string) bool { return matchesName(api, name) }
		if row.Ref.holdsFor(t) && slices.ContainsFunc(row.APIs, matches) {
			out = append(out, *row)
		}
	}
	return out
}

// OptionsOfArgument are the rows about an argument of that name, in whichever
// function of the packages.
func (db *DB) OptionsOfArgument(packages []string, name string, t Target) []FrameworkOption {
	table, _ := db.options()
	var out []FrameworkOption
	for _, pkg := range packages {
		options := table.of[pkg]
		if options == nil {
			continue
		}
		for _, o := range options.rows {
			if o.Argument == name && o.Ref.holdsFor(t) {
				out = append(out, o)
			}
		}
	}
	return out
}

// matchesPart reports whether a part of a name fits a pattern. Most patterns
// have one star.
func matchesPart(pattern, part string) bool {
	before, after, ok := strings.Cut(pattern, "*")
	if !ok || isPattern(before) || isPattern(after) {
		return matchesName(pattern, part)
	}
	return len(part) >= len(before)+len(after) && strings.HasPrefix(part, before) && strings.HasSuffix(part, after)
}

// matchesName reports whether a qualified name fits a pattern, part by part.
func matchesName(pattern, name string) bool {
	ok, err := path.Match(strings.ReplaceAll(pattern, ".", "/"), strings.ReplaceAll(name, ".", "/"))
	return ok && err == nil
}

// holdsFor reports whether a fact is about the stack and SDK of a target. The
// native backend comes with SDK 2.27, so that earlier SDKs are judged as that
// one.
func (r Ref) holdsFor(t Target) bool {
	sdk, stack := t.SDK, t.Rewrite.Stack()
	if stack == "native" && compareSDK(sdk, "2.27") < 0 {
		sdk = "2.27"
	}
	return (r.Stack == "" || r.Stack == stack) && SDKInRange(sdk, r.SDK)
}
