package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/assess"
)

// What a comment has room for: GitHub takes 65,536 characters, and a row has a few
// hundred.
const (
	commentEntries = 40
	commentCauses  = 30
	commentText    = 300 // characters of a cell
)

// AssessMarkdown writes an assessment as a comment for a pull request.
func AssessMarkdown(w io.Writer, a *assess.Assessment) error {
	var b strings.Builder
	b.WriteString("<!-- neuronlint assess -->\n")
	fmt.Fprintf(&b, "### %s: %s\n\n", mdText(assessTitle(a)), a.Verdict)
	fmt.Fprintf(&b, "%s.\n\n", sentenceStart(judgement(a)))
	for _, r := range a.Reasons {
		fmt.Fprintf(&b, "* %s\n", mdCell(r.Text))
	}
	line := cudaLine(a)
	if line != "" {
		fmt.Fprintf(&b, "* %s\n", mdText(plain(line)))
	}
	if len(a.Reasons) > 0 || line != "" {
		b.WriteString("\n")
	}
	mdDrift(&b, a)
	mdEntries(&b, a)
	mdCauses(&b, a)
	mdMachine(&b, a)
	mdInventory(&b, a)
	mdPlan(&b, a)
	fmt.Fprintf(&b, "<sub>%s; %s", mdText(size(a)), mdText(assessGrounds(a)))
	if a.Profile.Advice != "" {
		b.WriteString(".<br>" + mdText(sentenceStart(a.Profile.Advice)))
	}
	if len(a.Unseen) > 0 {
		b.WriteString(".<br>Not seen: " + strings.Join(a.Unseen, ", "))
	}
	b.WriteString(".</sub>\n")
	return writeText(w, b.String())
}

// sentenceStart begins a text with a capital letter.
func sentenceStart(s string) string {
	if s == "" {
		return ""
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

// mdCell is a text for a cell, cut off where it is long, with its code marked.
func mdCell(s string) string {
	runes := []rune(s)
	if len(runes) > commentText {
		s = string(runes[:commentText]) + "…"
	}
	var b strings.Builder
	for _, part := range segments(plain(s)) {
		if part.code {
			b.WriteString(mdCode(part.text))
		} else {
			b.WriteString(mdText(part.text))
		}
	}
	return b.String()
}

func mdEntries(b *strings.Builder, a *assess.Assessment) {
	list := listed(a)
	fmt.Fprintf(b, "**%s**\n\n", mdText(programs(a)))
	if len(list) == 0 {
		return
	}
	b.WriteString("| Verdict | Program | Kind | Files | Safe | To review | By hand |\n|---|---|---|---:|---:|---:|---:|\n")
	for _, e := range list[:min(len(list), commentEntries)] {
		fmt.Fprintf(b, "| %s | %s | %s | %d | %d | %d | %d |\n", e.Verdict, mdCode(plain(e.Name)), e.Kind, e.Files,
			e.Counts.Safe, e.Counts.Unsafe, e.Counts.Hand)
	}
	if n := len(list) - commentEntries; n > 0 {
		fmt.Fprintf(b, "\n%d more, none of them worse.\n", n)
	}
	b.WriteString("\n")
}

func mdCauses(b *strings.Builder, a *assess.Assessment) {
	list := heavy(a)
	if len(list) == 0 {
		return
	}
	b.WriteString("**What holds them up, the most first**\n\n| Verdict | Cause | Extent | Instead | Effort |\n|---|---|---|---|---|\n")
	for _, c := range list[:min(len(list), commentCauses)] {
		fmt.Fprintf(b, "| %s | [%s](%s) %s | %s | %s | %s |\n", c.Verdict, c.Rule, rulePage(c.Rule), mdCell(c.Title),
			holdsUp(c), mdCell(c.Replacement), days(c.Effort))
	}
	if n := len(list) - commentCauses; n > 0 {
		fmt.Fprintf(b, "\n%d more.\n", n)
	}
	b.WriteString("\n")
}

func mdMachine(b *strings.Builder, a *assess.Assessment) {
	b.WriteString("| By machine | Safe | To review | By hand | Speed | Notes |\n|---|---:|---:|---:|---:|---:|\n")
	for _, row := range []struct {
		name string
		c    assess.Counts
	}{{"Code", a.Machine.Code}, {"Tests", a.Machine.Tests}} {
		fmt.Fprintf(b, "| %s | %d | %d | %d | %d | %d |\n", row.name, row.c.Safe, row.c.Unsafe, row.c.Hand, row.c.Speed, row.c.Notes)
	}
	if line := speedLine(a); line != "" {
		fmt.Fprintf(b, "\nSpeed: %s.\n", mdText(plain(line)))
	}
	fmt.Fprintf(b, "\nEffort: %s for code, %s for tests (%s).\n\n", days(a.Effort.Code), days(a.Effort.Tests), mdText(a.Effort.Basis))
}

func mdInventory(b *strings.Builder, a *assess.Assessment) {
	b.WriteString("<details><summary><b>Inventory</b></summary>\n\n")
	if line := frameworkLine(a); line != "" {
		fmt.Fprintf(b, "* Frameworks: %s\n", mdText(plain(line)))
	}
	for i := range a.Inventory.Libraries {
		l := &a.Inventory.Libraries[i]
		fmt.Fprintf(b, "* %s in %s: %s", mdCode(plain(l.Name)), plural(l.Files, "file"), l.Status)
		if l.Equivalent != "" {
			b.WriteString("; " + mdText(plain(l.Equivalent)))
		}
		b.WriteString("\n")
	}
	for _, group := range []struct {
		name string
		list []assess.Operator
	}{{"Kernels", a.Inventory.Kernels}, {"Operators that the stack restricts", a.Inventory.Operators}, {"Modules for several devices", a.Inventory.Distributed}} {
		var parts []string
		for _, o := range group.list[:min(len(group.list), commentCauses)] {
			parts = append(parts, fmt.Sprintf("%s (%d)", mdCode(plain(o.Name)), o.Places))
		}
		if len(parts) > 0 {
			fmt.Fprintf(b, "* %s: %s\n", group.name, strings.Join(parts, ", "))
		}
	}
	for i := range a.Inventory.Models[:min(len(a.Inventory.Models), commentCauses)] {
		fmt.Fprintf(b, "* %s\n", mdText(plain(modelLine(&a.Inventory.Models[i]))))
	}
	for i := range a.Instances {
		fmt.Fprintf(b, "* %s\n", mdText(plain(instanceLine(&a.Instances[i]))))
	}
	for _, line := range moneyLines(a.Money) {
		fmt.Fprintf(b, "* %s\n", mdText(plain(line)))
	}
	for _, s := range a.Profile.Signs {
		fmt.Fprintf(b, "* %s:%d: %s: %s\n", mdText(plain(s.Path)), s.Line, mdCode(plain(s.Text)), mdText(plain(s.Means)))
	}
	b.WriteString("\n</details>\n\n")
}

func mdPlan(b *strings.Builder, a *assess.Assessment) {
	b.WriteString("<details><summary><b>Plan</b></summary>\n\n")
	for _, phase := range a.Plan {
		fmt.Fprintf(b, "**%s**\n\n", sentenceStart(phase.Name))
		for _, step := range phase.Steps {
			fmt.Fprintf(b, "- [ ] %s\n", mdCell(step))
		}
		b.WriteString("\n")
	}
	b.WriteString("</details>\n\n")
}
