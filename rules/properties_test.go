package rules_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/driver"
	"github.com/neuronlint/neuronlint/analyzer/edit"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules"
)

// longestAnalysis is what one file may take, with its fixes and all checks of
// them apart.
const longestAnalysis = 5 * time.Second

// variants are the settings under which fixes are written: what they write,
// and whether those that need a reader are written too.
func variants(db *opsdb.DB) []driver.Options {
	var all []driver.Options
	for _, rewrite := range []opsdb.Rewrite{opsdb.RewriteNeuron, opsdb.RewritePortable, opsdb.RewriteXLA} {
		for _, unsafe := range []bool{false, true} {
			all = append(all, driver.Options{
				Rules: rules.All(), DB: db, Jobs: 1, MinConfidence: analyzer.Possible, Unsafe: unsafe,
				Target: opsdb.Target{SDK: "2.26", Rewrite: rewrite, Instance: "trn2"},
			})
		}
	}
	return all
}

// fixText is the fix of one text that does not lie on disk.
func fixText(ctx context.Context, opts driver.Options, name string, raw []byte) (*driver.Fixed, error) {
	opts.Stdin = &driver.Input{Path: name, Raw: raw}
	return driver.Fix(ctx, opts)
}

// checkProperties analyses any text and says what is wrong with the analysis:
// a rule that fails, a fix that leaves what does not parse, a fix that a
// second run would change, findings after a fix that a fresh run does not
// have, or too much time. It returns the text after its fixes.
func checkProperties(ctx context.Context, opts driver.Options, name string, raw []byte) ([]byte, error) {
	start := time.Now()
	fixed, err := fixText(ctx, opts, name, raw)
	if err != nil {
		return nil, err
	}
	took := time.Since(start)
	problems := []error{checkSound(fixed.Before), checkSound(fixed.After), checkGroups(ctx, fixed.Before)}
	if took > longestAnalysis {
		problems = append(problems, fmt.Errorf("took %v", took))
	}
	patched := raw
	for _, c := range fixed.Changes {
		if bytes.Equal(c.Old, c.New) || !bytes.Equal(c.Old, raw) {
			problems = append(problems, errors.New("a change that is none, or of something else"))
		}
		patched = c.New
		problems = append(problems, checkSecondRun(ctx, opts, name, fixed, patched))
	}
	return patched, errors.Join(problems...)
}

// checkSound wants no rule to have failed, and no fix to have been discarded
// because its result does not parse.
func checkSound(r *driver.Result) error {
	var problems []error
	for _, d := range r.Diagnostics {
		if d.Code == driver.CodeInternal || d.Code == driver.CodeFixDiscarded {
			problems = append(problems, fmt.Errorf("%s %s", d.Code, d.Message))
		}
	}
	return errors.Join(problems...)
}

// checkGroups applies each group of fixes alone, as somebody does who takes
// one suggestion and leaves the others. Where a file does not parse, hints may
// stand in what is not understood, and so cannot be judged.
func checkGroups(ctx context.Context, r *driver.Result) error {
	var problems []error
	seen := make(map[analyzer.GroupID]bool)
	for _, d := range r.Diagnostics {
		for _, fix := range d.Fixes {
			hint := fix.Safety < analyzer.Unsafe && r.Stats.UnparsedLines > 0
			if seen[fix.Group] || len(fix.Edits) == 0 || hint {
				continue
			}
			seen[fix.Group] = true
			file := r.File(d.Path)
			if err := checkGroup(ctx, file, r.Edits(fix.Group)); err != nil {
				at := file.Position(d.Span.Start)
				problems = append(problems, fmt.Errorf("%d:%d: %s: %s fix %q alone: %w", at.Line, at.Column, d.Code, fix.Safety, fix.Title, err))
			}
		}
	}
	return errors.Join(problems...)
}

// checkGroup wants edits to change something into what parses. Those to code
// that shares its place with what is no code are never applied.
func checkGroup(ctx context.Context, file *source.File, edits []analyzer.Edit) error {
	for _, e := range edits {
		if !file.Editable(e.Span) {
			return nil
		}
	}
	edited, err := edit.Verify(ctx, file, edits, nil, syntax.Limits{})
	switch {
	case errors.Is(err, source.ErrEncoding):
		return nil // the file cannot hold what the fix writes
	case err != nil:
		return err
	case bytes.Equal(edited.Raw, file.Raw):
		return errors.New("it changes nothing")
	}
	return nil
}

// checkSecondRun wants a run over the patched text to change nothing more, and
// to find what was said to be left.
func checkSecondRun(ctx context.Context, opts driver.Options, name string, fixed *driver.Fixed, patched []byte) error {
	again, err := fixText(ctx, opts, name, patched)
	if err != nil {
		return err
	}
	var problems []error
	for _, c := range again.Changes {
		problems = append(problems, fmt.Errorf("a second run patches again:\n%s", edit.Unified(name, c.Old, c.New, 1)))
	}
	if diff := cmp.Diff(summaries(again.Before), summaries(fixed.After)); diff != "" {
		problems = append(problems, fmt.Errorf("findings of a fresh run (-) and after the fix (+):\n%s", diff))
	}
	return errors.Join(problems...)
}

// summaries writes findings one a line.
func summaries(r *driver.Result) []string {
	var all []string
	for _, d := range r.Diagnostics {
		line := fmt.Sprintf("%v %s %s %s %s", d.Span, d.Code, d.Severity, d.Confidence, d.Message)
		for _, fix := range d.Fixes {
			line += fmt.Sprintf(" [%s %s]", fix.Safety, fix.Title)
		}
		all = append(all, line)
	}
	return all
}
