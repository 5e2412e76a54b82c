package say

import (
	"fmt"
	"strings"

	"github.com/neuronlint/neuronlint/review/internal/check"
	"github.com/neuronlint/neuronlint/review/internal/forge"
)

// Part is a list of findings with what they have in common.
type Part struct {
	Title    string
	Findings []*check.Finding
}

// Summary is what the summary comment tells.
type Summary struct {
	Report   *check.Report
	Found    []*check.Finding // all that a reviewer is told of
	Comments int              // of them, in comments on lines
	Suggest  int              // of these, with a suggestion
	Parts    []Part           // the others
	Notes    []string         // what else there is to know
	Link     func(path string, line int) string
}

// reserve is kept for the end of the summary.
const reserve = 600

// SummaryText is the text of the summary comment.
func (m Mark) SummaryText(s *Summary, features forge.Features) string {
	return m.summary() + s.text(features, features.Limit-len(m.summary()))
}

// Plain is the same without a marker, for the log of a job.
func (s *Summary) Plain(features forge.Features) string { return s.text(features, features.Limit) }

func (s *Summary) text(features forge.Features, limit int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "### neuronlint: %s in this %s\n\n", counts(s.Found), features.What)
	if s.Comments > 0 {
		fmt.Fprintf(&b, "%s on the lines that %s", plural(s.Comments, "comment"), map[bool]string{true: "it concerns", false: "they concern"}[s.Comments == 1])
		if s.Suggest > 0 {
			fmt.Fprintf(&b, ", %d with a suggestion", s.Suggest)
		}
		b.WriteString(".\n\n")
	}
	for _, note := range s.Notes {
		b.WriteString(inline(note) + "\n\n")
	}
	missing := 0
	for _, part := range s.Parts {
		missing += s.part(&b, part, limit-reserve)
	}
	if missing > 0 {
		fmt.Fprintf(&b, "**%s not shown here**, because a comment can hold no more. `neuronlint check` lists all.\n\n", plural(missing, "finding"))
	}
	r := s.Report
	fmt.Fprintf(&b, "<sub>SDK %s, rewrite %s, target %s, database %s, neuronlint %s</sub>\n",
		plain(r.SDK), plain(r.Rewrite), plain(r.Target), plain(r.OpsDB), plain(r.Tool.Version))
	return b.String()
}

// part writes a table as far as there is room, and returns how many findings had none.
func (s *Summary) part(b *strings.Builder, part Part, limit int) (missing int) {
	head := fmt.Sprintf("%s:\n\n| Place | Rule | Finding |\n|---|---|---|\n", part.Title)
	written := 0
	var rows strings.Builder
	for _, f := range part.Findings {
		row := fmt.Sprintf("| %s | [%s](%s%s.md) %s | %s |\n", s.link(f), f.Code, rules, f.Code, f.Severity,
			strings.TrimSpace(inline(cut(sentence(f.Message), messageBytes))+" "+inline(cut(sentence(f.Help), messageBytes))))
		if b.Len()+len(head)+rows.Len()+len(row) > limit {
			break
		}
		rows.WriteString(row)
		written++
	}
	if written > 0 {
		b.WriteString(head + rows.String() + "\n")
	}
	return len(part.Findings) - written
}

func (s *Summary) link(f *check.Finding) string {
	text := code(Place(f))
	if s.Link == nil || f.FileLine == 0 {
		return text
	}
	return fmt.Sprintf("[%s](%s)", text, s.Link(f.Path, f.FileLine))
}

// counts are the findings by severity.
func counts(list []*check.Finding) string {
	by := map[string]int{}
	for _, f := range list {
		by[f.Severity]++
	}
	var parts []string
	for _, severity := range []string{"error", "warning", "info"} {
		if n := by[severity]; n > 0 {
			parts = append(parts, plural(n, severity))
		}
	}
	if len(parts) == 0 {
		return "no findings"
	}
	return strings.Join(parts, ", ")
}

// Review is the text in front of the comments of a review.
func Review(comments, suggestions int) string {
	text := "neuronlint has " + plural(comments, "comment")
	if suggestions > 0 {
		text += fmt.Sprintf(", %d with a suggestion", suggestions)
	}
	return text + "."
}
