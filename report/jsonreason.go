package report

import (
	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/source"
)

// jsonReason is why a fix is unsafe or not made, and the place that keeps it so, if it is
// one.
type jsonReason struct {
	Message string `json:"message"`
	Path    string `json:"path,omitempty"`
	Cell    *int   `json:"cell,omitempty"`
	Line    int    `json:"line,omitempty"`
	Column  int    `json:"column,omitempty"`
}

// jsonReason is nil for a fix that no doubt is about.
func (in *Input) jsonReason(d *analyzer.Diagnostic, f *analyzer.Fix) *jsonReason {
	if f.Safety > analyzer.Unsafe || f.Doubt.None() {
		return nil
	}
	out := &jsonReason{Message: in.doubtText(d, f.Doubt)}
	path, ok := doubtPath(d, f.Doubt)
	if !ok {
		return out
	}
	if out.Path = path; f.Doubt.Span != (source.Span{}) {
		pos := in.position(path, f.Doubt.Span.Start)
		out.Cell, out.Line, out.Column = cell(pos), pos.Line, pos.Column
	}
	return out
}
