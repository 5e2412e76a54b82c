// Package config holds the settings of a run: the choices of the user, the origin of
// each (a flag, a file or the default), and which choices go together.
//
// A file is neuronlint.toml, or the table [tool.neuronlint] of a pyproject.toml. It is
// read strictly: a key that does not exist, or a value of another type, is an error
// with its line and column, because a setting that is silently ignored makes a report
// that nobody asked for.
package config

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
)

// Settings is everything that decides the report of a run and the text of its fixes.
// The zero value is not valid; start from Default.
type Settings struct {
	SDK     string // release of the Neuron SDK whose facts judge operators: "2.26" or "2.33"
	Rewrite string // the stack fixes write for: "neuron", "portable" or "xla"
	Target  string // hardware: "trn1", "trn2", "trn3" or "inf2"

	Select         []string            // code prefixes or rule names to report; empty means all
	Ignore         []string            // code prefixes or rule names not to report; wins over Select
	PerFileIgnores map[string][]string // the same for files that a glob matches
	Severity       map[string]string   // severity by code prefix or rule name

	MinConfidence string // weakest confidence that is reported
	FailOn        string // weakest severity that makes a run fail
	Unsafe        bool   // include fixes that need review
	Tests         bool   // judge tests as other code

	Exclude      []string // globs of paths that are not walked into
	ForceExclude bool     // leave out the files that match Exclude even where they are named
	NoGitignore  bool     // read files that git ignores
	NoPrefilter  bool     // parse files in which nothing can be found, too
	NoCache      bool     // analyse everything anew, and keep nothing
	CacheDir     string   // where results are kept; empty means the user's directory for caches
	OpsDB        []string // tables of a team's own verdicts on operators
	Jobs         int      // files analysed at once
	FileSize     int      // MiB of the text of a file that is parsed
	FileTimeout  int      // seconds of processor time that the analysis of a file may take
	MaxFindings  int      // reported of a file
	Format       string   // how check writes findings to standard output

	// Root is the directory that the globs of Exclude and PerFileIgnores are
	// relative to; empty means the working directory.
	Root string
}

// Default returns the settings of a run where neither a flag nor a file says anything.
func Default() Settings {
	return Settings{
		SDK:           "2.26",
		Rewrite:       "neuron",
		Target:        "trn2",
		MinConfidence: "likely",
		FailOn:        "warning",
		Jobs:          runtime.GOMAXPROCS(0),
		FileSize:      5,
		FileTimeout:   10,
		MaxFindings:   1000,
		Format:        "text",
	}
}

// The values each setting takes, in the order help texts list them.

// SDKs are the releases of the Neuron SDK the database knows.
func SDKs() []string { return []string{"2.26", "2.33"} }

// Rewrites are the ways fixes can be written.
func Rewrites() []string { return []string{"neuron", "portable", "xla"} }

// Targets are the accelerator generations code can be judged for.
func Targets() []string { return []string{"trn1", "trn2", "trn3", "inf2"} }

// Severities are the grades of a finding, weakest first.
func Severities() []string { return []string{"info", "warning", "error"} }

// Confidences are the degrees of certainty of a finding, weakest first.
func Confidences() []string { return []string{"possible", "likely", "certain"} }

// Formats are the ways in which check can write findings.
func Formats() []string {
	return []string{
		"text", "concise", "json", "jsonl", "sarif", "github", "gitlab", "rdjsonl", "junit", "checkstyle", "markdown", "html",
	}
}

// maxInteger bounds whole numbers: larger ones would overflow once they are
// bytes or nanoseconds.
const maxInteger = 1_000_000

// Validate reports the first setting that is not a known value, or a
// combination that cannot exist, with the reason.
func (s *Settings) Validate() error {
	for _, f := range Fields() {
		if value, ok := f.Value(s).(string); ok && len(f.Values) > 0 && !slices.Contains(f.Values, value) {
			return fmt.Errorf("%s: %q is not one of %s", f.Key, value, strings.Join(f.Values, ", "))
		}
	}
	for _, f := range Fields() {
		if value, ok := f.Value(s).(int); ok && (value < 1 || value > maxInteger) {
			return fmt.Errorf("%s: %d is not between 1 and %d", f.Key, value, maxInteger)
		}
	}
	return s.validateDevice()
}

// validateDevice refuses rewrites to the native device on hardware that has
// none: it is documented for Trn2 and Trn3 only.
func (s *Settings) validateDevice() error {
	if s.Rewrite == "xla" || s.Target == "trn2" || s.Target == "trn3" {
		return nil
	}
	return fmt.Errorf(`rewrite %s cannot be combined with target %s: the native "neuron" device exists on trn2 and trn3 only; use --rewrite xla`, s.Rewrite, s.Target)
}
