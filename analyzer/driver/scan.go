package driver

import (
	"context"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/opcall"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/opsdb"
)

// OperatorCall is a call of a framework operator and how it fares.
type OperatorCall struct {
	Path       string
	Position   source.Position
	API        string
	Operators  []string
	Measured   []string // of Operators, those that the API was seen to reach
	Status     opsdb.Status
	Evidence   opsdb.Evidence
	Confidence analyzer.Confidence
}

// Scanned is the outcome of a scan for operators.
type Scanned struct {
	Files    []ScannedFile // those that could be read, by path
	Problems []Problem     // by path
	Stats    Stats
}

// ScannedFile holds the calls of one file, in its order.
type ScannedFile struct {
	Path          string
	Calls         []OperatorCall
	TensorMethods semantic.Receivers
}

// Problem is why a path, or a part of the analysis of it, is missing.
type Problem struct {
	Path, Message string
}

// Scan lists the calls of framework operators in the files. As with Run, only
// wrong options and the end of ctx are errors.
func Scan(ctx context.Context, opts Options) (*Scanned, error) {
	s, err := newSession(ctx, opts)
	if err != nil {
		return nil, err
	}
	s.codeOnly = true // nothing else calls operators
	s.memory = s.newMemory(true)
	if err := s.analyseAll(ctx, s.scan); err != nil {
		return nil, err
	}
	s.memory.gather()
	s.memory.save(nil)
	out := &Scanned{}
	for _, f := range s.files {
		out.Stats.add(f, opts.MinConfidence)
		for _, fd := range f.findings {
			if fd.live > analyzer.Info { // the user's choice of severity is for reports
				out.Problems = append(out.Problems, Problem{f.path, fd.Message})
			}
		}
		if !f.failed && !f.foreign {
			out.Files = append(out.Files, ScannedFile{f.path, f.calls, f.blind.TensorMethods})
		}
	}
	return out, nil
}

// scan finds the calls of operators in one file.
func (s *session) scan(ctx context.Context, path string, raw []byte) (*fileResult, error) {
	return s.within(ctx, path, raw, s.scanFile)
}

// scanFile scans a file without a time limit.
func (s *session) scanFile(ctx context.Context, path string, raw []byte) (*fileResult, error) {
	r, tree, err := s.open(ctx, path, raw)
	if tree == nil {
		return r, err
	}
	err = protect(func() error {
		m := s.model(r.file, tree)
		defer interrupted(ctx, m)()
		for _, use := range opcall.Scan(m, s.fileTarget(m)) {
			if use.Confidence >= s.opts.MinConfidence {
				r.calls = append(r.calls, operatorCall(m, &use))
			}
		}
		r.blind = m.Blind()
		return nil
	})
	switch {
	case ctx.Err() != nil:
		return nil, stopped(ctx, path)
	case err != nil:
		s.addInternal(r, "", err)
	}
	s.addUnparsed(r, tree)
	r.file = nil // nothing points into it
	return r, nil
}

// operatorCall is the part of a use that is kept without its tree.
func operatorCall(m *semantic.Model, use *opcall.Use) OperatorCall {
	return OperatorCall{
		Path: m.File.Path, Position: m.File.Position(m.Tree.Start(use.At)),
		API: use.API, Operators: use.Operators, Measured: m.DB.Measured(use.API, use.Operators),
		Status: use.Status, Evidence: use.Verdict.Ref.Evidence, Confidence: use.Confidence,
	}
}
