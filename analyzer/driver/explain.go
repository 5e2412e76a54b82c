package driver

import (
	"context"
	"fmt"
	"slices"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// Explanation is the chain of reasons for what stands at a place.
type Explanation struct {
	File     *source.File
	Steps    []semantic.Step
	Findings []Judged
}

// Judged is a finding at the place with the reason why it is not reported;
// Hidden is empty if it is.
type Judged struct {
	analyzer.Diagnostic
	Hidden string
}

// Explain says what is known of line and column of a file, both 1-based in
// code points. Without a column (0) everything on the line is explained.
func Explain(ctx context.Context, opts Options, in Input, line, column int) (*Explanation, error) {
	s, err := newSession(opts)
	if err != nil {
		return nil, err
	}
	r, err := s.analyse(ctx, in.Path, in.Raw)
	if err != nil {
		return nil, err
	}
	if r.failed {
		return nil, fmt.Errorf("%s: %s", in.Path, r.findings[0].Message)
	}
	s.files = []*fileResult{r}
	if _, err = s.plan(ctx); err != nil {
		return nil, err
	}
	file, err := source.New(in.Path, in.Raw)
	if err != nil {
		return nil, fmt.Errorf("decoding: %w", err)
	}
	if line < 1 || line > file.LineCount() {
		return nil, fmt.Errorf("%s has no line %d: it ends at line %d", in.Path, line, file.LineCount())
	}
	tree, err := syntax.Parse(ctx, file.Text, syntax.Limits{})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", in.Path, err)
	}
	e := &Explanation{File: file, Findings: s.judged(file, r.findings, line, column)}
	err = protect(func() error {
		e.Steps = steps(semantic.New(file, tree, opts.DB), places(file, tree, line, column))
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("%s: the analysis failed: %w", in.Path, err)
	}
	return e, nil
}

// judged are the findings at a place, shown or not.
func (s *session) judged(f *source.File, findings []*finding, line, column int) []Judged {
	var list []Judged
	for _, fd := range findings {
		first, last := f.Position(fd.Span.Start), f.Position(fd.Span.End)
		if line < first.Line || line > last.Line {
			continue
		}
		if at := f.Offset(line, column); column > 0 && (at < fd.Span.Start || at > fd.Span.End) {
			continue
		}
		d := fd.Diagnostic
		d.Fixes = fd.graded
		list = append(list, Judged{Diagnostic: d, Hidden: s.hidden(&d)})
	}
	return list
}

// hidden says why a finding is not reported.
func (s *session) hidden(d *analyzer.Diagnostic) string {
	switch {
	case d.Suppressed:
		return "silenced by a comment"
	case !s.selection.Includes(d.Code, d.Name):
		return "not selected"
	case d.Confidence < s.opts.MinConfidence:
		return fmt.Sprintf("confidence %s is below --min-confidence %s", d.Confidence, s.opts.MinConfidence)
	default:
		return ""
	}
}

// steps explains each place, without saying anything twice.
func steps(m *semantic.Model, offsets []int) []semantic.Step {
	var all []semantic.Step
	for _, offset := range offsets {
		for _, step := range m.Explain(offset) {
			if !slices.Contains(all, step) {
				all = append(all, step)
			}
		}
	}
	return all
}

// places are the offsets to explain: the one that was asked for, or a
// place in each name, call and string that begins on the line.
func places(f *source.File, tree *syntax.Tree, line, column int) []int {
	if column > 0 {
		return []int{f.Offset(line, column)}
	}
	start := f.LineStart(line)
	stop := start + len(f.Line(line))
	var offsets []int
	for n := range tree.All(syntax.Root) {
		if tree.Start(n) < start || tree.Start(n) >= stop || explained(tree.Kind(tree.Parent(n))) {
			continue
		}
		switch kind := tree.Kind(n); {
		case kind == syntax.KindCall:
			offsets = append(offsets, nameOffset(tree, tree.Callee(n)))
			for arg := range tree.Args(n) {
				offsets = append(offsets, nameOffset(tree, arg.Value))
			}
		case explained(kind):
			offsets = append(offsets, nameOffset(tree, n))
		}
	}
	return offsets
}

// nameOffset is a byte at which n is the smallest node: for a.b the dot, since
// the bytes of a and b belong to nodes of their own.
func nameOffset(tree *syntax.Tree, n syntax.Node) int {
	if tree.Kind(n) == syntax.KindAttribute {
		return tree.Stop(tree.Object(n))
	}
	return tree.Start(n)
}

// explained are the kinds of nodes whose parts are explained along with them.
func explained(k syntax.Kind) bool {
	switch k {
	case syntax.KindCall, syntax.KindAttribute, syntax.KindIdentifier, syntax.KindString:
		return true
	}
	return false
}
