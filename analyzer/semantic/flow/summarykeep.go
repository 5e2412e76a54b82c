package flow

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/semantic/scope"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// keep picks the places that matter to other files: those where a device acts, is tested,
// goes out or comes from, and all places that lead there. All other places, which are
// most of the file, are left out.
func (b *summariser) keep() {
	matters := make(map[cellNumber]bool)
	for _, list := range [][]*Compare{b.f.compares, b.f.queried} {
		for _, c := range list {
			matters[b.f.find(cell{lit: c.Literal})] = true
		}
	}
	for _, fd := range b.fields {
		matters[b.f.find(fd.object)] = true
	}
	before := make([][]*hop, len(b.f.hops.all)) // by the number of a hop
	live := make([]bool, len(b.f.hops.all))     // likewise
	var queue []*hop
	mark := func(h *hop) {
		if !live[h.number] {
			live[h.number] = true
			queue = append(queue, h)
		}
	}
	for _, h := range b.hops {
		for _, e := range h.next {
			before[e.to.number] = append(before[e.to.number], h)
		}
		if len(h.sinks) > 0 || len(h.exits) > 0 || matters[b.f.root(h.cell)] || b.named(h.from.cell) || h.lost != "" && h.from.sym != nil && DeviceName(h.from.sym.Name) {
			mark(h)
		}
	}
	for len(queue) > 0 {
		h := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		for _, p := range before[h.number] {
			mark(p)
		}
	}
	b.escapes(before)
	b.index = make([]int32, len(b.f.hops.all))
	b.f.walk++
	for _, list := range [][]*Source{b.f.sources, b.f.exported, b.f.choices} {
		for _, s := range list {
			b.forward(b.f.hop(place{cell: cell{lit: s.Node}}), live)
		}
	}
	for _, h := range b.hops {
		if live[h.number] {
			b.kept = append(b.kept, h)
			b.index[h.number] = int32(len(b.kept))
		}
	}
}

// forward keeps every place that a source reaches, unless this walk has visited it.
func (b *summariser) forward(h *hop, live []bool) {
	queue := []*hop{h}
	for len(queue) > 0 {
		h, queue = queue[len(queue)-1], queue[:len(queue)-1]
		if h.walk == b.f.walk {
			continue
		}
		h.walk = b.f.walk
		live[h.number] = true
		for _, e := range h.next {
			queue = append(queue, e.to)
		}
	}
}

// named reports whether a cell that other files can see has the name of a device, and
// so may hold a device from there.
func (b *summariser) named(c cell) bool {
	switch {
	case c.key != "", !b.m.visible(c):
		return false
	case c.attr.Name != "":
		return DeviceName(c.attr.Name)
	case c.sym != nil:
		return DeviceName(c.sym.Name)
	case c.fn != syntax.None:
		return DeviceName(strings.TrimPrefix(b.t.Text(b.t.FuncName(c.fn)), "get_"))
	}
	return false
}

// root is the number of the component that a cell is part of.
func (b *summariser) root(c cell) int {
	at := b.f.find(c)
	i, ok := b.roots[at]
	if !ok {
		i = len(b.out.Roots)
		b.roots[at] = i
		b.out.Roots = append(b.out.Roots, Root{})
	}
	return i
}

// escapes finds the places from which a device reaches unknown code.
func (b *summariser) escapes(before [][]*hop) {
	b.escaping = make([]string, len(b.f.hops.all))
	var queue []*hop
	enter := func(h *hop, why string) {
		if b.escaping[h.number] == "" && why != "" {
			b.escaping[h.number] = why
			queue = append(queue, h)
		}
	}
	for _, h := range b.hops {
		enter(h, h.escapes)
	}
	for len(queue) > 0 {
		h := queue[0]
		queue = queue[1:]
		for _, p := range before[h.number] {
			enter(p, b.escaping[h.number])
		}
	}
}

