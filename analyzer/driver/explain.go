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

// Explanation is the chain of reasons for the facts at a place.
type Explanation struct {
	File     *source.File
	Steps    []semantic.Step
	Facts    []semantic.Step // those of Steps that the database tells
	Findings []Judged
	Reaches  []analyzer.Related // where a device set at the place goes

	// Others are the other files that the findings and the device lead to, by their
	// paths; those that cannot be read are left out.
	Others map[string]*source.File
}

// Judged is a finding at the place with the reason why it is not reported;
// Hidden is empty if it is.
type Judged struct {
	analyzer.Diagnostic
	Hidden string
}

// Place is the place to be explained.
type Place struct {
	Cell   int // 0-based over all cells of a notebook; -1 outside notebooks
	Line   int // 1-based, of the file or the cell
	Column int // 1-based in code points; 0 for everything on the line
}

// Explain collects the facts known about a place in a file.
func Explain(ctx context.Context, opts Options, in Input, at Place) (*Explanation, error) {
	opts.Stdin = &in
	s, err := newSession(ctx, opts)
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
	s.linkAround(ctx, r)
	if _, err = s.plan(ctx); err != nil {
		return nil, err
	}
	file, tree, err := s.reread(ctx, in)
	if err != nil {
		return nil, err
	}
	line, column := file.TextLine(at.Cell, at.Line), at.Column
	if line == 0 {
		return nil, noLine(file, at)
	}
	around := &Result{files: make(map[string]*source.File)}
	e := &Explanation{Others: around.files, File: file, Findings: s.judged(file, r.findings, line, column), Reaches: s.reaches(r, file, line)}
	s.addPointedAt(around, &analyzer.Diagnostic{Related: e.Reaches})
	for i := range e.Findings {
		s.addPointedAt(around, &e.Findings[i].Diagnostic)
	}
	if tree == nil {
		return e, nil
	}
	if e.Steps, e.Facts, err = s.reasons(ctx, file, tree, func(tree *syntax.Tree) []int { return places(file, tree, line, column) }); err != nil {
		return nil, fmt.Errorf("%s: the analysis failed: %w", in.Path, err)
	}
	return e, nil
}

// reread is a file that was analysed, with its tree if it is Python.
func (s *session) reread(ctx context.Context, in Input) (file *source.File, tree *syntax.Tree, err error) {
	err = s.timed(ctx, in.Path, func(ctx context.Context) error {
		var err error
		if file, err = s.opts.Limits.read(ctx, in.Path, in.Raw); err != nil {
			return fmt.Errorf("decoding: %w", err)
		}
		if source.IsProjectFile(in.Path) {
			return nil
		}
		if tree, err = syntax.ParseFile(ctx, file, s.opts.Limits.syntax()); err != nil {
			return fmt.Errorf("%s: %w", in.Path, err)
		}
		return nil
	})
	return file, tree, err
}

// reasons are the facts that the model and the database have on places in a file.
func (s *session) reasons(ctx context.Context, file *source.File, tree *syntax.Tree, places func(*syntax.Tree) []int) (all, facts []semantic.Step, err error) {
	err = s.timed(ctx, file.Path, func(ctx context.Context) error {
		return protect(func() error {
			m := s.model(file, tree)
			defer interrupted(ctx, m)()
			at := places(m.Tree)
			facts = s.facts(m, at)
			all = append(steps(m, at), facts...)
			return nil
		})
	})
	return all, facts, err
}

// noLine is the reason why there is nothing to explain at a place.
func noLine(f *source.File, at Place) error {
	switch {
	case !source.IsNotebook(f.Path):
		return fmt.Errorf("%s has no line %d: it ends at line %d", f.Path, at.Line, f.LineCount())
	case at.Cell < 0:
		return fmt.Errorf("%[1]s is a notebook: name the cell too, as in %[1]s:cell 1:%[2]d", f.Path, at.Line)
	default:
		return fmt.Errorf("%s has no line %d of Python in cell %d", f.Path, at.Line, at.Cell+1)
	}
}

// judged are the findings on a line of the text, or at a place in it, shown or
// not.
func (s *session) judged(f *source.File, findings []*finding, line, column int) []Judged {
	var list []Judged
	for _, fd := range findings {
		if line < f.LineAt(fd.Span.Start) || line > f.LineAt(fd.Span.End) {
			continue
		}
		if at := f.Offset(line, column); column > 0 && (at < fd.Span.Start || at > fd.Span.End) {
			continue
		}
		d := fd.reported()
		d.Fixes = fd.graded
		hidden := s.hidden(&d)
		if fd.absent {
			hidden = "no file of the project takes it for a device"
		}
		list = append(list, Judged{Diagnostic: d, Hidden: hidden})
	}
	return list
}

// hidden is the reason why a finding is not reported.
func (s *session) hidden(d *analyzer.Diagnostic) string {
	switch {
	case d.Suppressed:
		return "silenced by a comment"
	case !s.selection.Includes(d.Code, d.Name):
		return "not selected"
	case s.ignores.include(d.Path, d.Code, d.Name):
		return "ignored in this file by per-file-ignores"
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
		p := tree.Parent(n)
		if tree.Start(n) < start || tree.Start(n) >= stop || explained(tree.Kind(p)) && tree.Start(p) >= start {
			continue // not here, or explained along with the expression around it
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
