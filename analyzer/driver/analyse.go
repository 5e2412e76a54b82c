package driver

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/edit"
	"github.com/neuronlint/neuronlint/analyzer/opcall"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
)

// analyse runs every rule on one file. Only the end of ctx is an error; anything wrong
// with the file is a finding.
func (s *session) analyse(ctx context.Context, path string, raw []byte) (*fileResult, error) {
	if source.IsProjectFile(path) {
		return s.within(ctx, path, raw, s.judgeProjectFile)
	}
	return s.within(ctx, path, raw, s.judgeFile)
}

// judgeFile analyses a file without a time limit.
func (s *session) judgeFile(ctx context.Context, path string, raw []byte) (*fileResult, error) {
	r, tree, err := s.open(ctx, path, raw)
	if tree == nil {
		return r, err
	}
	i, done := interrupt(ctx)
	defer done()
	s.runRules(ctx, r, tree, i)
	s.judgeCommands(ctx, r)
	tree = tree.Under(i)
	r.withholdProtected()
	if ctx.Err() != nil {
		return nil, stopped(ctx, path)
	}
	s.addUnparsed(r, tree)
	s.suppress(r, tree)
	slices.SortStableFunc(r.findings, compareFindings)
	fingerprints(r.file, r.findings)
	if len(r.findings) == 0 {
		r.file = nil
	} else {
		r.outline = edit.NewOutline(tree)
	}
	return r, nil
}

// open begins every analysis: it returns the text and its tree, or no tree and a result
// with the reason.
func (s *session) open(ctx context.Context, path string, raw []byte) (*fileResult, *syntax.Tree, error) {
	file, err := s.opts.Limits.read(ctx, path, raw)
	switch {
	case ctx.Err() != nil:
		return nil, nil, stopped(ctx, path)
	case errors.Is(err, source.ErrLanguage):
		return &fileResult{path: path, foreign: true}, nil, nil
	case err != nil:
		return s.undecoded(path, raw, err), nil, nil
	}
	tree, err := s.parse(ctx, file)
	switch {
	case ctx.Err() != nil:
		return nil, nil, stopped(ctx, path)
	case err != nil:
		r := s.unread(path, unparsedReason(file, err))
		r.findings[0].Help = limitHelp(err)
		r.fleeting = errors.Is(err, syntax.ErrTimeout)
		return r, nil, nil
	}
	return &fileResult{path: path, file: file}, tree, nil
}

// stopped is the error of a run that was cancelled.
func stopped(ctx context.Context, path string) error {
	return fmt.Errorf("analysing %s: %w", path, context.Cause(ctx))
}

// parse is the tree of a file, which another file may have asked for already.
func (s *session) parse(ctx context.Context, file *source.File) (*syntax.Tree, error) {
	if tree := s.project.Tree(absolute(s.wd, file.Path), file.Text); tree != nil {
		return tree, nil
	}
	_, tree, err := s.keep().parsed(file.Path, file.Raw, s.opts.Limits, func() (*source.File, *syntax.Tree, error) {
		tree, err := syntax.ParseFile(ctx, file, s.opts.Limits.syntax())
		return file, tree, err
	})
	return tree, err
}

// model is the model of a file in its project.
func (s *session) model(file *source.File, tree *syntax.Tree) *semantic.Model {
	return s.project.Model(absolute(s.wd, file.Path), file, tree)
}

// runRules builds the model of a file and collects the findings of all rules, until
// the interrupt is raised.
func (s *session) runRules(ctx context.Context, r *fileResult, tree *syntax.Tree, i *semantic.Interrupt) {
	var model *semantic.Model
	err := protect(func() error {
		model = s.model(r.file, tree)
		return nil
	})
	if err != nil {
		s.addInternal(r, "", err)
		return
	}
	model.InterruptBy(i)
	pass := analyzer.NewPass(model, s.opts.DB, s.fileTarget(model))
	r.forTests = ofTests(r.path, tree.Source())
	for _, rule := range s.opts.Rules {
		if rule.Run != nil && ctx.Err() == nil {
			s.runRule(r, rule, pass, i)
		}
	}
	s.holdBackMany(r)
	err = protect(func() error {
		r.blind, r.unknown = model.Blind(), opcall.Unknown(model, pass.Target)
		if model.TextHas("cuda") {
			r.lost = r.lostIn(model)
		}
		if slices.ContainsFunc(r.findings, func(fd *finding) bool { return mendsDevice(fd.Category) && len(fd.Fixes) > 0 }) {
			r.tests = s.farTests(model)
		}
		r.unfit = s.unfitIn(model)
		if len(r.findings) > 0 {
			markDead(r.findings, model.DeadRegions(), model.NotMissed)
			markSpare(r.findings, model.ExportRegions())
			tests := model.Tests()
			markClauses(r.findings, model.Tree, tests)
			r.markNumbered(model, tests)
			r.spareMocked(model)
			r.spareKernelFile(model)
			r.weakenRevivals(model)
			r.noteTexts(model)
		}
		r.summary = model.Summary()
		return nil
	})
	if err != nil && !errors.Is(err, semantic.ErrInterrupted) {
		s.addInternal(r, "", err)
	}
}

