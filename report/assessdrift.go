package report

import (
	"fmt"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/assess"
)

// driftHead is the first line about the changes since an earlier assessment.
func driftHead(d *assess.Drift) string {
	const hash = 10
	since := "Since the earlier assessment"
	if d.Commit != "" {
		since = "Since " + plain(d.Commit[:min(len(d.Commit), hash)])
	}
	text := fmt.Sprintf("%s: %s", since, change(string(d.From), string(d.To)))
	for _, part := range []struct {
		name          string
		before, after int
	}{
		{"safe", d.Before.Safe, d.After.Safe}, {"to review", d.Before.Unsafe, d.After.Unsafe}, {"by hand", d.Before.Hand, d.After.Hand},
	} {
		if part.before != part.after {
			text += fmt.Sprintf(", %d → %d %s", part.before, part.after, part.name)
		}
	}
	if d.Other {
		text += "; that one was judged by another version, database or profile"
	}
	return text
}

// change is a value that stays, or its old and new one.
func change(from, to string) string {
	switch {
	case from == to:
		return "still " + to
	case from == "":
		return "new, " + to
	case to == "":
		return "gone, was " + from
	}
	return from + " → " + to
}

// driftLines are the programs and causes that changed, the first of each.
func driftLines(d *assess.Drift, most int) []string {
	var lines []string
	for i, m := range d.Programs {
		if i == most {
			lines = append(lines, fmt.Sprintf("and %d more programs", len(d.Programs)-most))
			break
		}
		lines = append(lines, fmt.Sprintf("%s: %s", plain(m.Name), change(string(m.From), string(m.To))))
	}
	for i, c := range d.Causes {
		if i == most {
			lines = append(lines, fmt.Sprintf("and %d more causes", len(d.Causes)-most))
			break
		}
		code, _, _ := strings.Cut(c.ID, ":")
		lines = append(lines, fmt.Sprintf("%s (%s): %d → %s", plain(c.Title), code, c.Before, plural(c.After, "place")))
	}
	return lines
}

func (p *printer) assessDrift(a *assess.Assessment) {
	if a.Drift == nil {
		return
	}
	p.printf("\n%s\n", p.bold(driftHead(a.Drift)))
	for _, line := range driftLines(a.Drift, screenCauses) {
		p.printf("  %s\n", line)
	}
}

func mdDrift(b *strings.Builder, a *assess.Assessment) {
	if a.Drift == nil {
		return
	}
	fmt.Fprintf(b, "**%s**\n\n", mdText(driftHead(a.Drift)))
	for _, line := range driftLines(a.Drift, commentCauses) {
		fmt.Fprintf(b, "* %s\n", mdCell(line))
	}
	b.WriteString("\n")
}
