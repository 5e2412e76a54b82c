package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/source"
)

// Text writes the findings for people, each with its line of code, then their grounds.
// The summary is written by Summary.
func Text(w io.Writer, in *Input, style Style) error {
	p := newPrinter(w, style)
	p.sources = &sources{}
	var same equals
	for i := range in.Diagnostics {
		if d := &in.Diagnostics[i]; !in.passesOver(d) && same.lists(d, in.MaxEqual) {
			p.diagnostic(in, d)
		}
	}
	p.equals(&same)
	p.sourceList()
	return p.failed("text")
}

func (p *printer) diagnostic(in *Input, d *analyzer.Diagnostic) {
	pos := in.position(d.Path, d.Span.Start)
	head := p.severity[d.Severity](fmt.Sprintf("%s[%s]", d.Severity, d.Code))
	p.printf("%s: %s %s%s\n", p.bold(place(d.Path, pos)), head, mark(d), p.bold(plain(d.Message)))
	if f := in.file(d.Path); f != nil && !wholeFile(d) {
		p.frame(f, d.Span)
	}
	if d.Help != "" {
		p.printf("  %s %s\n", p.note("help:"), plain(d.Help))
	}
	for _, n := range in.notes(d) {
		p.printf("  %s %s\n", p.note("note:"), n.text())
	}
	if left := leftBehind(d); left != "" {
		p.printf("  %s %s\n", p.note("note:"), plain(left))
	}
	if line := in.consequences(d); line != "" {
		p.printf("  %s %s\n", p.note("note:"), line)
	}
	if ground := p.citation(d); ground != "" {
		p.printf("  %s\n", p.dim("docs: "+plain(ground)))
	}
	p.printf("\n")
}

// wholeFile says that a finding is about a file and no place in it.
func wholeFile(d *analyzer.Diagnostic) bool {
	return d.Category == analyzer.CategoryAnalysis && d.Span.Len() == 0 && d.Span.Start == 0
}

// place is path:line:column, and in a notebook path:cell 3:line:column, where
// cells count from 1 as Ruff counts them. A path that the log of a workflow
// would take for a command is written from the working directory.
func place(path string, pos source.Position) string {
	path = plain(path)
	if strings.HasPrefix(strings.TrimSpace(path), "::") {
		path = "./" + path
	}
	if pos.Cell >= 0 {
		path = fmt.Sprintf("%s:cell %d", path, pos.Cell+1)
	}
	return fmt.Sprintf("%s:%d:%d", path, pos.Line, pos.Column)
}

// citation names the ground of a finding, with a number where the sources are listed
// below; empty if it rests on no fact.
func (p *printer) citation(d *analyzer.Diagnostic) string {
	if p.sources == nil || d.Fact.Source == "" {
		return citation(d)
	}
	return d.Fact.Ground() + p.sources.behind(d.Fact.Source)
}

// citation names the ground of a finding; empty if it rests on no fact.
func citation(d *analyzer.Diagnostic) string {
	if d.Fact.Source == "" {
		return ""
	}
	return d.Fact.Citation()
}
