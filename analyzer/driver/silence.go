package driver

import (
	"bytes"
	"context"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/edit"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// Silence is the edit that silences a finding by a comment on a line where one applies:
// it names the code in the comment that is there, or adds one. There is none for findings
// of the analysis itself, in project files, and where no line has room for a comment.
func Silence(ctx context.Context, f *source.File, limits Limits, d *analyzer.Diagnostic) (analyzer.Edit, bool) {
	if d.Category == analyzer.CategoryAnalysis || source.IsProjectFile(f.Path) {
		return analyzer.Edit{}, false
	}
	tree, err := syntax.ParseFile(ctx, f, limits.syntax())
	if err != nil {
		return analyzer.Edit{}, false
	}
	own := newPatterns()
	for _, line := range suppressionLines(f, tree, d.Span) {
		e, ok := extended(f, own.pragmas(f, tree), line, d.Code)
		if !ok {
			e = appended(f, line, d.Code)
		}
		if silences(ctx, f, limits, e, d.Code, line) {
			return e, true
		}
	}
	return analyzer.Edit{}, false
}

// extended adds a code to the list of the comment on a line.
func extended(f *source.File, pragmas []*pragma, line int, code string) (analyzer.Edit, bool) {
	for _, p := range pragmas {
		text := f.Text[p.span.Start:p.span.End]
		if p.line != line || p.file || p.noqa || p.wrong != "" || len(p.codes) == 0 || !bytes.HasSuffix(text, []byte("]")) {
			continue
		}
		at := p.span.End - 1
		return analyzer.Edit{Path: f.Path, Span: source.Span{Start: at, End: at}, Text: ", " + code}, true
	}
	return analyzer.Edit{}, false
}

// appended is a new comment at the end of a line.
func appended(f *source.File, line int, code string) analyzer.Edit {
	text := f.Line(line)
	at := f.LineStart(line) + len(bytes.TrimRight(text, " \t\f"))
	return analyzer.Edit{
		Path: f.Path, Span: source.Span{Start: at, End: f.LineStart(line) + len(text)},
		Text: "  # neuronlint: ignore[" + code + "]",
	}
}

// silences reports whether an edit makes a comment that silences a code on a line, and
// breaks nothing: there is no room in a string or behind a backslash.
func silences(ctx context.Context, f *source.File, limits Limits, e analyzer.Edit, code string, line int) bool {
	text, err := edit.Apply(f.Text, []edit.Edit{e})
	if err != nil {
		return false
	}
	after, err := source.New(strings.TrimSuffix(f.Path, ".ipynb"), text) // the text of cells is Python
	if err != nil {
		return false
	}
	before, err := syntax.ParseFile(ctx, f, limits.syntax())
	if err != nil {
		return false
	}
	tree, err := syntax.ParseFile(ctx, after, limits.syntax())
	if err != nil || len(tree.Errors()) > len(before.Errors()) {
		return false
	}
	for _, p := range newPatterns().pragmas(after, tree) {
		if p.line == line && !p.file && p.wrong == "" && p.silences(code, "") {
			return true
		}
	}
	return false
}
