package driver

import (
	"cmp"
	"slices"
	"sort"

	"github.com/neuronlint/neuronlint/analyzer/edit"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/source"
)

// revivals are the regions of one file that fixes bring to life, so that the
// fixes around a place are found without asking all of them.
type revivals struct {
	regions []revival // by start
	// reach is how far the regions up to and including one extend.
	reach []int

	path   string
	ledger *ledger
}

// revival is one region and the fix that brings it to life.
type revival struct {
	span source.Span
	by   member
}

func (r *revivals) add(m member) {
	for _, span := range m.value().Revives {
		r.regions = append(r.regions, revival{span, m})
	}
}

// index must be called once all regions are added.
func (r *revivals) index() {
	slices.SortStableFunc(r.regions, func(a, b revival) int { return cmp.Compare(a.span.Start, b.span.Start) })
	reach := 0
	r.reach = make([]int, len(r.regions))
	for i := range r.regions {
		reach = max(reach, r.regions[i].span.End)
		r.reach[i] = reach
	}
}

// over calls yield with each fix that revives a region around span, until it
// returns false.
func (r *revivals) over(span source.Span, yield func(member) bool) bool {
	if r == nil {
		return true
	}
	n := sort.Search(len(r.regions), func(i int) bool { return r.regions[i].span.Start > span.Start })
	for i := n - 1; i >= 0 && r.reach[i] >= span.End; i-- {
		if r.ledger.at(r.path); r.regions[i].span.Contains(span) && !yield(r.regions[i].by) {
			return false
		}
	}
	return true
}

// covering calls yield with each fix that brings a finding to life: it stands
// in code that the fix revives, or is used there by nothing else.
func (r *revivals) covering(fd *finding, yield func(member) bool) bool {
	if !r.over(fd.Span, yield) {
		return false
	}
	if fd.Avoided {
		for _, use := range fd.Related {
			if use.Path == "" && !r.over(use.Span, yield) {
				return false
			}
		}
	}
	return true
}

// weakenRevivals makes fixes unsafe that bring calls to life into code of the
// project that speaks of CUDA and lies outside of what the fix revives: the rest of
// the file's findings are held against the region alone.
func (r *fileResult) weakenRevivals(m *semantic.Model) {
	for _, fd := range r.findings {
		for i := range fd.Fixes {
			fix := &fd.Fixes[i]
			if fix.Safety < edit.Safe && fix.Closed < edit.Safe && fix.Spare < edit.Safe || len(fix.Revives) == 0 || !m.RunsCUDACode(fix.Revives) {
				continue
			}
			fd.Fixes = slices.Clone(fd.Fixes) // rules may share them between findings
			fix = &fd.Fixes[i]
			fix.Safety, fix.Closed = min(fix.Safety, edit.Unsafe), min(fix.Closed, edit.Unsafe)
		}
	}
}
