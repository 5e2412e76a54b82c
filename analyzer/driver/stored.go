package driver

import (
	"errors"
	"slices"
	"time"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/cache"
	"github.com/neuronlint/neuronlint/analyzer/edit"
	"github.com/neuronlint/neuronlint/analyzer/prefilter"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/source"
)

// storedFile is a file in the directory of a cache.
type storedFile struct {
	Path   string // as reported
	Hash   hash   // of its bytes
	Says   bool   // see sight
	Own    bool
	Import []prefilter.Import
	Text   bool  // something points into the text
	Rests  hash  // on all that the result rests on; zero without a result
	Day    int64 // when it was last in use
}

// storedResult is the result for a file before linking: that of its analysis.
type storedResult struct {
	Failed   bool
	Foreign  bool
	Blind    semantic.Blind
	Unknown  []int
	Unparsed int
	Calls    []OperatorCall
	Summary  *semantic.Summary
	Findings []storedFinding
	Outline  edit.Outline
	Spent    time.Duration
	Held     bool
	Lost     []lostPlace
	Tests    []farTest
	Unfit    unfit
}

type storedFinding struct {
	Diagnostic analyzer.Diagnostic
	Live       analyzer.Severity
	Dead       bool
	Clause     source.Span
	Test       source.Span
	Choice     bool
	Asks       bool
	Program    source.Span
	Numbered   numbering
	Content    string
}

// storedRun is the result of a whole run; of one that fixed something in memory, before
// and after.
type storedRun struct {
	Rests   hash     // on all files that it judged, on Modules, and on the imports among them
	Modules []string // by absolute name, others that were read or looked for
	Before  storedReport
	After   *storedReport
	Changes []Change
	Become  Become // of findings between the two
}

type storedReport struct {
	Diagnostics []analyzer.Diagnostic
	Stats       Stats
	Edits       map[analyzer.GroupID][]analyzer.Edit
}

func newStoredReport(r *Result) storedReport { return storedReport{r.Diagnostics, r.Stats, r.edits} }

func (s *storedReport) result() *Result {
	return &Result{Diagnostics: s.Diagnostics, Stats: s.Stats, edits: s.Edits}
}

// newStoredFix is a run that fixed something, without the texts that files hold.
func newStoredFix(f *Fixed) *storedRun {
	after := newStoredReport(f.After)
	run := &storedRun{Before: newStoredReport(f.Before), After: &after, Changes: slices.Clone(f.Changes), Become: f.Become}
	for i := range run.Changes {
		run.Changes[i].Old = nil
	}
	return run
}

// encode is the result in bytes, before it is combined with those of other files. It is
// nil for a result that another run may not reproduce.
func (r *fileResult) encode() []byte {
	if r.internal > 0 || r.fleeting {
		return nil
	}
	s := storedResult{
		Failed: r.failed, Foreign: r.foreign, Blind: r.blind, Unknown: r.unknown, Unparsed: r.unparsed,
		Calls: r.calls, Summary: r.summary, Findings: storeFindings(r.findings), Outline: r.outline, Spent: r.spent, Held: r.held, Lost: r.lost, Tests: r.tests, Unfit: r.unfit,
	}
	return cache.Encode(s)
}

func storeFindings(findings []*finding) []storedFinding {
	list := make([]storedFinding, len(findings))
	for i, fd := range findings {
		list[i] = storedFinding{fd.Diagnostic, fd.live, fd.dead, fd.clause, fd.test, fd.choice, fd.asks, fd.program, fd.numbered, fd.content}
	}
	return list
}

func restoreFindings(list []storedFinding) []*finding {
	var findings []*finding
	for i := range list {
		fd := &list[i]
		findings = append(findings, &finding{
			Diagnostic: fd.Diagnostic, live: fd.Live, dead: fd.Dead, clause: fd.Clause, test: fd.Test, choice: fd.Choice, asks: fd.Asks,
			program: fd.Program, numbered: fd.Numbered, content: fd.Content,
		})
	}
	return findings
}

// fill fills in the result of an earlier run, which is not changed.
func (r *fileResult) fill(s *storedResult) {
	switch {
	case r.raw != nil && s.Failed:
		r.file = bytesOf(r.path, r.raw)
	case r.raw != nil && r.file == nil:
		r.file = textOf(r.path, r.raw)
	}
	r.failed, r.foreign, r.blind, r.unknown, r.unparsed = s.Failed, s.Foreign, s.Blind, s.Unknown, s.Unparsed
	r.calls, r.summary, r.outline, r.spent, r.held, r.lost, r.tests, r.unfit = s.Calls, s.Summary, s.Outline, s.Spent, s.Held, s.Lost, s.Tests, s.Unfit
	r.findings = restoreFindings(s.Findings)
}

// textOf is the text that findings in a file point into: that of a file that
// cannot be decoded is its bytes.
func textOf(path string, raw []byte) *source.File {
	file, err := source.New(path, raw)
	var bad *source.DecodeError
	if errors.As(err, &bad) {
		return bytesOf(path, raw)
	}
	return file
}

// bytesOf is a file that was not analyzed: its bytes serve as its text, which saves
// decoding.
func bytesOf(path string, raw []byte) *source.File {
	return &source.File{Path: path, Raw: raw, Text: raw}
}
