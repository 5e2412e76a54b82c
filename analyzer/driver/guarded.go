package driver

import (
	"cmp"
	"container/heap"
	"iter"
	"slices"

	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/source"
)

// guarded yields the findings inside a region but outside its condition, each with the
// first such region. They come in the order of the text, so each region is handled once
// from its start to its end, and not for every finding.
func guarded(findings []*finding, regions []semantic.Region) iter.Seq2[*finding, semantic.Region] {
	return func(yield func(*finding, semantic.Region) bool) {
		if len(regions) == 0 {
			return
		}
		begun := &begunRegions{regions: regions}
		next := 0
		order := byBeginning(regions)
		for _, fd := range inText(findings) {
			for next < len(order) && regions[order[next]].Span.Start <= fd.Span.Start {
				heap.Push(begun, order[next])
				next++
			}
			if at, ok := begun.around(fd.Span); ok && !yield(fd, regions[at]) {
				return
			}
		}
	}
}

// byBeginning are the indices of regions, in the order of their starts.
func byBeginning(regions []semantic.Region) []int {
	order := make([]int, len(regions))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(regions[a].Span.Start, regions[b].Span.Start) })
	return order
}

func inText(findings []*finding) []*finding {
	return slices.SortedStableFunc(slices.Values(findings), func(a, b *finding) int { return cmp.Compare(a.Span.Start, b.Span.Start) })
}

// begunRegions are the indices of regions that have begun, the first one on top.
type begunRegions struct {
	regions []semantic.Region
	indices []int
}

// around is the first region that contains a span, which must not begin before the spans
// of earlier calls. Regions that have ended are dropped.
func (b *begunRegions) around(span source.Span) (first int, ok bool) {
	var others []int
	for len(b.indices) > 0 && !ok {
		first = b.indices[0]
		region := b.regions[first]
		switch {
		case region.Span.Contains(span) && !region.Guard.Overlaps(span):
			ok = true
		case region.Span.End < span.Start:
			heap.Pop(b)
		default:
			others = append(others, heap.Pop(b).(int))
		}
	}
	for _, at := range others {
		heap.Push(b, at)
	}
	return first, ok
}

func (b *begunRegions) Len() int           { return len(b.indices) }
func (b *begunRegions) Less(i, j int) bool { return b.indices[i] < b.indices[j] }
func (b *begunRegions) Swap(i, j int)      { b.indices[i], b.indices[j] = b.indices[j], b.indices[i] }
func (b *begunRegions) Push(at any)        { b.indices = append(b.indices, at.(int)) }

// Pop implements heap.Interface.
func (b *begunRegions) Pop() any {
	last := b.indices[len(b.indices)-1]
	b.indices = b.indices[:len(b.indices)-1]
	return last
}
