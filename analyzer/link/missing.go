package link

import (
	"slices"
	"strings"
)

// Missing lists the files that devices of components go to or come from, and
// that were not read yet.
func (l *Links) Missing(known map[string]bool) []string {
	matters := make(map[int]bool)
	l.findParts()
	for _, p := range l.sources {
		for _, root := range p.roots {
			matters[root] = true
		}
	}
	for root := range l.tests {
		matters[root] = true
	}
	for object, fields := range l.fields {
		for _, place := range fields {
			matters[object] = matters[object] || matters[l.root[place]]
		}
	}
	var out []string
	want := func(global string) {
		if path := global[:max(0, indexBehind(global)-1)]; path != "" && !known[path] && !slices.Contains(out, path) {
			out = append(out, path)
		}
	}
	for _, f := range l.order {
		for port, i := range f.Ports {
			if dot := strings.LastIndexByte(port, '.'); dot > 0 && i >= 0 && matters[l.root[f.place+i]] {
				for _, class := range l.chain(f.Path + ":" + port[:dot]) {
					want(class) // an attribute that a base class may set
				}
			}
		}
		for i := range f.Places {
			p := &f.Places[i]
			if !matters[f.root+p.Root] {
				continue
			}
			want(p.Reads)
			if p.Yields != nil {
				want(p.Yields.Name)
			}
			for _, e := range p.Exits {
				want(e.Name)
			}
		}
	}
	slices.Sort(out)
	return out
}
