package driver

import (
	"slices"

	"github.com/neuronlint/neuronlint/analyzer/edit"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/source"
)

// component is what changes as a whole or not at all: sources with the tests
// that they reach, in whatever files. Sources that only meet where a device is
// used are not one component, since each of them can change alone.
type component struct {
	number  int // from 1, in the order of their first parts
	sources []*part
	tests   []*part
	groups  []edit.GroupID
	acts    int // places in all files where its sources act
	files   int // that its parts and these places lie in
	// open and ajar say what is not known of what comes in, see semantic.Root,
	// and escapes of where the sources go.
	open, ajar, escapes string
}

// part is a source or a test.
type part struct {
	path        string
	span        source.Span
	group       edit.GroupID
	test        bool
	conditional bool
	fed         bool  // of a test: a source reaches it
	acts        []act // of a source: where it acts
	roots       []int // of a source: what it comes through
	// escapes is where it goes that is not known.
	escapes string
}

// act is a place where a source acts as a device.
type act struct {
	path string
	semantic.Act
}

// components lists what the linked files hold, in the order of their first
// parts.
func (l *linker) components() []*component {
	sources, tests := l.parts()
	join := newGroups()
	for _, p := range sources {
		for _, root := range p.roots {
			for _, t := range tests[root] {
				t.fed = true
				join.join(p.group, t.group)
			}
		}
	}
	byGroup := make(map[edit.GroupID]*component)
	var all []*component
	at := func(p *part) *component {
		c := byGroup[join.root(p.group)]
		if c == nil {
			c = &component{number: len(all) + 1}
			byGroup[join.root(p.group)] = c
			all = append(all, c)
		}
		return c
	}
	for _, p := range sources {
		c := at(p)
		c.sources = append(c.sources, p)
		c.escapes = first(c.escapes, p.escapes)
		for _, root := range p.roots {
			c.unknown(l, root)
		}
	}
	for root := range l.fields {
		for _, t := range tests[root] {
			c := at(t)
			c.tests = append(c.tests, t)
			c.unknown(l, root)
		}
	}
	for _, c := range all {
		c.count()
	}
	return all
}

// parts are the sources of all files, and the tests by root.
func (l *linker) parts() (sources []*part, tests map[int][]*part) {
	l.findEscapes()
	l.high, l.low, l.crossed = make([]int, len(l.root)), make([]int, len(l.root)), make([]int, len(l.fields))
	tests = make(map[int][]*part)
	for _, f := range l.order {
		for _, s := range f.Sources {
			p := &part{path: f.Path, span: s.Span, group: groupID(f.Path, s.Group), conditional: s.Conditional}
			l.follow(p, f.place+s.Place)
			sources = append(sources, p)
		}
		for _, t := range f.Tests {
			root := f.root + t.Root
			tests[root] = append(tests[root], &part{
				path: f.Path, span: t.Span, group: groupID(f.Path, t.Group), test: true, conditional: t.Conditional,
			})
		}
	}
	return sources, tests
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
func (l *linker) follow(p *part, from int) {
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
func (p *part) act(l *linker, at int, level semantic.Confidence) {
	f, place := l.placeAt(at)
	if place == nil {
		return
	}
	for _, a := range place.Acts {
		a.Confidence = min(a.Confidence, level)
		if one := (act{f.Path, a}); !slices.Contains(p.acts, one) {
			p.acts = append(p.acts, one)
		}
	}
}

// placeAt is the place with a number; nil for one that linking made.
func (l *linker) placeAt(at int) (*linked, *semantic.Place) {
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
