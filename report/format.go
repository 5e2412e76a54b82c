package report

import (
	"errors"
	"io"
)

// Format is one way to write a report.
type Format struct {
	Name  string
	About string // one line for a help text
	Write func(w io.Writer, in *Input, style Style) error
}

// Formats are all formats, in the order help texts list them. The first is the default.
func Formats() []Format {
	plainly := func(write func(io.Writer, *Input) error) func(io.Writer, *Input, Style) error {
		return func(w io.Writer, in *Input, _ Style) error { return write(w, in) }
	}
	return []Format{
		{"text", "for people", func(w io.Writer, in *Input, style Style) error {
			return errors.Join(Head(w, in, style), Text(w, in, style), Summary(w, in, style))
		}},
		{"concise", "one line a finding, for editors", plainly(Concise)},
		{"json", "everything, for programs", plainly(JSON)},
		{"jsonl", "the findings of json, one a line", plainly(JSONL)},
		{"sarif", "SARIF 2.1.0, for GitHub code scanning and others", plainly(SARIF)},
		{"github", "annotations of a GitHub workflow run", plainly(GitHub)},
		{"gitlab", "GitLab code quality", plainly(GitLab)},
		{"rdjsonl", "for reviewdog, with suggestions", plainly(RDJSONL)},
		{"junit", "JUnit XML", plainly(JUnit)},
		{"checkstyle", "Checkstyle XML", plainly(Checkstyle)},
		{"markdown", "a comment for a pull request", plainly(Markdown)},
		{"html", "one page to read in a browser", plainly(HTML)},
	}
}
