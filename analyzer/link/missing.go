package link

import (
	"slices"
	"strings"
)

// Missing lists the files not read yet that devices of components go to or come from.
func (l *Links) Missing(known map[string]bool) []string {
	matters := l.matters()
	var out []string
	wanted := make(map[string]bool)
	want := func(global string) {
		if path := global[:max(0, indexBehind(global)-1)]; path != "" && !known[path] && !wanted[path] {
			wanted[path] = true
			out = append(out, path)
		}
	}
	for _, f := range l.order {
		for port, i := range f.AllPorts() {
			if dot := strings.LastIndexByte(port, '.'); dot > 0 && i >= 0 && matters[l.root[f.place+i]] {
				for _, c := range l.chain(f.Path + ":" + port[:dot]) {
					want(c.global) // an attribute that a base class may set
				}
			}
		}
		for _, a := range f.Arrivals {
			if !matters[l.root[f.place+int(a.Place)]] {
				continue
			}
			want(a.Reads)
			if a.Yields != nil {
				want(a.Yields.Name)
			}
		}
		for i := range f.Exits {
			if e := &f.Exits[i]; matters[l.root[f.place+int(e.Place)]] {
				want(e.Name)
			}
		}
	}
	slices.Sort(out)
	return out
}

// matters reports for each root whether sources or tests pass through it.
func (l *Links) matters() []bool {
	l.findParts()
	matters := make([]bool, len(l.fields))
	for root := range l.fields {
		matters[root] = l.crossed[root] > 0 || len(l.tests[root]) > 0
	}
	for object, fields := range l.fields {
		for _, place := range fields {
			matters[object] = matters[object] || matters[l.root[place]]
		}
	}
	return matters
}

// Exports lists for each file the names of variables, attributes and functions through
// which other files share in the device flow of components.
func (l *Links) Exports() map[string][]string {
	matters := l.matters()
	out := make(map[string][]string)
	for _, f := range l.order {
		for port, i := range f.AllPorts() {
			if i >= 0 && matters[l.root[f.place+i]] {
				out[f.Path] = append(out[f.Path], portWord(port))
			}
		}
	}
	return out
}

// portWord is the word by which a file uses a port: the last part of its name, or the
// class for __init__ and __call__.
func portWord(port string) string {
	name, _, _ := strings.Cut(port, "(")
	class, method, _ := strings.Cut(name, ".")
	if method == "" || method == "__init__" || method == "__call__" {
		return class
	}
	return name[strings.LastIndexByte(name, '.')+1:]
}

// Touched lists the files through which devices of components pass.
func (l *Links) Touched() []string {
	matters := l.matters()
	var out []string
	for _, f := range l.order {
		if slices.Contains(matters[f.root:f.root+len(f.Roots)], true) {
			out = append(out, f.Path)
		}
	}
	return out
}
