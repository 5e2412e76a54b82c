package semantic

import (
	"bytes"
	"sort"

	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// RunsCUDACode reports whether a call in the regions runs a function or a method of
// the project, outside of the regions, that speaks of CUDA, by itself or by way of
// others. A fix that brings the regions to life brings that to life as well, and the
// findings in it are not of this file or not known to belong to the region.
func (m *Model) RunsCUDACode(regions []source.Span) bool {
	const depth = 3
	w := cudaWalk{left: 64}
	for _, region := range regions {
		if w.region(m, region, regions, depth) {
			return true
		}
	}
	return false
}

// cudaWalk looks into the functions that calls run; left bounds how many.
type cudaWalk struct{ left int }

// region looks into what the calls of one region run outside of all.
func (w *cudaWalk) region(m *Model, region source.Span, regions []source.Span, depth int) bool {
	found := false
	for _, call := range m.callsIn(region) {
		if found || w.left == 0 {
			break
		}
		m.Inside(call, func(in *Model, fn syntax.Node) {
			if span := in.Tree.Span(fn); in != m || !span.In(regions) {
				w.left--
				found = in.speaksOfCUDA(fn) || depth > 0 && w.region(in, span, []source.Span{span}, depth-1)
			}
		})
	}
	return found
}

// callsIn are the calls of a region, in order.
func (m *Model) callsIn(region source.Span) []syntax.Node {
	calls := m.Calls()
	from := sort.Search(len(calls), func(i int) bool { return m.Tree.Start(calls[i]) >= region.Start })
	to := sort.Search(len(calls), func(i int) bool { return m.Tree.Start(calls[i]) >= region.End })
	return calls[from:max(from, to)]
}

// speaksOfCUDA reports whether the text of a function holds a word of CUDA's.
func (m *Model) speaksOfCUDA(fn syntax.Node) bool {
	text := bytes.ToLower(m.Tree.Bytes(fn))
	for _, word := range []string{"cuda", "nccl", "triton", "cudnn", "nvtx"} {
		if bytes.Contains(text, []byte(word)) {
			return true
		}
	}
	return false
}
