package tensor

import (
	"math"
	"slices"

	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// DType returns the name of a tensor's dtype ("int64") where the text shows it, and ""
// elsewhere. A complex number is taken to be complex64, unless the text says otherwise.
func (m *Tensors) DType(n syntax.Node) string {
	w := dtypeWalk{m: m, known: make(map[syntax.Node]string), earlier: m.dtypes, low: restsOnNone}
	return w.of(n)
}

// dtypeWalk follows an expression to the place that decides its dtype. A node that
// depends on itself, x in `x = x.view(-1)` inside a loop, adds nothing when it is met
// again.
type dtypeWalk struct {
	m     *Tensors
	known map[syntax.Node]string // of the nodes met so far; "" while one is being followed
	spent int                    // steps made in other files
	files int                    // files on the way to this one

	earlier map[syntax.Node]string // of questions to this file; may be nil
	open    []syntax.Node          // nodes that are being followed
	low     int                    // the first of these that an answer since rests on; see follow
	half    map[syntax.Node]bool   // nodes whose answers rest on others that were being followed
}

const (
	// maxDTypeSteps bounds the nodes that one question looks at.
	maxDTypeSteps = 200
	// restsOnNone and cutShort are the extremes of dtypeWalk.low.
	restsOnNone = math.MaxInt
	cutShort    = -1
)

func (w *dtypeWalk) of(n syntax.Node) string {
	n = w.m.Tree.Unparen(n)
	dtype, met := w.known[n]
	switch {
	case n == syntax.None:
		return ""
	case met && w.half[n]:
		w.low = cutShort
		return dtype
	case met:
		if at := slices.Index(w.open, n); at >= 0 {
			w.low = min(w.low, at)
		}
		return dtype
	case len(w.known)+w.spent > maxDTypeSteps:
		w.low = cutShort
		return ""
	}
	if dtype, ok := w.earlier[n]; ok {
		w.known[n] = dtype
		return dtype
	}
	return w.follow(n)
}

// follow works an answer out. Later questions get it as well, if it rests on no node that
// is still being followed, and was not cut short: it would be the same for any of them.
func (w *dtypeWalk) follow(n syntax.Node) string {
	outer, at := w.low, len(w.open)
	w.known[n] = ""
	w.open, w.low = append(w.open, n), restsOnNone
	dtype := w.expression(n)
	w.open = w.open[:at]
	w.known[n] = dtype
	switch {
	case w.low < at:
		if w.half == nil {
			w.half = make(map[syntax.Node]bool)
		}
		w.half[n] = true
	case w.earlier != nil:
		w.earlier[n] = dtype
	}
	if w.low >= at {
		w.low = restsOnNone
	}
	w.low = min(w.low, outer)
	return dtype
}
