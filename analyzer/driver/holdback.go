package driver

import (
	"fmt"
	"slices"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/edit"
	"github.com/neuronlint/neuronlint/analyzer/source"
)

// maxFixes bounds how many fixes are planned for one file. A program wrote the file that
// has more of them, and people should mend the generator.
const maxFixes = 50_000

// holdBackMany holds back the fixes of a file that has too many, and reports it.
func (s *session) holdBackMany(r *fileResult) {
	if r.fixes <= maxFixes {
		return
	}
	r.holdBack()
	fd := s.own(CodeFixDiscarded, r.path, source.Span{}, analyzer.Warning,
		fmt.Sprintf("the fixes of this file were discarded: there are %d of them, the limit is %d", r.fixes, maxFixes))
	fd.Help = "fix the program that writes this file, or leave it out with --exclude"
	r.findings = append(r.findings, fd)
}

// holdBack takes the fixes from all findings of a file. None is made in part: fixes
// grouped with one of these, in other files too, are not made either.
func (r *fileResult) holdBack() {
	r.held = true
	for _, fd := range r.findings {
		fd.Fixes, fd.graded, fd.trust, fd.left = heldBack(fd.Fixes), nil, nil, nil
	}
}

// heldBack keeps only the group of each fix that is not made: the groups lack these
// fixes.
func heldBack(fixes []analyzer.Fix) []analyzer.Fix {
	var kept []analyzer.Fix
	for i := range fixes {
		if g := fixes[i].Group; g != "" {
			kept = append(kept, analyzer.Fix{Group: g})
		}
	}
	return kept
}

// lacking are the groups that lack a fix that was held back.
func (s *session) lacking() map[edit.GroupID]bool {
	groups := make(map[edit.GroupID]bool)
	for _, f := range s.files {
		if !f.held {
			continue
		}
		for _, fd := range f.findings {
			for i := range fd.Fixes {
				groups["r:"+fd.Fixes[i].Group] = true
			}
		}
	}
	return groups
}

// withhold gives up the fixes of a file whose time is spent before they are done.
func (s *session) withhold(path, part string, err error) {
	s.givenUp[path] = true
	i, ok := s.indexOf(path)
	if !ok {
		return
	}
	if r := s.files[i]; !r.held && slices.ContainsFunc(r.findings, func(fd *finding) bool { return len(fd.Fixes) > 0 }) {
		r.holdBack()
		s.discard(discardedFile{path: path, part: part, err: err})
	}
	s.slow.Store(true)
}
