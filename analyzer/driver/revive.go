package driver

import (
	"cmp"
	"slices"
	"sort"
	"sync"

	"github.com/neuronlint/neuronlint/analyzer"
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

// weakenRevivals makes fixes unsafe that let code run which leads into code that
// nobody here knows, or into code of the project that speaks of CUDA outside of what
// the fix revives: the rest of the file's findings are held against the region alone.
// What lifts a refusal is unsafe as well before what raises for want of CUDA, and what
// revives what says CUDA and has no finding, be it a call of .cuda() or a text. What leads into a module
// that is compiled for CUDA is left as it is.
func (r *fileResult) weakenRevivals(m *semantic.Model) {
	left := r.unmended()
	unseen := sync.OnceValue(func() byStart { return r.unseen(m) })
	for _, fd := range r.findings {
		for i := range fd.Fixes {
			if shared := m.Overridable(fd.Fixes[i].Revives); len(shared) > 0 {
				fd.Fixes = slices.Clone(fd.Fixes) // rules may share them between findings
				fd.Fixes[i].Shared = slices.Concat(fd.Fixes[i].Shared, shared)
			}
			most := min(mostFor(m.Ends(fd.Fixes[i].Revives)), mostFor(m.Ends(fd.Fixes[i].Admits)))
			if left.within(fd.Fixes[i].Admits) || len(fd.Fixes[i].Revives) > 0 && unseen().within(fd.Fixes[i].Revives) {
				most = min(most, edit.Unsafe)
			}
			if fix := fd.Fixes[i]; fix.Safety <= most && fix.Closed <= most {
				continue
			}
			fd.Fixes = slices.Clone(fd.Fixes) // rules may share them between findings
			fix := &fd.Fixes[i]
			fix.Safety, fix.Closed = min(fix.Safety, most), min(fix.Closed, most)
		}
	}
}

// mostFor is how safe a fix can be that lets code run, by where the code leads.
func mostFor(ends semantic.Ending) edit.Safety {
	switch ends {
	case semantic.EndsKnown:
		return edit.Safe
	case semantic.EndsCompiled:
		return edit.Display
	}
	return edit.Unsafe
}

// byStart are spans in the order of their beginnings.
type byStart []source.Span

func (p byStart) sort() {
	slices.SortFunc(p, func(a, b source.Span) int { return cmp.Compare(a.Start, b.Start) })
}

// unmended are the places of the file that raise for want of CUDA and have no safe fix.
func (r *fileResult) unmended() (out byStart) {
	for _, fd := range r.findings {
		safe := slices.ContainsFunc(fd.Fixes, func(f analyzer.Fix) bool { return f.Safety == edit.Safe || f.Closed == edit.Safe })
		refusal := slices.ContainsFunc(fd.Fixes, func(f analyzer.Fix) bool { return len(f.Admits) > 0 })
		if fd.live == analyzer.Error && !fd.dead && !safe && !refusal && (namesDevice(fd.Category) || fd.Category == analyzer.CategoryKernel || fd.Category == analyzer.CategoryLibrary) {
			out = append(out, fd.Span)
		}
	}
	out.sort()
	return out
}

// within reports whether one of the places is in some regions.
func (p byStart) within(regions []source.Span) bool {
	return slices.ContainsFunc(regions, func(region source.Span) bool {
		i := sort.Search(len(p), func(i int) bool { return p[i].Start >= region.Start })
		return i < len(p) && p[i].Start < region.End
	})
}