// escapingPorts notes the parameters that are only handed on to unknown code.
func (b *summariser) escapingPorts() {
	for _, h := range b.hops {
		if _, kept := b.indexOf(h); kept || b.escaping[h.number] == "" {
			continue
		}
		if port := b.port(h.from); strings.HasSuffix(port, ")") {
			b.ports[port] = Escaping
		}
	}
}

// place writes the place with a number.
func (b *summariser) place(number int32, h *hop) {
	b.out.Places = append(b.out.Places, int32(b.root(h.from.cell)))
	why := h.escapes
	for _, e := range h.next {
		if to, ok := b.indexOf(e.to); ok {
			b.out.Ways = append(b.out.Ways, Way{number, int32(to), e.conf})
		} else {
			why = first(why, b.escaping[e.to.number])
		}
	}
	if why != "" {
		b.out.Escapes = append(b.out.Escapes, Escape{Place: number, Why: b.once(why)})
	}
	if h.lost != "" {
		b.out.Escapes = append(b.out.Escapes, Escape{Place: number, Why: b.once(h.lost), Self: true})
	}
	for _, k := range h.sinks {
		if k.Role == RoleMap {
			b.out.Escapes = append(b.out.Escapes, Escape{Place: number, Why: lostInLoad, Self: true})
		}
		b.out.Acts = append(b.out.Acts, Act{number, b.t.Span(k.Node), k.API, k.Role, k.Confidence})
	}
	for _, e := range h.exits {
		e.Place, e.Callee = number, b.callee(called{e.Callee, e.object})
		e.Keyword, e.Why = b.once(e.Keyword), b.once(e.Why)
		b.out.Exits = append(b.out.Exits, e.Exit)
	}
	b.arrival(number, h.from)
	if port := b.port(h.from); port != "" {
		b.ports[port] = int(number)
	}
}

// once interns a text: the summary may hold it in many places, but its memory only once.
func (b *summariser) once(text string) string {
	known, ok := b.texts[text]
	if !ok {
		known = text
		b.texts[text] = text
	}
	return known
}

// callee numbers the object whose method is called.
func (b *summariser) callee(c called) Callee {
	c.Name, c.Method = b.once(c.Name), b.once(c.Method)
	if c.Name == "" {
		c.Object = int32(b.root(c.object))
	}
	return c.Callee
}

// arrival notes the name or callee of another file that gives a place its value.
func (b *summariser) arrival(number int32, from place) {
	outer := b.f.outside()
	if c, ok := outer.calls[from.cell]; ok {
		callee := b.callee(c)
		b.out.Arrivals = append(b.out.Arrivals, Arrival{Place: number, Yields: &callee})
	} else if from.key == "" && from.ext != "" {
		b.out.Arrivals = append(b.out.Arrivals, Arrival{Place: number, Reads: b.once(from.ext)})
	}
}

// port is the name by which other files can reach a place.
func (b *summariser) port(p place) string {
	switch {
	case p.lit != syntax.None || p.key != "" || p.ext != "":
		return ""
	case p.attr.Class != syntax.None && b.t.Kind(p.attr.Class) != syntax.KindClass:
		return "" // an option of one parser, see namespaces
	case p.attr.Class != syntax.None:
		return b.m.Qualified(p.attr.Class) + "." + p.attr.Name
	case p.fn != syntax.None && !b.m.IsInner(p.fn):
		return b.m.Qualified(p.fn) + "()"
	case p.sym == nil:
		return ""
	case p.sym.Scope.Kind == scope.Module:
		return p.sym.Name
	case p.sym.Scope.Kind == scope.Function && p.sym.Defs[0].Kind == infer.DefParam && !b.m.IsInner(p.sym.Scope.Node):
		if p.at == syntax.None || p.at == p.sym.Defs[0].Node {
			return b.m.Qualified(p.sym.Scope.Node) + "(" + p.sym.Name + ")"
		}
	}
	return ""
}
