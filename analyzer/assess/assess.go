// Package assess sums up what the findings of a run mean for a project: whether each of
// its programs can move to Neuron, what holds it up, and what the move takes.
//
//   - model.go, drift.go: the assessment, as plain data
//   - entries.go: the places where programs begin; reach.go: the files they bring in
//   - causes.go: findings with the same root; verdict.go: what they mean for a program;
//     findings.go: each of them
//   - effort.go, inventory.go, profile.go, instances.go, money.go, plan.go: the other parts
//
// It reads no files: the driver's results and tables are all it knows.
package assess

import (
	"path"
	"slices"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/driver"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/opsdb"
)

// Input is all that an assessment rests on.
type Input struct {
	Diagnostics []analyzer.Diagnostic // by path
	File        func(path string) *source.File
	Modules     []driver.Module // by path
	Stats       driver.Stats
	Rules       []*analyzer.Rule
	DB          *opsdb.DB
	Target      opsdb.Target
	Tool        Tool
	Detected    string // the place of the project that chose the target; empty if none did
	Name        string // of the project
	Commit      string
	Prices      *Prices               // may be nil
	Findings    bool                  // list them all
	Calls       []driver.OperatorCall // those to be counted in the inventory
}

// New assesses a project.
func New(in *Input) *Assessment {
	b := &builder{in: in, index: make(map[string]int), byPath: make(map[string][]*finding)}
	for i := range in.Modules {
		b.index[in.Modules[i].Path] = i
	}
	b.grade()
	b.findCauses()
	b.findEntries()
	b.findFacts()
	b.judgeEntries()
	b.rankCauses()
	a := &Assessment{
		SchemaVersion: SchemaVersion, Tool: in.Tool, Project: b.project(),
		Causes: b.ranked, Machine: b.machine(), Unseen: b.unseen(),
	}
	a.Entries = b.judgedEntries()
	a.Verdict, a.Reasons = b.verdict(a)
	a.Effort = b.effort()
	a.Profile = b.profile()
	a.Inventory = b.inventory(a)
	a.Instances = b.instances()
	a.Money = money(a, in.Prices)
	a.Plan = plan(a)
	if in.Findings {
		a.Findings = b.listed()
	}
	return a
}

// builder holds what the parts of an assessment share.
type builder struct {
	in       *Input
	index    map[string]int // of modules, by path
	findings []*finding
	byPath   map[string][]*finding
	entries  []*entry
	causes   map[causeKey]*cause
	ranked   []Cause // those that hold up most first
	facts    []fact  // of the modules
	seen     []int   // the last round that met each module; see reach
	round    int
}

// finding is a diagnostic with its part in the assessment.
type finding struct {
	*analyzer.Diagnostic

	verdict Verdict // of a program that has it
	fix     string  // "safe", "unsafe", "hand" or "speed"; empty for a note
	test    bool
	cause   *cause
	blocks  bool
}

func (b *builder) module(path string) *driver.Module {
	if i, ok := b.index[path]; ok {
		return &b.in.Modules[i]
	}
	return nil
}

// place is where a finding begins.
func (b *builder) place(path string, span source.Span) Place {
	p := Place{Path: path, Line: 1}
	if f := b.in.File(path); f != nil {
		p.Line = f.Position(span.Start).FileLine
	}
	return p
}

// project sums up the tree.
func (b *builder) project() Project {
	p := Project{Name: b.in.Name, Commit: b.in.Commit}
	b.extensions(&p)
	for i := range b.in.Modules {
		if m := &b.in.Modules[i]; m.Project == nil {
			p.Files++
			p.Lines += m.Lines
			if m.Test {
				p.Tests++
			}
		}
	}
	return p
}

// machine counts the findings that have to end by the way in which they do.
func (b *builder) machine() (m Machine) {
	for _, f := range b.findings {
		if f.test {
			m.Tests.add(f)
		} else {
			m.Code.add(f)
		}
	}
	return m
}

func (c *Counts) add(f *finding) {
	switch f.fix {
	case fixSafe:
		c.Safe++
	case fixUnsafe:
		c.Unsafe++
	case byHand:
		c.Hand++
	case speedOnly:
		c.Speed++
	default:
		c.Notes++
	}
}

// isTest reports whether a file is for tests.
func (b *builder) isTest(path string) bool {
	m := b.module(path)
	return m != nil && m.Test
}

// isSetup reports whether a file of Python builds the project.
func isSetup(name string) bool { return path.Base(name) == "setup.py" }

// isSettings reports whether a file of Python holds the settings of a tool, which loads it:
// of setuptools, Sphinx or Nox.
func isSettings(name string) bool {
	switch path.Base(name) {
	case "setup.py", "conf.py", "noxfile.py":
		return true
	}
	return false
}

// sorted are the keys of a set.
func sorted(set map[string]bool) []string {
	list := make([]string, 0, len(set))
	for s := range set {
		list = append(list, s)
	}
	slices.Sort(list)
	return list
}
