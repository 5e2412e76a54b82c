package driver

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// Limits bound the cost of one file, so a file made to be slow costs its own findings and
// not the run. Zero leaves a limit to the parser, or out.
type Limits struct {
	Bytes    int           // of the text of a file that is parsed
	Time     time.Duration // of all work on a file in all phases; see budgets and cputime
	Findings int           // reported of a file
}

// errSlow is the cause when the context of a file ends before that of the run.
var errSlow = errors.New("took too long")

// A parse may take a part of the time of its file, and parseTime at least: text that is
// not parsed by then is garbage.
const (
	parseShare = 3
	parseTime  = 2 * time.Second
)

// syntax are the limits of one parse. That of the file ends it too.
func (l Limits) syntax() syntax.Limits {
	return syntax.Limits{MaxBytes: l.Bytes, Timeout: max(parseTime, l.Time/parseShare)}
}

// read decodes a file whose text may be as large as the limit of a parse.
func (l Limits) read(ctx context.Context, path string, raw []byte) (*source.File, error) {
	return source.NewWithin(ctx, path, raw, l.syntax().Text())
}

// within gives an analysis the time of a file, and answers for it if it fails. A
// file that takes longer is reported as one that was not analysed.
func (s *session) within(ctx context.Context, path string, raw []byte, analyse analysis) (*fileResult, error) {
	whole := func(ctx context.Context) (r *fileResult, err error) {
		caught := protect(func() error { r, err = analyse(ctx, path, raw); return nil })
		switch {
		case caught == nil:
		case errors.Is(caught, semantic.ErrInterrupted):
			return nil, stopped(ctx, path)
		default:
			r, err = &fileResult{path: path, failed: true}, nil
			s.addInternal(r, "", caught)
			fingerprints(nil, r.findings)
		}
		return r, err
	}
	var r *fileResult
	err := s.timed(ctx, path, func(ctx context.Context) (err error) { r, err = whole(ctx); return err })
	if errors.Is(err, errSlow) {
		return s.tooSlow(path, "the analysis", err), nil
	}
	return r, err
}

// tooSlow is the result for a file for which a part of the analysis took too long.
func (s *session) tooSlow(path, part string, err error) *fileResult {
	r := s.unread(path, part+" "+err.Error())
	r.findings[0].Help = limitHelp(errSlow)
	r.fleeting, r.slow = true, true
	return r
}

// cut notes work that was not done for a file because its time was spent. The next run
// may have more time, so nothing is kept of this one.
func (s *session) cut(path, what string, err error) {
	s.slow.Store(true)
	if slices.ContainsFunc(s.discarded, func(fd *finding) bool { return fd.Path == path && fd.Code == CodeUnparsed }) {
		return
	}
	fd := s.own(CodeUnparsed, path, source.Span{}, analyzer.Warning, what+" "+err.Error())
	fd.Help = limitHelp(err)
	fingerprints(nil, []*finding{fd})
	s.discarded = append(s.discarded, fd)
}

// limitHelp is the remedy for a file that ran into a limit; it is empty if there is none.
func limitHelp(err error) string {
	const pass = ", or leave the file out with --exclude"
	switch {
	case errors.Is(err, syntax.ErrTooLarge), errors.Is(err, source.ErrTooLarge):
		return "raise --max-file-size" + pass
	case errors.Is(err, syntax.ErrTimeout), errors.Is(err, errSlow):
		return "raise --file-timeout" + pass
	case errors.Is(err, syntax.ErrTooMuch):
		return "fix the code, or leave the file out with --exclude"
	default:
		return ""
	}
}

// interrupted makes the end of ctx end the questions to a model. The caller calls done
// after the last question.
func interrupted(ctx context.Context, m *semantic.Model) (done func()) {
	i, done := interrupt(ctx)
	m.InterruptBy(i)
	return done
}

// interrupt is the Interrupt that the end of ctx raises.
func interrupt(ctx context.Context) (i *semantic.Interrupt, done func()) {
	i = new(semantic.Interrupt)
	stop := context.AfterFunc(ctx, i.Raise)
	return i, func() { stop() }
}

// omitted counts the findings of one file beyond the limit.
type omitted struct {
	shown, left int
	first       source.Span
	worst       analyzer.Severity
}

// admits reports whether another finding may be reported, and counts it.
func (o *omitted) admits(d *analyzer.Diagnostic, limit int) bool {
	if limit <= 0 || o.shown < limit {
		o.shown++
		return true
	}
	if o.left == 0 {
		o.first = source.Span{Start: d.Span.Start, End: d.Span.Start}
	}
	o.left++
	if !d.Suppressed {
		o.worst = max(o.worst, d.Severity)
	}
	return false
}

// addOmitted reports how many findings of a file are left out, whichever rules are
// selected. The report is as severe as the gravest of them, which preserves the exit
// code.
func (s *session) addOmitted(r *Result, path string, o *omitted) {
	if o.left == 0 {
		return
	}
	fd := s.own(CodeOmitted, path, o.first, o.worst,
		fmt.Sprintf("%d more findings in this file are not listed: the limit is %d", o.left, s.opts.Limits.Findings))
	fd.Severity = o.worst
	fd.Help = "raise --max-findings to see them; fix and --diff still fix them"
	fingerprints(r.File(path), []*finding{fd})
	r.Diagnostics = append(r.Diagnostics, fd.Diagnostic)
}
