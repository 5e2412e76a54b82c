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

// revivals are the regions of one file that fixes bring to life, sorted, to find the
// fixes around a place without asking all of them.
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

// covering calls yield with each fix that brings a finding to life: the finding is in
// code that the fix revives, or is used only there.
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

// weakenRevivals makes fixes unsafe that revive a way into code that nobody here knows,
// or into code of the project that uses CUDA outside of the region that the fix revives:
// the rest of the file's findings are held against the region alone. A fix that lifts a
// refusal is also unsafe in front of code that raises without CUDA, and a fix that
// revives a use of CUDA without a finding, be it a call of .cuda() or a text, is unsafe
// too. A fix that opens a way into a module compiled for CUDA is for display only.
func (r *fileResult) weakenRevivals(m *semantic.Model) {
	left := r.unmended()
	unseen := sync.OnceValue(func() byStart { return r.unseen(m) })
	passedOn := sync.OnceValue(func() byStart { return r.passedOn(m) })
	for _, fd := range r.findings {
		for i := range fd.Fixes {
			if shared := m.Overridable(fd.Fixes[i].Revives); len(shared) > 0 {
				fd.Fixes = slices.Clone(fd.Fixes) // rules may share them between findings
				fd.Fixes[i].Shared = slices.Concat(fd.Fixes[i].Shared, shared)
			}
			most := trustIn(m, fd.Fixes[i].Revives).And(trustIn(m, fd.Fixes[i].Admits)).And(left.before(fd.Fixes[i].Admits))
			if len(fd.Fixes[i].Revives) > 0 {
				most = most.And(unseen().behind(fd.Fixes[i].Revives)).And(passedOn().behind(fd.Fixes[i].Revives))
			}
			if fix := fd.Fixes[i]; fix.Safety <= most.Safety && fix.Closed <= most.Safety {
				continue
			}
			fd.Fixes = slices.Clone(fd.Fixes) // rules may share them between findings
			fd.Fixes[i].LimitBoth(most)
		}
	}
}

// trustIn is the trust in a fix that lets code run, by where the code leads.
func trustIn(m *semantic.Model, regions []source.Span) edit.Trust {
	ends := m.Ends(regions)
	trust := edit.Doubtful("code that would then run leads to unknown code")
	switch ends {
	case semantic.EndsKnown:
		return trustInChoice(m, regions)
	case semantic.EndsCompiled:
		trust = edit.ShownBecause("code that would then run leads to a module that the project compiles for CUDA")
	case semantic.EndsCUDA:
		trust = edit.Doubtful("code that would then run leads to code for CUDA")
	}
	trust.Doubt.Span, _ = m.EndsAt(regions, ends)
	return trust
}

// trustInChoice is the trust in a fix that lets code run by the values that the code hands
// on: other code may choose a kernel by them.
func trustInChoice(m *semantic.Model, regions []source.Span) edit.Trust {
	at, chooses := m.Chooses(regions)
	return doubtAt(chooses, at, "this value would then choose code that is not known to run on Neuron")
}

// byStart are spans in the order of their beginnings.
type byStart []source.Span

func (p byStart) sort() {
	slices.SortFunc(p, func(a, b source.Span) int { return cmp.Compare(a.Start, b.Start) })
}

// unmended are the places of the file that raise without CUDA and have no safe fix.
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

// within is the first of the places in some regions.
func (p byStart) within(regions []source.Span) (source.Span, bool) {
	for _, region := range regions {
		i := sort.Search(len(p), func(i int) bool { return p[i].Start >= region.Start })
		if i < len(p) && p[i].Start < region.End {
			return p[i], true
		}
	}
	return source.Span{}, false
}

// nearest is the place that begins nearest to an offset, of places in order.
func (p byStart) nearest(offset int) (source.Span, bool) {
	if len(p) == 0 {
		return source.Span{}, false
	}
	i := sort.Search(len(p), func(i int) bool { return p[i].Start >= offset })
	if i == len(p) || i > 0 && offset-p[i-1].Start < p[i].Start-offset {
		i--
	}
	return p[i], true
}

// before is the trust in a fix that lifts a refusal in front of such places, which raise
// without CUDA.
func (p byStart) before(admits []source.Span) edit.Trust {
	at, ok := p.within(admits)
	return doubtAt(ok, at, "this line would then be reached, and has no safe fix")
}

// behind is the trust in a fix that revives such places, which mention CUDA and have no
// finding.
func (p byStart) behind(revives []source.Span) edit.Trust {
	at, ok := p.within(revives)
	return doubtAt(ok, at, "this line would then run, and refers to CUDA")
}

func doubtAt(there bool, at source.Span, text string) edit.Trust {
	if !there {
		return edit.Sure()
	}
	trust := edit.Doubtful(text)
	trust.Doubt.Span = at
	return trust
}
