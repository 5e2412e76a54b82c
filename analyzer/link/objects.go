package link

import (
	"maps"
	"slices"

	"github.com/neuronlint/neuronlint/analyzer/semantic"
)

func (l *Links) setField(root int, name string, place int) {
	if l.fields[root] == nil {
		l.fields[root] = make(map[string]int)
	}
	l.fields[root][name] = place
}

// share gives all files that hold one object its class and its attributes: one file may
// read an attribute that another one sets. A file that only hands an object on gets a
// place for each attribute too.
func (l *Links) share() {
	for i, o := range l.objects {
		if i%stride == 0 {
			l.at(l.ofRoot(o.from))
		}
		l.shareClasses(o)
		names := make(map[string]bool)
		for name := range l.fields[o.from] {
			names[name] = true
		}
		for name := range l.fields[o.to] {
			names[name] = true
		}
		for _, name := range slices.Sorted(maps.Keys(names)) {
			from, to := l.fieldOf(o.from, name), l.fieldOf(o.to, name)
			l.lead(way{to: to, conf: semantic.Likely, down: o.down, up: o.up}, from)
			l.lead(way{to: from, conf: semantic.Likely, down: o.up, up: o.down}, to)
		}
	}
	for root := range l.fields {
		if root%stride == 0 {
			l.at(l.ofRoot(root))
		}
		for _, class := range l.classes[root] {
			for name, place := range l.fields[root] {
				if at := l.attribute(class, name); at >= 0 {
					l.lead(way{to: at, conf: semantic.Likely}, place)
					l.lead(way{to: place, conf: semantic.Likely}, at)
				}
			}
		}
	}
}

// stride is how many object links to process before reporting the file of the next.
const stride = 16

// ofRoot is the file of a root.
func (l *Links) ofRoot(root int) string {
	i, exact := slices.BinarySearchFunc(l.order, root, func(f *linked, root int) int { return f.root - root })
	if !exact {
		i--
	}
	return l.order[i].Path
}

func (l *Links) shareClasses(o objectLink) {
	if l.classes[o.to] == nil && l.classes[o.from] != nil {
		l.classes[o.to], l.grew = l.classes[o.from], true
	}
	if l.classes[o.from] == nil && l.classes[o.to] != nil && !o.down {
		l.classes[o.from], l.grew = l.classes[o.to], true
	}
}

// fieldOf is the place of an attribute of the object at a root.
func (l *Links) fieldOf(root int, name string) int {
	if place, ok := l.fields[root][name]; ok {
		return place
	}
	at := len(l.root)
	l.root = append(l.root, root)
	l.ways = append(l.ways, nil)
	l.setField(root, name, at)
	l.grew = true
	return at
}
