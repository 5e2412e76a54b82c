package link

import (
	"slices"

	"github.com/neuronlint/neuronlint/analyzer/semantic"
)

// The limits for one source: how many places the walk visits, and how many acts in
// other files it records.
const (
	maxReached   = 1000
	maxElsewhere = 50
)

// maxActs bounds the acts recorded for all sources of a project together; beyond it,
// mostActs bounds those of each source. Only thousands of sources that all reach the
// same thousands of places get there.
const (
	maxActs  = 1 << 24
	mostActs = 250
)

// walker follows sources one after the other. A walk marks the places it visits with
// its number, which saves clearing the marks: the cost is that of the visited places.
type walker struct {
	*Links

	p             *Part
	each          func(at int, level semantic.Confidence) // called for every place; may be nil
	walk, acted   int                                     // number of the walk; acts recorded so far
	queue         [semantic.Certain + 1][]stop            // stops to visit, by confidence
	next, reached int                                     // index in the queue; number of places visited
	// high and low are the last walks that visited a place: before the value was
	// handed down, or after.
	high, low              []int
	atRoot, atSite, atFile []int // the last walk that visited a root, an act, a file
}

// stop is a place on the way of a source; low says that it was handed down.
type stop struct {
	at  int
	low bool
}

func (l *Links) walker() *walker {
	places := len(l.root)
	return &walker{
		Links: l, high: make([]int, places), low: make([]int, places),
		atRoot: make([]int, len(l.fields)), atSite: make([]int, len(l.sites)), atFile: make([]int, len(l.order)),
	}
}

// follow finds the places that a source passes through and its acts, the surest first.
func (w *walker) follow(p *Part) {
	w.p, w.reached = p, 0
	w.walk++
	w.push(stop{at: p.from}, semantic.Certain)
	for level := semantic.Certain; level > semantic.Unresolved; level-- {
		for w.next = 0; w.next < len(w.queue[level]); w.next++ {
			w.step(w.queue[level][w.next], level)
		}
		w.queue[level] = w.queue[level][:0]
	}
}

// step visits a place and queues the places that it leads to.
func (w *walker) step(s stop, level semantic.Confidence) {
	if w.at(w.p.Path); w.been(s) {
		return
	}
	if w.reached == maxReached {
		w.p.escapes = first(w.p.escapes, "the device could not be followed everywhere")
		return
	}
	w.reached++
	w.visit(s, level)
	for _, way := range w.ways[s.at] {
		if !way.up || !s.low {
			w.push(stop{way.to, s.low && !way.up || way.down}, min(way.conf, level))
		}
	}
}

func (w *walker) push(s stop, conf semantic.Confidence) {
	if !w.been(s) {
		w.queue[conf] = append(w.queue[conf], s)
	}
}

// been reports whether this walk has visited a place. A value handed down goes nowhere
// that it would not also go otherwise, so a high visit covers a low one.
func (w *walker) been(s stop) bool {
	return w.high[s.at] == w.walk || s.low && w.low[s.at] == w.walk
}

// visit records the root, the acts and the escapes of a place for the source.
func (w *walker) visit(s stop, level semantic.Confidence) {
	if s.low {
		w.low[s.at] = w.walk
	} else {
		w.high[s.at] = w.walk
	}
	w.p.escapes = first(w.p.escapes, w.escapes[s.at])
	if root := w.root[s.at]; w.atRoot[root] != w.walk {
		w.atRoot[root] = w.walk
		w.cross(root)
	}
	w.p.Acting = w.p.Acting || w.acting[s.at]
	for _, n := range w.acts[s.at] {
		if w.acted > maxActs && w.p.Places >= mostActs {
			w.p.escapes = first(w.p.escapes, "the device could not be followed everywhere")
			break
		}
		if w.atSite[n] != w.walk {
			w.acted++
			w.atSite[n] = w.walk
			w.act(&w.sites[n])
		}
	}
	if w.each != nil {
		w.each(s.at, level)
	}
}

// cross records the properties of a root that all its sources share: its unknowns and
// its tests.
func (w *walker) cross(root int) {
	u := &w.unknowns[root]
	w.p.open, w.p.ajar = first(w.p.open, u.open), first(w.p.ajar, u.ajar)
	if tests := w.tests[root]; len(tests) > 0 {
		w.together.Join(tests[0].Group, w.p.Group)
		w.p.Tested = w.p.Tested || slices.ContainsFunc(tests, func(t *Part) bool { return !t.Conditional })
	}
}

func (w *walker) act(a *actSite) {
	p := w.p
	p.Places++
	p.Used = p.Used || a.used
	if w.atFile[a.file] != w.walk {
		w.atFile[a.file] = w.walk
		p.files = append(p.files, a.file)
	}
	if a.file != p.file && len(p.Elsewhere) < maxElsewhere {
		p.Elsewhere = append(p.Elsewhere, a.Site)
	}
}
