package assess

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/opsdb"
)

// The ways in which a finding ends, as the table of effort names them.
const (
	fixSafe   = "safe"
	fixUnsafe = "unsafe"
	byHand    = "hand"
	speedOnly = "speed" // nothing has to change for the program to run, and run right
)

// maxReasons is how many facts decide a verdict for a reader.
const maxReasons = 3

// grade decides for each finding what it means for a program that has it.
func (b *builder) grade() {
	for i := range b.in.Diagnostics {
		d := &b.in.Diagnostics[i]
		if d.Suppressed {
			continue
		}
		f := &finding{Diagnostic: d, verdict: Ready, test: b.isTest(d.Path)}
		f.blocks = b.blocks(d)
		switch {
		case f.blocks:
			f.verdict, f.fix = Blocked, byHand
		case d.Severity < analyzer.Warning:
		case b.speedOnly(d):
			f.fix = speedOnly
		case strongest(d) == analyzer.Safe:
			f.fix = fixSafe
		case strongest(d) == analyzer.Unsafe:
			f.verdict, f.fix = Mechanical, fixUnsafe
		default:
			f.verdict, f.fix = Work, byHand
		}
		b.findings = append(b.findings, f)
		b.byPath[d.Path] = append(b.byPath[d.Path], f)
	}
}

// strongest is the safety of the best fix of a finding.
func strongest(d *analyzer.Diagnostic) analyzer.Safety {
	best := analyzer.NoFix
	for i := range d.Fixes {
		best = max(best, d.Fixes[i].Safety)
	}
	return best
}

// blocks reports whether nothing on Neuron takes the place of the thing that a finding is
// about.
func (b *builder) blocks(d *analyzer.Diagnostic) bool {
	e, _ := b.in.DB.Effort(d.Code, byHand)
	switch e.Blocks {
	case opsdb.AlwaysBlocks:
		return d.Severity >= analyzer.Warning
	case opsdb.BlocksBehindATest:
		return d.Severity >= analyzer.Warning || d.OnlyOnCUDA
	case opsdb.BlocksUnreplaced:
		lib, ok := b.in.DB.Library(d.API)
		return d.Severity == analyzer.Error && ok && lib.Equivalent == ""
	case opsdb.NeverBlocks, opsdb.SpeedOnly:
	}
	return false
}

// speedOnly reports whether a program runs with a finding as it is, and right, if not as
// fast as it could.
func (b *builder) speedOnly(d *analyzer.Diagnostic) bool {
	e, _ := b.in.DB.Effort(d.Code, byHand)
	return e.Blocks == opsdb.SpeedOnly && d.Severity == analyzer.Warning
}

// rank orders verdicts from the best to the worst.
func rank(v Verdict) int { return slices.Index(Verdicts(), v) }

func worse(a, b Verdict) Verdict {
	if rank(b) > rank(a) {
		return b
	}
	return a
}

// used is the framework, or the library that the database knows, that a module is of;
// empty for any other.
func (b *builder) used(module string) string {
	if first := firstPart(module); slices.Contains(frameworks(), first) {
		return first
	}
	if lib, ok := b.in.DB.Library(module); ok {
		return lib.Import
	}
	return ""
}

// verdict is that of the project: the worst of its programs, tests aside. A project of
// tests alone is judged by them.
func (b *builder) verdict(a *Assessment) (Verdict, []Reason) {
	v, programs := Ready, false
	for i := range a.Entries {
		if a.Entries[i].Kind != Suite {
			v, programs = worse(v, a.Entries[i].Verdict), true
		}
	}
	if !programs {
		for i := range a.Entries {
			v = worse(v, a.Entries[i].Verdict)
		}
	}
	return v, reasons(v, a.Causes, func(c *Cause) bool { return c.Verdict == v && (c.Counts.Total() > 0 || !programs) })
}

// reasons are the causes that decide a verdict, weightiest first.
func reasons(v Verdict, causes []Cause, decides func(*Cause) bool) []Reason {
	list := []Reason{}
	for i := range causes {
		if c := &causes[i]; v != Ready && decides(c) && len(list) < maxReasons {
			list = append(list, Reason{c.ID, c.sentence()})
		}
	}
	return list
}

// sentence tells a cause with its extent and its first place.
func (c *Cause) sentence() string {
	all := c.Counts.Total() + c.Tests.Total()
	text := fmt.Sprintf("%s (%s)", c.Title, c.Rule)
	if all > 0 {
		text += fmt.Sprintf(": %s in %s", plural(all, "place"), plural(c.Files, "file"))
	}
	if len(c.Places) > 0 {
		text += fmt.Sprintf(", first %s:%d", c.Places[0].Path, c.Places[0].Line)
	}
	if c.Bypassed {
		text += "; the code takes another way without CUDA"
	}
	return text
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// judgeEntries judges all entry points, and counts the programs that each cause holds up.
func (b *builder) judgeEntries() {
	for _, e := range b.entries {
		b.judge(e)
	}
	b.addTree()
	for _, e := range b.entries {
		for c := range e.causes {
			if isProgram(e.kind) {
				c.entries++
			}
		}
	}
}

// judge judges an entry point, without the reasons: these need the order of the causes.
func (b *builder) judge(e *entry) {
	e.judged = Entry{Name: e.name, Kind: e.kind, Found: e.found, Verdict: Ready}
	if e.kind == Script || e.kind == Command || e.kind == Notebook {
		e.judged.File = e.from[0]
	}
	e.causes = make(map[*cause]Verdict)
	uses := make(map[string]bool)
	for _, i := range b.reach(e) {
		m, f := &b.in.Modules[i], &b.facts[i]
		if m.Project == nil || e.kind == Build {
			e.judged.Files++
			e.judged.Lines += m.Lines
			for _, name := range f.uses {
				uses[name] = true
			}
		}
		e.judged.Counts.sum(f.counts)
		e.judged.Verdict = worse(e.judged.Verdict, f.worst)
		for c, v := range f.causes {
			e.causes[c] = worse(e.causes[c], v)
		}
	}
	e.judged.Uses = sorted(uses)
}

func (c *Counts) sum(more Counts) {
	c.Safe, c.Unsafe, c.Hand = c.Safe+more.Safe, c.Unsafe+more.Unsafe, c.Hand+more.Hand
	c.Speed, c.Notes = c.Speed+more.Speed, c.Notes+more.Notes
}

// judgedEntries are the entry points with the reasons of their verdicts, the worst first.
func (b *builder) judgedEntries() []Entry {
	list := make([]Entry, 0, len(b.entries))
	for _, e := range b.entries {
		has := make(map[string]Verdict, len(e.causes))
		for c, v := range e.causes {
			has[c.id] = v
		}
		e.judged.Causes = []string{}
		for i := range b.ranked {
			if id := b.ranked[i].ID; has[id] != "" {
				e.judged.Causes = append(e.judged.Causes, id)
			}
		}
		e.judged.Reasons = reasons(e.judged.Verdict, b.ranked, func(c *Cause) bool { return has[c.ID] == e.judged.Verdict })
		list = append(list, e.judged)
	}
	slices.SortStableFunc(list, func(x, y Entry) int {
		return cmp.Or(rank(y.Verdict)-rank(x.Verdict), last(x.Kind)-last(y.Kind), y.Counts.Hand-x.Counts.Hand, strings.Compare(x.Name, y.Name))
	})
	return list
}

// last puts tests and files for building behind programs.
func last(k Kind) int {
	if k == Suite || k == Build {
		return 1
	}
	return 0
}
