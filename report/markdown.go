package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
)

const (
	// markdownMarker lets a bot find its comment of the run before.
	markdownMarker = "<!-- neuronlint -->\n"
	// commentLimit is the longest comment that GitHub takes, in characters;
	// bytes are counted, which are never fewer.
	commentLimit = 65_536
	// summaryLimit is the longest summary of a step, in bytes.
	summaryLimit = 1 << 20
	// markdownReserve is kept for the end of the text.
	markdownReserve = 500
)

// Markdown writes a comment for a pull request, the worst findings first and
// no longer than GitHub takes. An HTML comment in front marks it as ours.
func Markdown(w io.Writer, in *Input) error {
	return writeText(w, markdownMarker+in.markdown(commentLimit-len(markdownMarker)))
}

// StepSummary writes the same for the summary page of a workflow run.
func StepSummary(w io.Writer, in *Input) error {
	return writeText(w, in.markdown(summaryLimit))
}

func writeText(w io.Writer, text string) error {
	if _, err := io.WriteString(w, text); err != nil {
		return fmt.Errorf("report: write markdown: %w", err)
	}
	return nil
}

// markdown is the report in at most limit bytes.
func (in *Input) markdown(limit int) string {
	var b strings.Builder
	c := Count(in)
	fmt.Fprintf(&b, "### neuronlint: %s in %s\n\n", strings.ToLower(found(c)[:1])+found(c)[1:], plural(in.Files, "file"))
	if line := fixable(c, in.Unsafe); line != "" {
		fmt.Fprintf(&b, "%s\n\n", line)
	}
	in.markdownCauses(&b)
	links := in.markdownLinks()
	missing, room, refs := 0, limit-markdownReserve-len(links), &mdSources{}
	for _, level := range []struct {
		severity analyzer.Severity
		count    int
		open     string
	}{{analyzer.Error, c.Errors, " open"}, {analyzer.Warning, c.Warnings, ""}, {analyzer.Info, c.Infos, ""}} {
		if level.count > 0 {
			missing += in.markdownLevel(&b, level.severity, level.count, level.open, room, refs)
		}
	}
	if missing > 0 {
		fmt.Fprintf(&b, "**%s not shown here**, because a comment can hold no more. `neuronlint check` lists all.\n\n",
			plural(missing, "finding"))
	}
	fmt.Fprintf(&b, "<sub>%s, neuronlint %s", in.grounds(), mdText(in.Version))
	if line := unseen(in); line != "" {
		b.WriteString(". " + strings.TrimSuffix(line, "."))
	}
	if line := in.caveat(); line != "" {
		b.WriteString(".<br>" + mdText(line))
	}
	b.WriteString("</sub>\n\n" + links + refs.definitions)
	return b.String()
}

// markdownCauses writes the causes that several findings have.
func (in *Input) markdownCauses(b *strings.Builder) {
	causes := in.causes(in.shown())
	if len(causes) == 0 {
		return
	}
	b.WriteString("**Causes of several findings**\n\n| Findings | Cause | Files | Fixable | First |\n|---:|---|---:|---:|---|\n")
	for i := range causes {
		c := &causes[i]
		what := ""
		if c.What != "" {
			what = ": " + mdCode(c.What)
		}
		fmt.Fprintf(b, "| %d | [%s] %s%s | %d | %d | %s |\n", c.Count, c.Code, c.Name, what, c.Files, c.Fixable, mdCode(string(c.First)))
	}
	b.WriteString("\n")
}

// markdownLinks defines the links of the tables, which would fill the comment
// if every row had its own.
func (in *Input) markdownLinks() string {
	var codes []string
	for _, d := range in.shown() {
		codes = append(codes, d.Code)
	}
	slices.Sort(codes)
	var b strings.Builder
	for _, code := range slices.Compact(codes) {
		fmt.Fprintf(&b, "[%s]: %s\n", code, rulePage(code))
	}
	return b.String()
}

// markdownLevel writes the table of one severity as far as there is room, and
// returns how many findings had none.
func (in *Input) markdownLevel(b *strings.Builder, severity analyzer.Severity, count int, open string, limit int, refs *mdSources) int {
	head := fmt.Sprintf("<details%s><summary><b>%s</b></summary>\n\n| Place | Rule | Finding | Fix |\n|---|---|---|---|\n",
		open, plural(count, severity.String()))
	const tail = "\n</details>\n\n"
	room := limit - b.Len() - len(head) - len(tail)
	var rows strings.Builder
	written := 0
	for _, d := range in.shown() {
		if d.Severity != severity {
			continue
		}
		before := refs.reached()
		row := in.markdownRow(d, refs)
		if rows.Len()+len(row)+len(refs.definitions) > room {
			refs.back(before)
			break
		}
		rows.WriteString(row)
		written++
	}
	if written > 0 {
		b.WriteString(head + rows.String() + tail)
	}
	return count - written
}

func (in *Input) markdownRow(d *analyzer.Diagnostic, refs *mdSources) string {
	where := place(d.Path, in.position(d.Path, d.Span.Start))
	text := mdInline(sentence(d.Message))
	if d.Help != "" {
		text += "<br>" + mdInline(sentence(d.Help))
	}
	if d.Fact.Source != "" {
		text += "<br><sub>" + mdText(string(d.Fact.Evidence)) + " (" + refs.cite(d.Fact.Source) + ")</sub>"
	}
	fix := ""
	if s := strongest(d); s > analyzer.Display {
		fix = s.String()
	}
	return fmt.Sprintf("| %s | [%s] | %s | %s |\n", mdCode(where), d.Code, text, fix)
}

// mdInline is a message with its code as code.
func mdInline(message string) string {
	var b strings.Builder
	for _, s := range segments(message) {
		if s.code {
			b.WriteString(mdCode(s.text))
		} else {
			b.WriteString(mdText(s.text))
		}
	}
	return b.String()
}

// mdCode is text as code. A bar would end the cell of a table whatever stands
// around it, and a backtick the code, so those are written as entities.
func mdCode(text string) string {
	if strings.ContainsAny(text, "`|") || strings.TrimSpace(text) == "" {
		return "<code>" + mdText(text) + "</code>"
	}
	return "`" + text + "`"
}

// mdText is text without any meaning in Markdown: no markup, no link, no formula, no
// emoji, and no mention of a user or an issue, which would send a notification.
func mdText(text string) string {
	var b strings.Builder
	for i, r := range text {
		next := ""
		if j := i + len(string(r)); j < len(text) {
			next = text[j:]
		}
		switch {
		case strings.ContainsRune("\\`*_{}[]<>|~&$", r), r == ':' && next != "" && next[0] != ' ',
			r == '.' && strings.HasSuffix(strings.ToLower(text[:i]), "www"):
			fmt.Fprintf(&b, "&#%d;", r)
		case r == '@', r == '#':
			// GitHub looks for these after it has resolved entities, but not
			// across tags.
			fmt.Fprintf(&b, "%c<!-- -->", r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}
