package link

import (
	"slices"

	"github.com/neuronlint/neuronlint/analyzer/edit"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
)

// findParts finds the sources of all files, and the tests by root.
func (l *Links) findParts() {
	if l.tests != nil {
		return
	}
	l.findEscapes()
	l.high, l.low, l.crossed = make([]int, len(l.root)), make([]int, len(l.root)), make([]int, len(l.fields))
	l.tests = make(map[int][]*Part)
	for _, f := range l.order {
		for _, s := range f.Sources {
			p := &Part{Path: f.Path, Span: s.Span, Group: groupID(f.Path, s.Group), Conditional: s.Conditional}
			l.follow(p, f.place+s.Place)
			l.sources = append(l.sources, p)
		}
		for _, t := range f.Tests {
			root := f.root + t.Root
			l.tests[root] = append(l.tests[root], &Part{
				Path: f.Path, Span: t.Span, Group: groupID(f.Path, t.Group), Test: true, Conditional: t.Conditional,
			})
		}
	}
}

// groupID is the group that rules give to fixes of a bundle.
func groupID(path, bundle string) edit.GroupID { return edit.GroupID(path + "#" + bundle) }

// maxReached bounds how many places one source is followed through.
const maxReached = 1000

// stop is a place on the way of a source; low says that it was handed down.
type stop struct {
	at  int
	low bool
}

// follow finds what a source comes through and where it acts, the surest
// places first.
func (l *Links) follow(p *Part, from int) {
	var queue [semantic.Certain + 1][]stop
	queue[semantic.Certain] = append(queue[semantic.Certain], stop{at: from})
	l.walk++
	reached := 0
	for level := semantic.Certain; level > semantic.Unresolved; level-- {
		for len(queue[level]) > 0 {
			if reached == maxReached {
				p.escapes = first(p.escapes, "the device goes further than it is followed")
				return
			}
			s := queue[level][0]
			queue[level] = queue[level][1:]
			if l.high[s.at] == l.walk || s.low && l.low[s.at] == l.walk {
				continue
			}
			if reached++; s.low {
				l.low[s.at] = l.walk
			} else {
				l.high[s.at] = l.walk
			}
			if root := l.root[s.at]; l.crossed[root] != l.walk {
				l.crossed[root] = l.walk
				p.roots = append(p.roots, root)
			}
			p.act(l, s.at, level)
			p.escapes = first(p.escapes, l.escapes[s.at])
			for _, w := range l.ways[s.at] {
				if !w.up || !s.low {
					conf := min(w.conf, level)
					queue[conf] = append(queue[conf], stop{w.to, s.low && !w.up || w.down})
				}
			}
		}
	}
}

// act notes where a source acts at a place.
func (p *Part) act(l *Links, at int, level semantic.Confidence) {
	f, place := l.placeAt(at)
	if place == nil {
		return
	}
	for _, a := range place.Acts {
		a.Confidence = min(a.Confidence, level)
		if one := (Act{f.Path, a}); !slices.Contains(p.Acts, one) {
			p.Acts = append(p.Acts, one)
		}
	}
}

// placeAt is the place with a number; nil for one that linking made.
func (l *Links) placeAt(at int) (*linked, *semantic.Place) {
	i, exact := slices.BinarySearchFunc(l.order, at, func(f *linked, at int) int { return f.place - at })
	if !exact {
		i--
	}
	for i < len(l.order) && len(l.order[i].Places) == 0 { // several files may begin at one number
		i++
	}
	if i == len(l.order) || at-l.order[i].place >= len(l.order[i].Places) {
		return nil, nil
	}
	return l.order[i], &l.order[i].Places[at-l.order[i].place]
}
