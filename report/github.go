package report

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
)

// githubAnnotations is how many annotations of each level GitHub shows of one step. It
// drops further ones without a word.
const githubAnnotations = 10

// GitHub writes workflow commands that become annotations, the worst first.
// Findings beyond the number that GitHub shows are listed in the log.
func GitHub(w io.Writer, in *Input) error {
	var annotations, rest strings.Builder
	left, more := make(map[analyzer.Severity]int), 0
	for _, d := range worstFirst(in.shown()) {
		if left[d.Severity]++; left[d.Severity] <= githubAnnotations {
			annotations.WriteString(in.annotation(d))
			continue
		}
		at := in.position(d.Path, d.Span.Start)
		fmt.Fprintf(&rest, "%s: %s %s %s%s\n", place(d.Path, at), d.Code, d.Severity, mark(d), plain(d.Message))
		more++
	}
	if more > 0 {
		fmt.Fprintf(&annotations, "::group::%s without an annotation: GitHub shows %d of each level\n%s::endgroup::\n",
			plural(more, "more finding"), githubAnnotations, inert(rest.String()))
	}
	if _, err := io.WriteString(w, annotations.String()); err != nil {
		return fmt.Errorf("report: write workflow commands: %w", err)
	}
	return errors.Join(head(w, in, Style{}, ""), summary(w, in, Style{}, fixable(Count(in), in.Unsafe))) // annotations have no marks
}

// annotation is the workflow command for one finding.
func (in *Input) annotation(d *analyzer.Diagnostic) string {
	at := in.finding(d)
	level := [...]string{analyzer.Info: "notice", analyzer.Warning: "warning", analyzer.Error: "error"}[d.Severity]
	properties := []string{"file=" + githubProperty(printable(d.Path)), fmt.Sprintf("line=%d", at.start.Line)}
	switch {
	case wholeFile(d):
	case at.oneLine():
		// GitHub takes columns only for a range on one line.
		properties = append(properties, fmt.Sprintf("endLine=%d", at.end.Line),
			fmt.Sprintf("col=%d", at.start.Column), fmt.Sprintf("endColumn=%d", at.end.Column))
	default:
		properties = append(properties, fmt.Sprintf("endLine=%d", at.end.Line))
	}
	properties = append(properties, "title="+githubProperty(d.Code+" "+d.Name))
	return "::" + level + " " + strings.Join(properties, ",") + "::" + githubData(sentences(d)) + "\n"
}

// printable is a path as plain shows it, but for line ends, which a workflow
// command can hold.
func printable(path string) string {
	lines := strings.Split(path, "\n")
	for i := range lines {
		lines[i] = plain(lines[i])
	}
	return strings.Join(lines, "\n")
}

// githubData escapes the text of a workflow command.
func githubData(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace(s)
}

// githubProperty escapes a property of a workflow command.
func githubProperty(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C").Replace(s)
}

// WithoutCommands writes the text of f for people into the log of a workflow, which
// finds "##[" wherever it stands in a line, and so in code that is quoted. Lines that
// begin with "::" are not looked for: place makes none.
func WithoutCommands(w io.Writer, f func(io.Writer) error) error {
	var b strings.Builder
	if err := f(&b); err != nil {
		return err
	}
	text := b.String()
	if strings.Contains(text, "##[") {
		text = inert(text)
	}
	if _, err := io.WriteString(w, text); err != nil {
		return fmt.Errorf("report: write text: %w", err)
	}
	return nil
}

// inert is text in which a log reads no workflow commands, whatever names and code it
// quotes. The end marker is made of the text, which therefore cannot contain it.
func inert(text string) string {
	sum := sha256.Sum256([]byte(text))
	token := "neuronlint-" + hex.EncodeToString(sum[:])
	return "::stop-commands::" + token + "\n" + text + "::" + token + "::\n"
}
