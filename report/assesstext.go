package report

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/assess"
)

// What a screen has room for.
const (
	screenEntries   = 8
	screenCauses    = 5
	screenLibraries = 5
	screenModels    = 2
	nameColumns     = 34
)

// AssessText writes an assessment on one screen.
func AssessText(w io.Writer, a *assess.Assessment, style Style) error {
	p := newPrinter(w, style)
	p.printf("%s: %s, %s\n", p.bold(assessTitle(a)), p.graded(a.Verdict), judgement(a))
	for _, r := range a.Reasons {
		p.printf("  * %s\n", plain(r.Text))
	}
	if line := cudaLine(a); line != "" {
		p.printf("  * %s\n", line)
	}
	p.printf("%s\n", p.dim(size(a)+"; "+assessGrounds(a)))
	if a.Profile.Advice != "" {
		p.printf("%s\n", p.dim(a.Profile.Advice))
	}
	p.assessDrift(a)
	p.assessEntries(a)
	p.assessCauses(a)
	p.assessMachine(a)
	p.assessInventory(a)
	p.assessPlan(a)
	if len(a.Unseen) > 0 {
		p.printf("%s\n", p.dim("Not seen: "+strings.Join(a.Unseen, ", ")+"."))
	}
	return p.failed("assessment")
}

// graded is a verdict in its colour.
func (p *printer) graded(v assess.Verdict) string {
	switch v {
	case assess.Blocked:
		return p.severity[analyzer.Error](string(v))
	case assess.Work:
		return p.severity[analyzer.Warning](string(v))
	case assess.Mechanical:
		return p.severity[analyzer.Info](string(v))
	case assess.Ready:
	}
	return p.bold(string(v))
}

// column is a text of a fixed width, with its end cut off or filled up.
func column(s string, width int) string {
	s = plain(s)
	if n := utf8.RuneCountInString(s); n <= width {
		return s + strings.Repeat(" ", width-n)
	}
	runes := []rune(s)
	return "…" + string(runes[len(runes)-width+1:])
}

func (p *printer) assessEntries(a *assess.Assessment) {
	p.printf("\n%s\n", p.bold(programs(a)))
	list := listed(a)
	for _, e := range list[:min(len(list), screenEntries)] {
		p.printf("  %s%s  %s  %s\n", p.graded(e.Verdict), strings.Repeat(" ", len(assess.Mechanical)-len(e.Verdict)),
			column(e.Name, nameColumns), entryFacts(e))
	}
	if n := len(list) - screenEntries; n > 0 {
		p.printf("  %s\n", p.dim(fmt.Sprintf("and %d more, none of them worse", n)))
	}
}

// entryFacts are the numbers of an entry.
func entryFacts(e *assess.Entry) string {
	text := fmt.Sprintf("%s, %s", e.Kind, plural(e.Files, "file"))
	for _, part := range []struct {
		n    int
		what string
	}{{e.Counts.Safe, "safe"}, {e.Counts.Unsafe, "to review"}, {e.Counts.Hand, "by hand"}} {
		if part.n > 0 {
			text += fmt.Sprintf(", %d %s", part.n, part.what)
		}
	}
	return text
}

func (p *printer) assessCauses(a *assess.Assessment) {
	list := heavy(a)
	if len(list) == 0 {
		return
	}
	p.printf("\n%s\n", p.bold("What holds them up, the most first"))
	for _, c := range list[:min(len(list), screenCauses)] {
		p.printf("  %s%s  %s (%s)\n", p.graded(c.Verdict), strings.Repeat(" ", len(assess.Mechanical)-len(c.Verdict)),
			plain(c.Title), c.Rule)
		p.printf("              %s\n", p.dim(holdsUp(c)))
		if c.Replacement != "" {
			p.printf("              %s\n", p.dim(plain(c.Replacement)))
		}
	}
	if n := len(list) - screenCauses; n > 0 {
		p.printf("  %s\n", p.dim(fmt.Sprintf("and %d more, which --format json lists", n)))
	}
}

func (p *printer) assessMachine(a *assess.Assessment) {
	p.printf("\n%s   %8s %8s %8s %8s %8s\n", p.bold("By machine"), "safe", "review", "by hand", "speed", "notes")
	for _, row := range []struct {
		name string
		c    assess.Counts
	}{{"code", a.Machine.Code}, {"tests", a.Machine.Tests}} {
		p.printf("  %-10s %8d %8d %8d %8d %8d\n", row.name, row.c.Safe, row.c.Unsafe, row.c.Hand, row.c.Speed, row.c.Notes)
	}
	if line := speedLine(a); line != "" {
		p.printf("Speed: %s\n", plain(line))
	}
	p.printf("Effort (our judgement): %s", days(a.Effort.Code))
	if a.Effort.Tests.High > 0 {
		p.printf(", and %s for tests", days(a.Effort.Tests))
	}
	p.printf("\n")
}

func (p *printer) assessInventory(a *assess.Assessment) {
	var lines []string
	if line := frameworkLine(a); line != "" {
		lines = append(lines, "Frameworks: "+line)
	}
	var names []string
	for i := range a.Inventory.Libraries {
		if l := &a.Inventory.Libraries[i]; l.Status != "supported" && len(names) < screenLibraries {
			names = append(names, fmt.Sprintf("%s (%s)", l.Name, l.Status))
		}
	}
	if len(names) > 0 {
		lines = append(lines, "Libraries to look at: "+strings.Join(names, ", "))
	}
	for i := range a.Inventory.Models[:min(len(a.Inventory.Models), screenModels)] {
		lines = append(lines, "Model: "+modelLine(&a.Inventory.Models[i]))
	}
	for i := range a.Instances {
		lines = append(lines, instanceLine(&a.Instances[i]))
	}
	for _, line := range append(lines, moneyLines(a.Money)...) {
		p.printf("%s\n", plain(line))
	}
}

// instanceLine names a machine and the machines that may take its place.
func instanceLine(i *assess.Instance) string {
	text := i.Name
	if i.MemoryGiB > 0 {
		text += fmt.Sprintf(" (%s, %d GiB)", plural(i.GPUs, "GPU"), i.MemoryGiB)
	} else {
		text += " (memory not known)"
	}
	var names []string
	for _, c := range i.Candidates {
		names = append(names, fmt.Sprintf("%s (%s, %d GiB)", c.Name, plural(c.Chips, "chip"), c.MemoryGiB))
	}
	if len(names) == 0 {
		return text + ": no candidate on this target"
	}
	return text + ": look at " + strings.Join(names, ", ")
}

func (p *printer) assessPlan(a *assess.Assessment) {
	p.printf("\n%s\n", p.bold("First steps"))
	n := 0
	for _, phase := range a.Plan[:min(len(a.Plan), 2)] {
		for _, step := range phase.Steps[:min(len(phase.Steps), 2)] {
			n++
			p.printf("  %d. %s\n", n, plain(step))
		}
	}
}
