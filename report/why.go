package report

import (
	"io"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/source"
)

// Explanation is the knowledge about a place in the code.
type Explanation struct {
	OpsDB    string // version of the database
	Path     string
	File     *source.File
	Steps    []Step
	Findings []Judged
	Reaches  []analyzer.Related // places in any file that a device reaches which is set at the place

	Others map[string]*source.File // that the findings and the device lead to, by path
}

// Step is one link in the chain of reasons.
type Step struct {
	Span source.Span
	Text string
}

// Judged is a finding and, unless it is reported, the reason why not.
type Judged struct {
	analyzer.Diagnostic
	Hidden string
}

// file is the text of a file that the explanation points into.
func (e *Explanation) file(path string) *source.File {
	if path == e.Path {
		return e.File
	}
	return e.Others[path]
}

// Why writes the chain of reasons for a place, then the findings there.
func Why(w io.Writer, e *Explanation, style Style) error {
	p := newPrinter(w, style)
	for _, step := range e.Steps {
		pos := e.File.Position(step.Span.Start)
		p.printf("%s: %s\n", p.bold(place(e.Path, pos)), plain(step.Text))
	}
	switch {
	case len(e.Steps) > 0:
		p.printf("\n")
	case len(e.Reaches)+len(e.Findings) == 0:
		p.printf("Nothing is known of this place.\n\n")
	}
	in := &Input{File: e.file}
	if len(e.Reaches) > 0 {
		p.printf("In all files, the device that is set here\n")
		for i := range e.Reaches {
			r := &e.Reaches[i]
			p.printf("  %s: %s\n", place(r.Path, in.position(r.Path, r.Span.Start)), r.Message)
		}
		p.printf("\n")
	}
	for i := range e.Findings {
		f := &e.Findings[i]
		if f.Hidden != "" {
			p.printf("Not reported, %s:\n", f.Hidden)
		}
		p.diagnostic(in, &f.Diagnostic)
	}
	if len(e.Findings) == 0 {
		p.printf("No rule has a finding here.\n")
	}
	p.printf("%s\n", p.dim("Database "+e.OpsDB+"."))
	return p.failed("explanation")
}
