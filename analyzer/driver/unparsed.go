package driver

import (
	"errors"
	"fmt"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/edit"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

const (
	// nearLines is how many understood lines may lie between two regions that were not
	// understood, for these to be reported as one.
	nearLines = 2
	// maxRegions bounds the findings about one garbled file; the last one covers the
	// rest.
	maxRegions = 20
)

// undecoded is the result for a file that source.New refused.
func (s *session) undecoded(path string, raw []byte, err error) *fileResult {
	var bad *source.DecodeError
	if !errors.As(err, &bad) {
		return s.unread(path, err.Error())
	}
	r := s.unread(path, fmt.Sprintf("%v at line %d: %s", bad.Err, bad.Line, bad.Reason))
	// The position needs only line ends, which are the same in every encoding
	// that Python knows for source text.
	r.file = bytesOf(path, raw)
	at := r.file.LineStart(bad.Line)
	r.findings[0].Span = source.Span{Start: at, End: at}
	fingerprints(r.file, r.findings)
	return r
}

// unread is the result for a path that could not be analysed at all.
func (s *session) unread(path, reason string) *fileResult {
	fd := s.own(CodeUnparsed, path, source.Span{}, analyzer.Warning, "not analyzed: "+reason)
	r := &fileResult{path: path, failed: true, findings: []*finding{fd}}
	fingerprints(nil, r.findings)
	return r
}

// addUnparsed reports the lines that the parser did not understand and withholds the
// fixes of the file: an edit beside text that was not understood cannot be trusted.
func (s *session) addUnparsed(r *fileResult, tree *syntax.Tree) {
	s.addNotUnderstood(r, tree.Errors())
}

// addNotUnderstood reports regions of any file, and withholds its fixes.
func (s *session) addNotUnderstood(r *fileResult, regions []source.Span) {
	if len(regions) == 0 {
		return
	}
	for _, fd := range r.findings {
		fd.withhold(edit.Doubt{Text: "the file has lines that were not understood"})
	}
	for _, region := range mergeRegions(r.file, regions) {
		r.unparsed += region.last - region.first + 1
		r.findings = append(r.findings,
			s.own(CodeUnparsed, r.path, region.span, analyzer.Info, region.message(r.file)))
	}
}

// lineRegion is a range of lines, both ends included.
type lineRegion struct {
	span        source.Span
	first, last int // of the text
}

func (l lineRegion) message(f *source.File) string {
	first, last := f.Position(f.LineStart(l.first)), f.Position(f.LineStart(l.last))
	const verdict = "not understood: no automatic fix in this file"
	switch {
	case first.Cell != last.Cell:
		return fmt.Sprintf("%s to %s were %s", first, last, verdict)
	case l.first == l.last:
		return fmt.Sprintf("%s was %s", first, verdict)
	case first.Cell >= 0:
		return fmt.Sprintf("cell %d, lines %d-%d were %s", first.Cell+1, first.Line, last.Line, verdict)
	default:
		return fmt.Sprintf("lines %d-%d were %s", first.Line, last.Line, verdict)
	}
}

// near reports whether next, which comes later, is reported together with l: it is a few
// lines away, and not in another cell of a notebook.
func (l lineRegion) near(f *source.File, next lineRegion) bool {
	return next.first <= l.last+nearLines &&
		f.Position(next.span.Start).Cell == f.Position(l.span.Start).Cell
}

// mergeRegions turns error regions into ranges of lines, joining those that
// are near each other.
func mergeRegions(f *source.File, spans []source.Span) []lineRegion {
	var merged []lineRegion
	for _, span := range spans {
		next := lineRegion{span: span, first: f.LineAt(span.Start)}
		next.last = max(next.first, f.LineAt(max(span.Start, span.End-1)))
		if n := len(merged) - 1; n >= 0 && (merged[n].near(f, next) || n+1 == maxRegions) {
			merged[n].last = max(merged[n].last, next.last)
			merged[n].span.End = max(merged[n].span.End, span.End)
			continue
		}
		merged = append(merged, next)
	}
	return merged
}
