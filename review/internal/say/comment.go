package say

import (
	"fmt"
	"strings"

	"github.com/neuronlint/neuronlint/review/internal/check"
	"github.com/neuronlint/neuronlint/review/internal/forge"
)

const (
	rules        = "https://github.com/neuronlint/neuronlint/blob/main/docs/rules/"
	relatedMost  = 5
	messageBytes = 2000 // of what a comment says besides its suggestion
)

// Comment is one comment on a line.
type Comment struct {
	Finding    *check.Finding
	Key        string
	Suggestion *check.Suggestion // to be shown; nil without one
	Elsewhere  string            // place of the comment whose suggestion mends this too
}

// None stands for the hash of a suggestion where a comment has none.
const None = "-"

// SuggestionKey is the hash of what a comment suggests.
func (c *Comment) SuggestionKey() string {
	if c.Suggestion == nil {
		return None
	}
	return Hash(fmt.Sprint(c.Suggestion.EndLine-c.Suggestion.Line), c.Suggestion.Text)
}

// Suggestible reports whether a suggestion can say what it replaces lines by. An empty one
// deletes the lines, so it cannot leave an empty line; and where the last line of a file
// has no end, what a place makes of its replacement is not documented.
func Suggestible(s *check.Suggestion, features forge.Features) bool {
	lines := s.EndLine - s.Line + 1
	switch {
	case features.MaxLines > 0 && lines > features.MaxLines,
		strings.TrimSpace(s.Text) == "" && s.Text != "",
		s.Text != "" && !strings.HasSuffix(s.Text, "\n"),
		len(s.Text) > features.Limit/2:
		return false
	}
	return true
}

// Text is the whole text of a comment.
func (m Mark) Text(c *Comment, features forge.Features) string {
	f := c.Finding
	var b strings.Builder
	b.WriteString(m.comment(c.Key, c.SuggestionKey()))
	fmt.Fprintf(&b, "**%s** [%s](%s%s.md): %s", f.Severity, f.Code, rules, f.Code, inline(cut(sentence(f.Message), messageBytes)))
	if f.Help != "" {
		b.WriteString(" " + inline(cut(sentence(f.Help), messageBytes)))
	}
	if n := f.Fact; n != nil && n.Evidence != "" {
		fmt.Fprintf(&b, " <sub>(%s%s)</sub>", plain(n.Evidence), sources(n.URLs))
	}
	b.WriteString("\n")
	if s := c.Suggestion; s != nil {
		if s.Safety == "unsafe" {
			b.WriteString("\nReview the suggestion before you apply it: it is right in most programs, not in all.\n")
		}
		b.WriteString("\n" + fenced(features.Suggestion(s.EndLine-s.Line+1), s.Text))
	} else if c.Elsewhere != "" {
		fmt.Fprintf(&b, "\nThe suggestion at %s mends this too.\n", code(c.Elsewhere))
	} else if f.Group() != "" {
		b.WriteString("\nThe fix is more than a suggestion can hold here; " + code(command(f)) + " prints it.\n")
	}
	b.WriteString(related(f))
	return b.String()
}

// command prints the fix of a finding.
func command(f *check.Finding) string {
	for _, fix := range f.Fixes {
		if fix.Safety == "safe" {
			return "neuronlint check --diff"
		}
	}
	return "neuronlint check --diff --unsafe"
}

func sources(urls []string) string {
	var b strings.Builder
	for i, url := range urls[:min(len(urls), 3)] {
		if strings.ContainsAny(url, " ()<>\n") {
			continue
		}
		fmt.Fprintf(&b, ", [source %d](%s)", i+1, url)
	}
	return b.String()
}

func related(f *check.Finding) string {
	var b strings.Builder
	for i, r := range f.Related {
		if i == relatedMost {
			fmt.Fprintf(&b, "* and %s more\n", plural(len(f.Related)-i, "place"))
			break
		}
		fmt.Fprintf(&b, "* %s: %s\n", code(place(r.Path, r.Cell, r.Line)), inline(cut(r.Message, messageBytes/relatedMost)))
	}
	if b.Len() == 0 {
		return ""
	}
	return "\n" + b.String()
}

// place is where something is, for people.
func place(path string, cell *int, line int) string {
	if cell != nil {
		return fmt.Sprintf("%s:cell %d:%d", path, *cell+1, line)
	}
	return fmt.Sprintf("%s:%d", path, line)
}

// Place is where a finding is, for people.
func Place(f *check.Finding) string { return place(f.Path, f.Cell, f.Line) }

// cut shortens a text to a number of bytes.
func cut(text string, most int) string {
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most-len("…")], "") + "…"
}
