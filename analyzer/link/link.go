// Package link joins the device summaries of a project's files: a setting and all tests
// of it form one component, even across files.
package link

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/edit"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/internal/disjoint"
)

// Links joins the device summaries of all files: places that two files know by the same
// name hold the same device. Places and roots are numbered across all files.
type Links struct {
	files  map[string]*linked
	order  []*linked
	root   []int            // of each place
	ways   [][]way          // from each place
	named  map[string][]int // places by the name under which files know them
	fields []map[string]int // of the objects at each root, places by attribute

	chains     map[string][]class // cached answers about classes, see chain
	attributes map[attribute]int  // likewise, see attribute; no place is named after that

	objects  []objectLink
	classes  map[int][]string // of the objects at a root
	unknowns []unknown        // gaps in knowledge, by root; see findUnknowns
	escapes  []string         // by place; see findEscapes
	sites    []actSite        // where devices act
	acts     [][]int          // the sites at each place
	acting   []bool           // by place: a device acts there, even if only by a name

	grew    bool                // the last pass added something
	entered map[passage]bool    // the ways between files
	joined  map[objectLink]bool // the same as objects

	sources  []*Part
	tests    [][]*Part                   // by root; nil until findParts
	crossed  []int                       // the last walk that came through a root; 0 if none did
	together disjoint.Sets[edit.GroupID] // groups of the parts of one component

	at func(path string) // called at each step with the file being processed
}

// linked is a summary with the numbers of its first place and root.
type linked struct {
	*semantic.Summary

	place, root int
	taken       []bool // by exit to a named function: the parameter that takes it is known
}

// attribute is one of the instances of a class.
type attribute struct {
	class, name string
}

// way leads from one place to another. A value handed down to a function in an object
// does not come up to the function's other callers.
type way struct {
	to       int
	conf     semantic.Confidence
	down, up bool
}

// passage is a way together with its origin.
type passage struct {
	from int
	way
}

// actSite is a place where a device acts, with the number of its file.
type actSite struct {
	Site

	file int
	used bool // it does more than make an object of the device
}

// objectLink says that two roots hold the same object: as an argument handed down, or
// as the same variable.
type objectLink struct {
	from, to int
	down, up bool
}

// Join links summaries, which must be sorted by path. It calls at with the file of each
// step, and so do the methods of the returned Links; at may end the work by a panic.
func Join(summaries []*semantic.Summary, at func(path string)) *Links {
	l := &Links{
		at:    at,
		files: make(map[string]*linked), named: make(map[string][]int), classes: make(map[int][]string),
		entered: make(map[passage]bool), joined: make(map[objectLink]bool),
		chains: make(map[string][]class), attributes: make(map[attribute]int),
	}
	roots, places := 0, 0
	for _, s := range summaries {
		f := &linked{Summary: s, place: places, root: roots, taken: make([]bool, len(s.Exits))}
		l.files[s.Path] = f
		l.order = append(l.order, f)
		roots, places = roots+len(s.Roots), places+len(s.Places)
	}
	l.fields = make([]map[string]int, roots)
	l.root, l.ways = make([]int, 0, places), make([][]way, places)
	for _, f := range l.order {
		for _, root := range f.Places {
			l.root = append(l.root, f.root+int(root))
		}
		l.makeRoom(f)
	}
	for _, f := range l.order {
		l.flow(f)
	}
	for round := 0; l.grew || round == 0; round++ {
		l.grew = false
		l.exits(round > 0)
		l.share()
	}
	return l
}

// makeRoom has the ways within a file take one piece of memory.
func (l *Links) makeRoom(f *linked) {
	counts := make([]int, len(f.Places))
	for _, w := range f.Ways {
		counts[w.From]++
	}
	room := make([]way, len(f.Ways))
	for i, n := range counts {
		l.ways[f.place+i], room = room[:0:n], room[n:]
	}
}

// flow enters the ways within a file, and those that lead through names.
func (l *Links) flow(f *linked) {
	for _, w := range f.Ways {
		l.at(f.Path)
		at := f.place + int(w.From)
		l.ways[at] = append(l.ways[at], way{to: f.place + int(w.To), conf: w.Confidence})
	}
	for _, a := range f.Arrivals {
		l.at(f.Path)
		switch {
		case a.Yields == nil:
			l.name(l.canonical(a.Reads), f.place+int(a.Place))
		case a.Yields.Name != "" && !a.Yields.Class:
			l.name(a.Yields.Name+"()", f.place+int(a.Place))
		}
	}
	for port, i := range f.AllPorts() {
		if i >= 0 {
			l.name(l.canonical(f.Path+":"+port), f.place+i)
		}
	}
	for i := range f.Roots {
		l.at(f.Path)
		at := f.root + i
		l.classes[at] = f.Roots[i].Classes
		for _, field := range f.Roots[i].Fields {
			l.setField(at, field.Name, f.place+int(field.Place))
		}
	}
}

// name gives a place a name and unites it with all other places of that name.
func (l *Links) name(name string, at int) {
	if others := l.named[name]; len(others) > 0 {
		l.lead(way{to: at, conf: semantic.Certain}, others[0])
		l.lead(way{to: others[0], conf: semantic.Certain}, at)
		l.same(objectLink{from: l.root[others[0]], to: l.root[at]})
	}
	l.named[name] = append(l.named[name], at)
}

// lead enters a way between files.
func (l *Links) lead(w way, from int) {
	if p := (passage{from, w}); w.to != from && !l.entered[p] {
		l.entered[p] = true
		l.ways[from] = append(l.ways[from], w)
		l.grew = true
	}
}

func (l *Links) same(o objectLink) {
	if o.from != o.to && !l.joined[o] {
		l.joined[o] = true
		l.objects = append(l.objects, o)
		l.grew = true
	}
}

// exits leads arguments to the parameters that take them; with methods set, only those
// of methods, which were not all known before.
func (l *Links) exits(methods bool) {
	for _, f := range l.order {
		for i := range f.Exits {
			l.at(f.Path)
			e := &f.Exits[i]
			if methods && e.Name != "" {
				continue
			}
			to, ok := l.parameter(f, e)
			if f.taken[i] = ok; ok && to >= 0 {
				at := f.place + int(e.Place)
				l.lead(way{to: to, conf: e.Confidence}, at)
				l.same(objectLink{from: l.root[at], to: l.root[to], down: true})
			}
		}
	}
}

// lookup resolves a Global to a file and the name in it.
func (l *Links) lookup(global string) (*linked, string) {
	i := strings.LastIndexByte(global, ':')
	if i < 0 {
		return nil, ""
	}
	return l.files[global[:i]], global[i+1:]
}
