// Package report writes the results of a run: for people, for programs, and for the
// places where code is reviewed. There is one file for each format; Formats lists them.
package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/source"
)

// Input is everything a report may say.
type Input struct {
	Diagnostics []analyzer.Diagnostic // in the order they are written
	// File is the text a diagnostic of a path points into; nil if there is
	// none.
	File func(path string) *source.File
	// Edits are all edits of a group of fixes, in any order and perhaps
	// repeated; nil if a fix has no edits but its own.
	Edits func(analyzer.GroupID) []analyzer.Edit
	// Rules are the rules that the run could report, for the formats that carry their
	// documentation.
	Rules []*analyzer.Rule

	Version string // of the tool
	OpsDB   string // version of the database
	SDK     string
	Rewrite string
	Stack   string // that the rewrite moves code to: "native" or "xla"
	Target  string
	Choice  Choice // of these

	Files               int
	FilesFailed         int
	Foreign             int // notebooks in other languages than Python
	Known               int // findings left out: older than the change, or in the baseline
	UnresolvedReceivers int
	TensorMethods       Receivers
	UnknownOperators    int // calls of operators of which the database knows nothing
	LargeTables         int // dictionaries with devices that have too many entries to be followed
	UnparsedLines       int
	InternalErrors      int // rules that failed on a file

	Unsafe   bool // fixes that need a reader count as fixable
	Tests    bool // people are shown the notes on tests as well, which are counted otherwise
	Duration time.Duration
	// Project names the repository that was checked, where it is known.
	Project  Project
	MaxEqual int // findings with the same message that text lists; 0 lists all

	groups   map[analyzer.GroupID][]analyzer.Edit  // sorted; see edits
	followed map[analyzer.GroupID]analyzer.GroupID // see follows
}

// Choice tells who chose what the code is judged for.
type Choice struct {
	By    ChosenBy
	Signs []Sign // of the project, if it chose
}

// ChosenBy is who chose what the code is judged for.
type ChosenBy string

// Those who choose.
const (
	ByDefault ChosenBy = "default"
	ByUser    ChosenBy = "user" // a flag or a configuration file
	ByProject ChosenBy = "project"
)

// Sign is a place that tells what a project is made for.
type Sign struct {
	Path  string `json:"path"`
	Line  int    `json:"line"`
	Text  string `json:"text"`
	Means string `json:"means"`
}

// reason names the first place for each of the signs.
func (c *Choice) reason() string {
	var parts []string
	seen := make(map[string]bool)
	for _, s := range c.Signs {
		if !seen[s.Means] {
			seen[s.Means] = true
			parts = append(parts, fmt.Sprintf("%s:%d has %s", plain(s.Path), s.Line, plain(s.Text)))
		}
	}
	return strings.Join(parts, " and ")
}

// Project is the repository that a report is about.
type Project struct {
	Name   string
	Commit string // empty outside of git
	Date   string // of the commit, as in 2026-11-24
}

// title names the project with its commit; empty if there is none.
func (p Project) title() string {
	const hash = 10
	text := plain(p.Name)
	if p.Commit != "" {
		text += " at " + p.Commit[:min(len(p.Commit), hash)]
	}
	if p.Date != "" {
		text += ", " + p.Date
	}
	return text
}

// Counts are the numbers of a summary. Suppressed findings are not counted.
type Counts struct {
	Errors, Warnings, Infos int
	Fixable                 int // that a fix of the requested safety mends
	FixableUnsafe           int // that only a fix that needs a reader mends
}

// Total is the number of findings.
func (c Counts) Total() int { return c.Errors + c.Warnings + c.Infos }

// Count counts the findings of a report.
func Count(in *Input) Counts {
	var c Counts
	for i := range in.Diagnostics {
		d := &in.Diagnostics[i]
		if d.Suppressed {
			continue
		}
		switch d.Severity {
		case analyzer.Error:
			c.Errors++
		case analyzer.Warning:
			c.Warnings++
		default:
			c.Infos++
		}
		switch strongest(d) {
		case analyzer.Safe:
			c.Fixable++
		case analyzer.Unsafe:
			c.FixableUnsafe++
		}
	}
	if in.Unsafe {
		c.Fixable, c.FixableUnsafe = c.Fixable+c.FixableUnsafe, 0
	}
	return c
}

// strongest is the safety of the best fix of a finding.
func strongest(d *analyzer.Diagnostic) analyzer.Safety {
	best := analyzer.NoFix
	for i := range d.Fixes {
		best = max(best, d.Fixes[i].Safety)
	}
	return best
}

// mark says in three letters how a finding can be mended, with a space behind:
// "[*] " by a safe fix, "[~] " by one that needs a reader, "" not at all.
func mark(d *analyzer.Diagnostic) string {
	switch strongest(d) {
	case analyzer.Safe:
		return "[*] "
	case analyzer.Unsafe:
		return "[~] "
	default:
		return ""
	}
}

// position is where an offset of a file is; the first character where the file
// could not be read.
func (in *Input) position(path string, offset int) source.Position {
	if f := in.file(path); f != nil {
		return f.Position(offset)
	}
	return source.Position{Line: 1, Column: 1, UTF16: 1, Byte: 1, FileLine: 1, Cell: -1}
}

func (in *Input) file(path string) *source.File {
	if in.File == nil {
		return nil
	}
	return in.File(path)
}

// shown are the findings that no comment silences, in the order of the report.
func (in *Input) shown() []*analyzer.Diagnostic {
	list := make([]*analyzer.Diagnostic, 0, len(in.Diagnostics))
	for i := range in.Diagnostics {
		if d := &in.Diagnostics[i]; !d.Suppressed {
			list = append(list, d)
		}
	}
	return list
}

// passesOver reports whether people are not shown a finding: a comment silences it, or it
// is a note on a test, which is counted and not listed.
func (in *Input) passesOver(d *analyzer.Diagnostic) bool {
	return d.Suppressed || in.ofTest(d)
}

func (in *Input) ofTest(d *analyzer.Diagnostic) bool {
	return d.Test && d.Severity == analyzer.Info && !in.Tests
}

// testNotes says how many notes on tests are not listed; empty if there are none.
func testNotes(in *Input) string {
	n := 0
	for i := range in.Diagnostics {
		if d := &in.Diagnostics[i]; !d.Suppressed && in.ofTest(d) {
			n++
		}
	}
	if n == 0 {
		return ""
	}
	return plural(n, "finding") + " in tests not listed: add --tests."
}

// unanalysed reports whether a finding says that a file, or a rule on it, failed:
// it is about the run and not about the code.
func unanalysed(d *analyzer.Diagnostic) bool {
	return d.Category == analyzer.CategoryAnalysis && d.Span.Len() == 0
}

// worstFirst sorts findings for a reader who will not get to the end. Equals
// keep their order.
func worstFirst(list []*analyzer.Diagnostic) []*analyzer.Diagnostic {
	slices.SortStableFunc(list, func(a, b *analyzer.Diagnostic) int { return cmp.Compare(b.Severity, a.Severity) })
	return list
}

// rule is the rule with the given code; nil if the report does not know it.
func (in *Input) rule(code string) *analyzer.Rule {
	i := slices.IndexFunc(in.Rules, func(r *analyzer.Rule) bool { return r.Code == code })
	if i < 0 {
		return nil
	}
	return in.Rules[i]
}
