package report

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/assess"
)

// AssessFormat is one way to write an assessment.
type AssessFormat struct {
	Name  string
	Write func(w io.Writer, a *assess.Assessment, style Style) error
}

// AssessFormats are all formats of assessments. The first is the default.
func AssessFormats() []AssessFormat {
	return []AssessFormat{
		{"text", AssessText},
		{"markdown", func(w io.Writer, a *assess.Assessment, _ Style) error { return AssessMarkdown(w, a) }},
		{"json", func(w io.Writer, a *assess.Assessment, _ Style) error { return writeJSON(w, a) }},
		{"html", func(w io.Writer, a *assess.Assessment, _ Style) error { return AssessHTML(w, a) }},
	}
}

// verdictMeaning completes "the project is …".
func verdictMeaning(v assess.Verdict) string {
	switch v {
	case assess.Ready:
		return "nothing has to change but what safe fixes change"
	case assess.Mechanical:
		return "fixes do it all, and a reader reviews those that are not safe"
	case assess.Work:
		return "part of it has to be rewritten by hand"
	case assess.Blocked:
		return "part of it has no counterpart on Neuron"
	}
	return ""
}

// judgement is the meaning of a verdict, with the share of the programs that it holds for.
func judgement(a *assess.Assessment) string {
	text, counts, total := verdictMeaning(a.Verdict), byVerdict(a), 0
	for _, n := range counts {
		total += n
	}
	if n := counts[a.Verdict]; n > 0 && n < total {
		text += fmt.Sprintf("; so it is with %d of %d programs", n, total)
	}
	return text
}

// byVerdict counts entry points, tests aside.
func byVerdict(a *assess.Assessment) map[assess.Verdict]int {
	counts := make(map[assess.Verdict]int)
	for i := range a.Entries {
		if e := &a.Entries[i]; isProgram(e) && len(e.Uses) > 0 {
			counts[e.Verdict]++
		}
	}
	return counts
}

// isProgram reports whether an entry runs for its own sake.
func isProgram(e *assess.Entry) bool { return e.Kind != assess.Suite && e.Kind != assess.Build }

// programs says how many programs are at each verdict, the worst first.
func programs(a *assess.Assessment) string {
	counts, total := byVerdict(a), 0
	var parts []string
	for i := len(assess.Verdicts()) - 1; i >= 0; i-- {
		v := assess.Verdicts()[i]
		if total += counts[v]; counts[v] > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", counts[v], v))
		}
	}
	if total == 0 {
		return "No program uses PyTorch or JAX"
	}
	text := plural(total, "program") + ": " + strings.Join(parts, ", ")
	if n := idle(a); n > 0 {
		text += fmt.Sprintf("; %d more without PyTorch or JAX", n)
	}
	return text
}

// idle counts the programs that reach no framework.
func idle(a *assess.Assessment) (n int) {
	for i := range a.Entries {
		if e := &a.Entries[i]; isProgram(e) && len(e.Uses) == 0 {
			n++
		}
	}
	return n
}

// listed are the entries that a reader wants to see: those without a framework are ready,
// and say nothing.
func listed(a *assess.Assessment) []*assess.Entry {
	var list []*assess.Entry
	for i := range a.Entries {
		if e := &a.Entries[i]; !isProgram(e) || len(e.Uses) > 0 {
			list = append(list, e)
		}
	}
	return list
}

// heavy are the causes that safe fixes leave.
func heavy(a *assess.Assessment) []*assess.Cause {
	var list []*assess.Cause
	for i := range a.Causes {
		if c := &a.Causes[i]; c.Verdict != assess.Ready {
			list = append(list, c)
		}
	}
	return list
}

// speedLine names what makes programs slower or their measurements wrong, with the number
// of places outside of tests; empty if nothing does.
func speedLine(a *assess.Assessment) string {
	var list []*assess.Cause
	for i := range a.Causes {
		if c := &a.Causes[i]; c.Counts.Speed > 0 {
			list = append(list, c)
		}
	}
	slices.SortStableFunc(list, func(x, y *assess.Cause) int { return y.Counts.Speed - x.Counts.Speed })
	var parts []string
	for _, c := range list {
		parts = append(parts, fmt.Sprintf("%s (%s) in %s", c.Title, c.Rule, plural(c.Counts.Speed, "place")))
	}
	return enumerated(parts)
}