// runRule adds the findings of one rule. Findings that it reported before it failed stay.
func (s *session) runRule(r *fileResult, rule *analyzer.Rule, pass *analyzer.Pass, i *semantic.Interrupt) {
	report := func(d analyzer.Diagnostic) {
		i.Check()
		if r.fixes += len(d.Fixes); r.fixes > maxFixes {
			d.Fixes = heldBack(d.Fixes)
		}
		fd := &finding{Diagnostic: d, live: d.Severity, choice: rule.Chooses, asks: rule.AsksCUDA}
		fd.Severity, fd.Test = s.graded(d.Code, d.Severity), !rule.OfTests && r.forTests
		if _, chosen := s.severity[d.Code]; d.Avoided || fd.Test && !chosen && !s.opts.Tests {
			fd.Severity = min(fd.Severity, analyzer.Info)
		}
		r.findings = append(r.findings, fd)
	}
	err := protect(func() error {
		return rule.Run(pass.For(rule, report))
	})
	if err != nil && !errors.Is(err, semantic.ErrInterrupted) {
		s.addInternal(r, rule.Code, err)
	}
}

// addInternal reports a defect of the tool: of a rule, or of the code that all rules
// share.
func (s *session) addInternal(r *fileResult, rule string, err error) {
	what := "the analysis"
	if rule != "" {
		what = "rule " + rule
	}
	r.internal++
	s.defect(rule, err)
	fd := s.own(CodeInternal, r.path, source.Span{}, analyzer.Error, fmt.Sprintf("%s failed on this file: %v", what, err))
	fd.Help = "the other rules and files are not affected; please report this"
	r.findings = append(r.findings, fd)
}

// fileTarget is the target of one file: code that already imports torch_xla is judged as
// torch-xla code, whichever target the settings name.
func (s *session) fileTarget(m *semantic.Model) opsdb.Target {
	target := s.opts.Target
	if target.Rewrite != opsdb.RewriteXLA && m.ImportsAtTop("torch_xla") {
		target.Rewrite, target.Overridden = opsdb.RewriteXLA, target.Rewrite
	}
	return target
}

// markDead lowers the findings in code that cannot run without CUDA to Info: they do no
// harm there. The condition that keeps the code from running is no part of the region,
// and a rule judges it by the work that is skipped as a result. Where none is, the code
// may stay as it is for as long as the condition does.
func markDead(findings []*finding, regions []semantic.Region, notMissed func(semantic.Region) bool) {
	for fd, region := range guarded(findings, regions) {
		fd.note(region)
		fd.OnlyOnCUDA = true
		if fd.dead = true; !strings.HasPrefix(fd.Help, "nothing to do") && notMissed(region) {
			fd.Help = "nothing to do for Neuron unless the condition changes; then " + fd.Help
		}
	}
}

// markSpare lowers the findings in code that nobody runs on Neuron to train or serve.
// Their fixes stay as they are.
func markSpare(findings []*finding, regions []semantic.Region) {
	for fd, region := range guarded(findings, regions) {
		if !fd.dead {
			fd.note(region)
		}
	}
}

// note lowers a finding to one that names its guard.
func (fd *finding) note(by semantic.Region) {
	fd.Severity = min(fd.Severity, analyzer.Info)
	fd.Related = append(fd.Related, analyzer.Related{Span: by.Guard, Message: guardMessage(by)})
}

// guardedHere begins the message about such a guard.
const guardedHere = "guarded here"

func guardMessage(region semantic.Region) string {
	if region.Message == "" {
		return guardedHere
	}
	return guardedHere + ": " + region.Message
}

// withhold lowers every fix to a hint, for a reason that holds in place of the rule's. The
// slice is copied, since rules may share it between findings.
func (fd *finding) withhold(why edit.Doubt) {
	fd.Fixes = slices.Clone(fd.Fixes)
	for i := range fd.Fixes {
		fd.Fixes[i].Safety, fd.Fixes[i].Doubt = min(fd.Fixes[i].Safety, edit.Display), why
	}
}

// withholdProtected lowers the fixes to hints that would change something in a
// notebook besides the code of a cell.
func (r *fileResult) withholdProtected() {
	protected := func(e analyzer.Edit) bool { return e.Path == r.path && !r.file.Editable(e.Span) }
	for _, fd := range r.findings {
		if slices.ContainsFunc(fd.Fixes, func(f analyzer.Fix) bool { return slices.ContainsFunc(f.Edits, protected) }) {
			fd.withhold(edit.Doubt{Text: "it would change more of the notebook than its code"})
		}
	}
}

// unparsedReason is the message about a text that has no tree; f is nil where none was
// decoded.
func unparsedReason(f *source.File, err error) string {
	at, deep := 0, false
	if errors.Is(err, syntax.ErrTooDeep) {
		at, deep = syntax.DeepBracket(f.Text)
	}
	switch {
	case deep:
		return fmt.Sprintf("%v at %s", syntax.ErrTooDeep, f.Position(at))
	case errors.Is(err, syntax.ErrTooLarge), errors.Is(err, syntax.ErrTimeout),
		errors.Is(err, syntax.ErrTooMuch), errors.Is(err, syntax.ErrTooDeep), errors.Is(err, syntax.ErrNUL):
		return strings.TrimPrefix(err.Error(), "syntax: ")
	default:
		return err.Error()
	}
}
