package analyzer

import (
	"github.com/neuronlint/neuronlint/analyzer/project"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/opsdb"
)

// ProjectPass is everything a rule sees of one project file: the facts that its reader
// understood, and the text.
type ProjectPass struct {
	Rule   *Rule
	File   *project.File
	DB     *opsdb.DB
	Target opsdb.Target

	report func(Diagnostic)
}

// NewProjectPass is the pass of one rule over a project file, whose findings go to
// report.
func NewProjectPass(rule *Rule, f *project.File, db *opsdb.DB, target opsdb.Target, report func(Diagnostic)) *ProjectPass {
	return &ProjectPass{Rule: rule, File: f, DB: db, Target: target, report: report}
}

// Report hands in one finding. Path, Code, Name and an empty Category are filled in;
// the order of calls does not matter.
func (p *ProjectPass) Report(d Diagnostic) {
	d.Path, d.Code, d.Name = p.File.Path, p.Rule.Code, p.Rule.Name
	if d.Category == "" {
		d.Category = p.Rule.Category
	}
	p.report(d)
}

// Edit replaces a span of the file.
func (p *ProjectPass) Edit(span source.Span, text string) Edit {
	return Edit{Path: p.File.Path, Span: span, Text: text}
}