// holdsUp says how much a cause keeps from moving.
func holdsUp(c *assess.Cause) string {
	text := plural(c.Counts.Total()+c.Tests.Total(), "place") + " in " + plural(c.Files, "file")
	switch n := c.Tests.Total(); {
	case n > 0 && c.Counts.Total() == 0:
		text += ", all in tests"
	case n > 0:
		text += fmt.Sprintf(", %d in tests", n)
	}
	switch {
	case c.Entries > 0:
		text += "; holds up " + plural(c.Entries, "program")
	case c.Counts.Total() > 0 && !strings.HasPrefix(c.Rule, "NRN9"): // these are of no program
		text += "; no program reaches it"
	}
	return text
}

// days is a range of hours in days of eight hours.
func days(r assess.Range) string {
	const day = 8
	low, high := r.Low/day, r.High/day
	switch {
	case r.High == 0:
		return "none"
	case r.High <= day:
		return fmt.Sprintf("%s to %s hours", short(r.Low), short(r.High))
	}
	return fmt.Sprintf("%s to %s days", short(low), short(high))
}

// short is a number with at most one digit behind the point, and none from ten on.
func short(x float64) string {
	const ten = 10
	if x >= ten {
		return strconv.FormatFloat(math.Round(x), 'f', 0, 64)
	}
	return strconv.FormatFloat(math.Round(x*ten)/ten, 'f', -1, 64)
}

// assessGrounds is the target of an assessment and the facts behind it.
func assessGrounds(a *assess.Assessment) string {
	return fmt.Sprintf("SDK %s, rewrite %s (%s stack), target %s, database %s",
		a.Profile.SDK, a.Profile.Rewrite, a.Profile.Stack, a.Profile.Target, a.Tool.OpsDB)
}

// cudaLine tells of the extensions with kernels in CUDA; empty if there are none.
func cudaLine(a *assess.Assessment) string {
	if a.Project.CUDA == 0 {
		return ""
	}
	first := &a.Project.Extensions[0]
	for i := range a.Project.Extensions {
		if e := &a.Project.Extensions[i]; len(e.Kernels) > len(first.Kernels) {
			first = e
		}
	}
	text := fmt.Sprintf("%s in CUDA, %s of them in %s", plural(a.Project.CUDA, "source"), fmt.Sprint(first.Sources), plain(first.Folder))
	if n := len(first.Kernels); n > 0 {
		text += fmt.Sprintf(" with %s (%s)", plural(n, "kernel"), plain(enumerated(first.Kernels)))
	}
	if len(first.Loaders) == 0 {
		return text + "; no Python was found that builds or loads them"
	}
	verb := "build or load"
	if len(first.Loaders) == 1 {
		verb = "builds or loads"
	}
	return fmt.Sprintf("%s; %s %s them, for %s", text, plain(enumerated(first.Loaders)), verb, plural(first.Programs, "program"))
}

// enumerated are the first names of a list.
func enumerated(list []string) string {
	const most = 3
	text := strings.Join(list[:min(len(list), most)], ", ")
	if n := len(list) - most; n > 0 {
		text += fmt.Sprintf(" and %d more", n)
	}
	return text
}

// size tells how much was read.
func size(a *assess.Assessment) string {
	text := fmt.Sprintf("%s of Python, %s", plural(a.Project.Files, "file"), plural(a.Project.Lines, "line"))
	if a.Project.Tests > 0 {
		text += fmt.Sprintf(" (%s for tests)", plural(a.Project.Tests, "file"))
	}
	return text
}

// assessTitle names the project and its commit.
func assessTitle(a *assess.Assessment) string {
	const hash = 10
	if c := a.Project.Commit; c != "" {
		return plain(a.Project.Name) + " at " + c[:min(len(c), hash)]
	}
	return plain(a.Project.Name)
}

// modelLine names a model with its support.
func modelLine(m *assess.Model) string {
	var parts []string
	for _, s := range m.Support {
		parts = append(parts, fmt.Sprintf("%s, %s: %s", s.Library, s.Mode, s.Status))
	}
	if len(parts) == 0 {
		return fmt.Sprintf("%s (%s by its name): nothing is known for this target", m.Name, m.Type)
	}
	return fmt.Sprintf("%s (%s by its name): %s", m.Name, m.Type, strings.Join(parts, "; "))
}

// frameworkLine names the frameworks with their versions.
func frameworkLine(a *assess.Assessment) string {
	var parts []string
	for i := range a.Inventory.Frameworks {
		f := &a.Inventory.Frameworks[i]
		text := f.Name
		if f.Pin != "" {
			text += " " + f.Pin
		} else if f.Path != "" {
			text += " (any version)"
		}
		parts = append(parts, fmt.Sprintf("%s in %s", text, plural(f.Files, "file")))
	}
	return plain(strings.Join(parts, ", "))
}
