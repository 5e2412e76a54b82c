package driver

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/edit"
	"github.com/neuronlint/neuronlint/analyzer/prefilter"
	"github.com/neuronlint/neuronlint/analyzer/project"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// readsProjects reports whether the run reads project files: some rule is about them, and
// the run is not about code alone.
func (s *session) readsProjects() bool {
	return !s.codeOnly && slices.ContainsFunc(s.opts.Rules, func(r *analyzer.Rule) bool { return r.Project != nil })
}

// newProjectFilter is the filter of project files; nil if a rule about them does not list
// its words.
func newProjectFilter(opts *Options) *prefilter.Filter {
	var parts, names []string
	for _, rule := range opts.Rules {
		switch {
		case rule.Project == nil:
		case rule.ProjectWords == nil:
			return nil
		default:
			w := rule.ProjectWords(opts.DB)
			parts, names = append(parts, w.Parts...), append(names, w.Names...)
		}
	}
	return prefilter.New(parts, names, pragmaWords())
}

// lookAtProject is the sight of a project file.
func (v *sieve) lookAtProject(raw []byte) sight {
	if v.project == nil {
		return sight{says: true}
	}
	seen := v.project.Look(raw)
	return sight{says: seen.Holds || bytes.IndexByte(raw, 0) >= 0, own: seen.Marked && mayHaveOwnPragma(raw)}
}

// judgeProjectFile runs the rules about project files on one.
func (s *session) judgeProjectFile(ctx context.Context, path string, raw []byte) (*fileResult, error) {
	file, err := s.opts.Limits.read(ctx, path, raw)
	switch {
	case ctx.Err() != nil:
		return nil, stopped(ctx, path)
	case err != nil:
		return s.undecoded(path, raw, err), nil
	case len(file.Text) > s.opts.Limits.syntax().Text():
		r := s.unread(path, unparsedReason(nil, source.ErrTooLarge))
		r.findings[0].Help = limitHelp(source.ErrTooLarge)
		return r, nil
	}
	r := &fileResult{path: path, file: file}
	var read *project.File
	if err := protect(func() error { read = project.Read(file); return nil }); err != nil {
		s.addInternal(r, "", err)
		return r, nil
	}
	s.runProjectRules(ctx, r, read)
	s.addNotUnderstood(r, read.Broken)
	s.suppressInProject(r, read)
	slices.SortStableFunc(r.findings, compareFindings)
	fingerprints(r.file, r.findings)
	if len(r.findings) == 0 {
		r.file = nil
	}
	return r, nil
}

// judgeCommands runs the rules about project files on the commands that a notebook gives to
// a shell. Nothing is rewritten there: the text of the notebook only has placeholders.
func (s *session) judgeCommands(ctx context.Context, r *fileResult) {
	if r.file == nil || !source.IsNotebook(r.path) || !s.readsProjects() {
		return
	}
	var read *project.File
	if err := protect(func() error { read = project.ReadNotebook(r.file); return nil }); err != nil {
		s.addInternal(r, "", err)
		return
	}
	if read == nil {
		return
	}
	known := len(r.findings)
	s.runProjectRules(ctx, r, read)
	for _, fd := range r.findings[known:] {
		r.fixes -= len(fd.Fixes)
		fd.Fixes = nil
	}
}

// runProjectRules collects the findings of all rules.
func (s *session) runProjectRules(ctx context.Context, r *fileResult, f *project.File) {
	report := func(d analyzer.Diagnostic) {
		fd := &finding{Diagnostic: d, live: d.Severity}
		fd.Severity = s.graded(d.Code, d.Severity)
		if d.Avoided {
			fd.Severity = min(fd.Severity, analyzer.Info)
		}
		r.fixes += len(d.Fixes)
		r.findings = append(r.findings, fd)
	}
	for _, rule := range s.opts.Rules {
		if rule.Project == nil || ctx.Err() != nil {
			continue
		}
		err := protect(func() error {
			return rule.Project(analyzer.NewProjectPass(rule, f, s.opts.DB, s.opts.Target, report))
		})
		if err != nil {
			s.addInternal(r, rule.Code, err)
		}
	}
	s.holdBackMany(r)
}

// suppressInProject marks the findings that comments silence: one on the line of a
// finding, or one above it that stands alone, since some formats have no place for a
// comment at the end of a line.
func (s *session) suppressInProject(r *fileResult, f *project.File) {
	if !mayHavePragma(f.Text) {
		return
	}
	var pragmas []*pragma
	alone := make(map[int]bool) // lines with nothing in front of a comment
	for _, span := range f.Comments {
		pragmas = s.patterns().inComment(pragmas, f.File, span)
		line := f.LineAt(span.Start)
		alone[line] = len(bytes.TrimSpace(f.Text[f.LineStart(line):span.Start])) == 0
	}
	if len(pragmas) == 0 {
		return
	}
	silence(r, pragmas, func(span source.Span) []int {
		first, last := f.LineAt(span.Start), f.LineAt(span.End)
		lines := []int{first}
		if last != first {
			lines = append(lines, last)
		}
		for above := first - 1; alone[above]; above-- {
			lines = append(lines, above)
		}
		return lines
	})
	if len(f.Broken) == 0 && r.internal == 0 {
		s.addUnused(r, pragmas)
	}
}

// verifyProject applies edits to a project file and reads the result, which must not have
// more broken regions than before.
func verifyProject(ctx context.Context, f *source.File, edits []edit.Edit, _ edit.Outline, _ syntax.Limits) (*source.File, error) {
	raw, err := edit.ApplyRaw(f, edits)
	if err != nil {
		return nil, err
	}
	edited, err := source.NewWithin(ctx, f.Path, raw, math.MaxInt)
	if err != nil {
		return nil, fmt.Errorf("reading the result: %w", err)
	}
	if len(project.Read(edited).Broken) > len(project.Read(f).Broken) {
		return nil, fmt.Errorf("%s: %w", f.Path, edit.ErrSyntax)
	}
	return edited, nil
}
