package link

import "github.com/neuronlint/neuronlint/analyzer/semantic"

// unknown holds the gaps in the knowledge of a root; see semantic.Root.
type unknown struct {
	open, ajar string
}

// findUnknowns records the gaps in the knowledge of each root: those that its file
// reports, and results of unknown callees.
func (l *Links) findUnknowns() {
	l.unknowns = make([]unknown, len(l.fields))
	for _, f := range l.order {
		for i := range f.Roots {
			u, r := &l.unknowns[f.root+i], &f.Roots[i]
			u.open, u.ajar = first(u.open, r.Open), first(u.ajar, r.Ajar)
		}
		for _, a := range f.Arrivals {
			if y := a.Yields; y != nil && l.unanswered(f, y) {
				u := &l.unknowns[l.root[f.place+int(a.Place)]]
				u.ajar = first(u.ajar, "the result of "+callName(y)+" is not known")
			}
		}
	}
	for object, fields := range l.fields {
		for _, place := range fields { // a gap of the object is one of its attributes too
			u := &l.unknowns[l.root[place]]
			u.ajar = first(u.ajar, l.unknowns[object].ajar)
		}
	}
}

// findEscapes records the places from which a device, or an object that holds it, goes
// to unknown code.
func (l *Links) findEscapes() {
	l.escapes = make([]string, len(l.root))
	objects := make([]string, len(l.fields))
	enter := func(at int, why string) {
		l.escapes[at] = first(l.escapes[at], why)
		object := &objects[l.root[at]]
		*object = first(*object, why)
	}
	for _, f := range l.order {
		for _, e := range f.Escapes {
			if at := f.place + int(e.Place); e.Self {
				l.escapes[at] = first(l.escapes[at], e.Why)
			} else {
				enter(at, e.Why)
			}
		}
		for i := range f.Exits {
			l.at(f.Path)
			e := &f.Exits[i]
			taken := f.taken[i]
			if e.Name == "" { // other files may have shown the class meanwhile
				_, taken = l.parameter(f, e)
			}
			if !taken {
				enter(f.place+int(e.Place), e.Why)
			}
		}
	}
	for object, fields := range l.fields {
		for _, place := range fields {
			l.escapes[place] = first(l.escapes[place], objects[object])
		}
	}
}

// unanswered reports whether nothing is known about the result of a call.
func (l *Links) unanswered(f *linked, y *semantic.Callee) bool {
	if y.Name == "" {
		return len(l.classes[f.root+int(y.Object)]) == 0
	}
	file, _ := l.lookup(y.Name)
	return file == nil
}

func callName(y *semantic.Callee) string {
	if y.Name == "" {
		return y.Method + "()"
	}
	return y.Name[indexBehind(y.Name):] + "()"
}

// indexBehind is the index at which the name in a Global begins.
func indexBehind(global string) int {
	for i := len(global) - 1; i >= 0; i-- {
		if global[i] == ':' {
			return i + 1
		}
	}
	return 0
}

// first picks one of several reasons, independent of their order.
func first(a, b string) string {
	if a == "" || b != "" && b < a {
		return b
	}
	return a
}
