package driver

import (
	"context"
	"slices"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/source"
)

// wakened are the new results of files whose text stays, but whose tests no longer wait for
// CUDA: they take the decorator that skips them from a file that changes now.
func (s *session) wakened(ctx context.Context, changes []change) ([]*fileResult, error) {
	gates := make(map[string]source.Span)
	changed := make(map[string]bool)
	for _, c := range changes {
		changed[c.path] = true
		if i, ok := s.indexOf(c.path); ok && slices.ContainsFunc(s.files[i].findings, opensTests) {
			gates[c.path] = source.Span{}
		}
	}
	if len(gates) == 0 {
		return nil, nil
	}
	var users map[string]string
	if _, err := s.onAccounts(func(l *ledger) { users = s.links.importing(gates, l) }); err != nil {
		return nil, nil //nolint:nilerr // their tests are mended by the next run
	}
	var results []*fileResult
	for _, f := range s.files {
		if users[f.path] == "" || changed[f.path] || f.held || !slices.ContainsFunc(f.findings, func(fd *finding) bool { return fd.dead }) {
			continue
		}
		raw, err := s.place.read(absolute(s.wd, f.path))
		if err != nil {
			continue
		}
		r, err := s.analyse(ctx, f.path, raw)
		if err != nil {
			return nil, err
		}
		if !r.failed {
			results = append(results, r)
		}
	}
	return results, nil
}

// opensTests reports whether a finding is about a condition that skips tests without CUDA,
// and has a fix.
func opensTests(fd *finding) bool {
	return fd.Category == analyzer.CategoryTestGate && len(fd.Fixes) > 0
}
