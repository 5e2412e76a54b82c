package link

import (
	"slices"

	"github.com/neuronlint/neuronlint/analyzer/semantic"
)

// The limits of following one source: how many places it is followed through,
// and how many it remembers of those in other files where it acts.
const (
	maxReached   = 1000
	maxElsewhere = 50
)

// maxActs bounds how many acts all sources of a project are told of together, and
// mostActs how many each of the others, once these are told. It takes thousands of
// sources that all come to the same thousands of places.
const (
	maxActs  = 1 << 24
	mostActs = 250
)

// walker follows sources one after the other. What a walk comes by gets its
// number, so that a walk costs no more than what it reaches.
type walker struct {
	*Links

	p             *Part
	each          func(at int, level semantic.Confidence) // is told of every place; may be nil
	walk, acted   int                                     // numbers of the walk and of all acts so far
	queue         [semantic.Certain + 1][]stop            // what is to be visited, by how sure it is
	next, reached int                                     // the next in the queue, and how many places were visited
	// high and low are the last walks that came by a place: before something
	// was handed down, or after.
	high, low              []int
	atRoot, atSite, atFile []int // likewise by a root, an act and a file
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

// follow finds what a source comes through and where it acts, the surest
// places first.
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

// step goes to a place, and pushes those that it leads to.
func (w *walker) step(s stop, level semantic.Confidence) {
	if w.at(w.p.Path); w.been(s) {
		return
	}
	if w.reached == maxReached {
		w.p.escapes = first(w.p.escapes, "the device goes further than it is followed")
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

// been reports whether this walk came by a place already. What was handed down
// goes nowhere that it would not go otherwise.
func (w *walker) been(s stop) bool {
	return w.high[s.at] == w.walk || s.low && w.low[s.at] == w.walk
}

// visit notes what a source comes by at a place.
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
			w.p.escapes = first(w.p.escapes, "the device goes further than it is followed")
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

// cross notes what a source shares with all that comes through a root: what is
// not known of it, and its tests.
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
	if w.atFile[a.file] != w.walk {
		w.atFile[a.file] = w.walk
		p.files = append(p.files, a.file)
	}
	if a.file != p.file && len(p.Elsewhere) < maxElsewhere {
		p.Elsewhere = append(p.Elsewhere, a.Site)
	}
}
