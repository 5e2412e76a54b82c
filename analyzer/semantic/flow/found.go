package flow

import (
	"cmp"
	"slices"

	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
)

// found is the result of one walk: the hops at which the source acts as a device, and
// those at which only a name says so.
type found struct {
	sinks, names []arrival
	count        int // of all sinks
}

// arrival is a hop, and the confidence that the source gets there.
type arrival struct {
	*hop

	level infer.Confidence
}

func (w *found) add(h *hop, level infer.Confidence) {
	if len(h.sinks) > 0 {
		w.sinks = append(w.sinks, arrival{h, level})
		w.count += len(h.sinks)
	}
	if w.count == 0 && len(h.names) > 0 && len(w.names) < maxSinks {
		w.names = append(w.names, arrival{h, level})
	}
}

// maxKept bounds how many sinks are kept if they come from several hops. The sinks of a
// single hop are kept once, for all sources that reach it.
const maxKept = 4 * maxSinks

// maxTold bounds the total number of sinks listed for the sources of a file. If
// thousands of sources reach the same thousands of sinks, each later source lists only
// the first sinks.
const maxTold = 1 << 20

// keep records the sinks of a source.
func (f *flow) keep(src *Source) {
	arrivals := f.found.sinks
	if len(arrivals) == 0 {
		arrivals = f.found.names
	}
	if len(arrivals) == 1 {
		src.Sinks = f.shared(arrivals[0])
		if f.told += len(src.Sinks); f.told > maxTold && len(src.Sinks) > maxSinks {
			src.Sinks, src.Partial = src.Sinks[:maxSinks:maxSinks], true
		}
	} else {
		all := f.scratch[:0]
		for _, a := range arrivals {
			all = a.append(all, maxKept+1-len(all))
		}
		f.scratch = all
		src.Partial = src.Partial || len(all) > maxKept
		src.Sinks = slices.Clone(inOrder(all))
	}
	if src.Partial {
		src.escapes = first(src.escapes, "the device could not be followed everywhere")
	}
}

// shared are the sinks of one hop, for all sources that reach no other.
func (f *flow) shared(a arrival) []Sink {
	sinks, ok := f.reached[a]
	if !ok {
		sinks = inOrder(a.append(nil, len(a.sinks)+len(a.names)))
		f.reached[a] = sinks
	}
	return sinks
}

// append adds the first sinks of a hop. Names count only if there are no better sinks.
func (a arrival) append(all []Sink, most int) []Sink {
	sinks := a.sinks
	if len(sinks) == 0 {
		sinks = a.names
	}
	for _, k := range sinks[:min(len(sinks), most)] {
		k.Confidence = min(k.Confidence, a.level)
		all = append(all, k)
	}
	return all
}

// inOrder sorts sinks, the surest first, and drops duplicates.
func inOrder(sinks []Sink) []Sink {
	slices.SortStableFunc(sinks, func(a, b Sink) int {
		return cmp.Or(cmp.Compare(b.Confidence, a.Confidence), cmp.Compare(a.Node, b.Node))
	})
	return slices.CompactFunc(sinks, func(a, b Sink) bool { return a.Confidence == b.Confidence && *a.SinkAt == *b.SinkAt })
}
