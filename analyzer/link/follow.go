package link

import (
	"slices"

	"github.com/neuronlint/neuronlint/analyzer/edit"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/source"
)

// findParts finds the sources of all files, and the tests by root.
func (l *Links) findParts() {
	if l.tests != nil {
		return
	}
	l.findEscapes()
	l.findUnknowns()
	l.tests = make([][]*Part, len(l.fields))
	for i, f := range l.order {
		for _, t := range f.Tests {
			root := f.root + t.Root
			l.tests[root] = append(l.tests[root], &Part{
				Path: f.Path, Span: t.Span, Group: groupID(f.Path, t.Group), Test: true, Conditional: t.Conditional, file: i,
			})
		}
	}
	l.findActs()
	w := l.walker()
	for i, f := range l.order {
		for _, s := range f.Sources {
			p := &Part{
				Path: f.Path, Span: s.Span, Group: groupID(f.Path, s.Group), Conditional: s.Conditional, Choice: s.Choice,
				file: i, from: f.place + s.Place,
			}
			w.follow(p)
			l.sources = append(l.sources, p)
		}
	}
	l.crossed = w.atRoot
}

// groupID is the group that rules give to fixes of a bundle.
func groupID(path, bundle string) edit.GroupID { return edit.GroupID(path + "#" + bundle) }

// Acts lists the places where a source acts as a device, the surest first. It follows the
// source anew, since few callers want them all.
func (l *Links) Acts(p *Part) []Act {
	var all []Act
	w := l.walker()
	w.each = func(at int, level semantic.Confidence) {
		f := l.fileAt(at)
		if f == nil {
			return
		}
		for _, a := range f.actsAt(at) {
			a.Confidence = min(a.Confidence, level)
			all = append(all, Act{f.Path, a})
		}
	}
	w.follow(&Part{Path: p.Path, file: p.file, from: p.from})
	return all
}

// actsAt are the acts at the place with a number, which is one of the file.
func (f *linked) actsAt(at int) []semantic.Act {
	byPlace := func(a semantic.Act, at int) int { return f.place + int(a.Place) - at }
	start, _ := slices.BinarySearchFunc(f.Acts, at, byPlace)
	end, _ := slices.BinarySearchFunc(f.Acts, at+1, byPlace)
	return f.Acts[start:end]
}

// fileAt is the file that has the place with a number; nil for a place made by linking.
func (l *Links) fileAt(at int) *linked {
	i, exact := slices.BinarySearchFunc(l.order, at, func(f *linked, at int) int { return f.place - at })
	if !exact {
		i--
	}
	for i < len(l.order) && len(l.order[i].Places) == 0 { // several files may begin at one number
		i++
	}
	if i == len(l.order) || at-l.order[i].place >= len(l.order[i].Places) {
		return nil
	}
	return l.order[i]
}

// findActs numbers the places where devices act. A place that is one only by its name
// gets no number, since a device acts there only if the name tells the truth.
func (l *Links) findActs() {
	l.acts, l.acting = make([][]int, len(l.root)), make([]bool, len(l.root))
	for i, f := range l.order {
		numbers := make(map[source.Span]int)
		for _, a := range f.Acts {
			at := f.place + int(a.Place)
			l.acting[at] = true
			if a.Role == semantic.RoleNamed {
				continue
			}
			n, known := numbers[a.Span]
			if !known {
				n = len(l.sites)
				numbers[a.Span] = n
				l.sites = append(l.sites, actSite{Site{f.Path, a.Span}, i, a.API != "torch.device"})
			}
			l.acts[at] = append(l.acts[at], n)
		}
	}
}
