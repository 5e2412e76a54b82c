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
	case opsdb.NeverBlocks:
	}
	return false
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
	return v, reasons(v, a.Causes, func(c *Cause) bool { return c.Counts.Total() > 0 || !programs })
}

// reasons are the causes that decide a verdict, weightiest first: those that are as bad
// as it.
func reasons(v Verdict, causes []Cause, counts func(*Cause) bool) []Reason {
	list := []Reason{}
	for i := range causes {
		if c := &causes[i]; c.Verdict == v && v != Ready && counts(c) && len(list) < maxReasons {
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

// judgedEntries are the entry points with their verdicts, the worst first.
func (b *builder) judgedEntries() []Entry {
	list := make([]Entry, 0, len(b.entries))
	for _, e := range b.entries {
		list = append(list, b.judge(e))
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

func (b *builder) judge(e *entry) Entry {
	out := Entry{Name: e.name, Kind: e.kind, Found: e.found, Verdict: Ready, Reasons: []Reason{}, Causes: []string{}}
	uses := make(map[string]bool)
	has, worst := make(map[string]bool), make(map[string]Verdict)
	for _, file := range e.reach {
		if m := b.module(file); m != nil && (m.Project == nil || e.kind == Build) {
			out.Files++
			out.Lines += m.Lines
			for _, name := range m.Packages {
				if used := b.used(name); used != "" {
					uses[used] = true
				}
			}
		}
		for _, f := range b.byPath[file] {
			out.Counts.add(f)
			out.Verdict = worse(out.Verdict, f.verdict)
			if f.verdict != Ready {
				has[f.cause.id] = true
				worst[f.cause.id] = worse(worst[f.cause.id], f.verdict)
			}
		}
	}
	out.Uses = sorted(uses)
	for i := range b.ranked {
		if c := &b.ranked[i]; has[c.ID] {
			out.Causes = append(out.Causes, c.ID)
		}
	}
	out.Reasons = reasons(out.Verdict, b.ranked, func(c *Cause) bool { return has[c.ID] && worst[c.ID] == out.Verdict })
	return out
}
