package flow

import (
	"bytes"

	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/semantic/scope"
	"github.com/neuronlint/neuronlint/analyzer/semantic/value"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// HasSummary reports whether the file names a device or hands on a value from another
// file. Even if not it can be useful to know that its functions do nothing with devices.
func (m *Literals) HasSummary() bool {
	return m.Module() != nil && (mayPlace(m.Tree.Source()) || m.importsProject())
}

// Summarise tells other files about the devices of this one. Group names the group of
// nodes with which a source or test changes.
func (m *Literals) Summarise(group func(syntax.Node) string) *Summary {
	b := &summariser{
		m: m, f: m.deviceFlow(), group: group, t: m.Tree, roots: make(map[cellNumber]int),
		out: &Summary{Path: m.Module().Path}, ports: make(map[string]int), texts: make(map[string]string),
	}
	b.seeds()
	b.close()
	b.keep()
	for i, h := range b.kept {
		b.place(int32(i), h)
	}
	b.escapingPorts()
	b.parts()
	b.reasons()
	b.objects()
	b.names()
	b.out.Reads = b.m.answersRead()
	b.clip()
	return b.out
}

// clip copies the lists of the summary that have spare capacity.
func (b *summariser) clip() {
	o := b.out
	o.Places, o.Roots, o.Ways = clipped(o.Places), clipped(o.Roots), clipped(o.Ways)
	o.Acts, o.Exits, o.Arrivals, o.Escapes = clipped(o.Acts), clipped(o.Exits), clipped(o.Arrivals), clipped(o.Escapes)
}

func clipped[T any](list []T) []T {
	if len(list) == cap(list) {
		return list
	}
	return append(make([]T, 0, len(list)), list...)
}

// mayPlace reports whether a source text can involve devices at all.
func mayPlace(src []byte) bool {
	return bytes.Contains(src, []byte("device")) || bytes.Contains(src, []byte("cuda")) || bytes.Contains(src, []byte(".to("))
}

// importsProject reports whether the file imports anything from the project.
func (m *Literals) importsProject() bool {
	for _, sym := range m.Scope(syntax.Root).Names {
		for _, d := range sym.Defs {
			if d.Kind == infer.DefImport && m.ImportedFrom(*d.Import) != nil {
				return true
			}
		}
	}
	return false
}

// summariser writes the summary of one file.
type summariser struct {
	m *Literals
	f *flow
	t *syntax.Tree

	group   func(syntax.Node) string
	known   []bool  // by the number of a hop: it is among hops
	hops    []*hop  // all reachable by a value from another file, in the order found
	kept    []*hop  // those that matter to other files
	index   []int32 // by the number of a hop, its place in kept and one; see indexOf
	roots   map[cellNumber]int
	ports   map[string]int
	texts   map[string]string // see once
	fields  []field
	options *options
	classes []instanceAt
	// escaping says why a device that reaches a place escapes.
	escaping []string // by the number of the place
	out      *Summary
}

// field is an attribute of an object whose class is not known.
type field struct {
	object cell
	name   string
}

// instanceAt is an object whose class is known.
type instanceAt struct {
	object cell
	class  string
}

// include adds a hop to those reachable by a value from another file.
func (b *summariser) include(h *hop) {
	if int(h.number) >= len(b.known) {
		b.known = append(b.known, make([]bool, max(len(b.f.hops.all), 2*len(b.known))-len(b.known))...)
	}
	if !b.known[h.number] {
		b.known[h.number] = true
		b.hops = append(b.hops, h)
	}
}

// indexOf is the place of a hop in kept; ok is false if it is not among them.
func (b *summariser) indexOf(h *hop) (at int, ok bool) {
	if int(h.number) >= len(b.index) || b.index[h.number] == 0 {
		return 0, false
	}
	return int(b.index[h.number]) - 1, true
}

// placeOf is the place where a source begins.
func (b *summariser) placeOf(s *Source) int {
	at, _ := b.indexOf(b.f.hop(place{cell: cell{lit: s.Node}}))
	return at
}

func (b *summariser) seed(c cell) {
	add := func(p place) {
		b.include(b.f.hop(p))
	}
	if c.sym != nil && c.key == "" && len(c.sym.Defs) > 1 {
		for _, d := range c.sym.Defs[:min(len(c.sym.Defs), scope.MaxReaching)] {
			add(place{cell: c, at: d.Node})
		}
	}
	add(place{cell: c})
}

// seeds collects the places where values come in: sources, parameters, attributes, and
// variables and results of other modules.
func (b *summariser) seeds() {
	for _, list := range [][]*Source{b.f.sources, b.f.exported, b.f.choices} {
		for _, s := range list {
			b.seed(cell{lit: s.Node})
		}
	}
	for _, list := range [][]*Compare{b.f.compares, b.f.queried} {
		for _, c := range list {
			if k, ok := b.f.cellOf(b.f.base(c.Operand)); ok {
				b.seed(k)
			}
		}
	}
	for _, fn := range b.m.Functions() {
		if !b.m.IsInner(fn) {
			b.parameters(fn)
		}
	}
	outer := b.f.outside()
	for _, n := range b.m.Identifiers() {
		if key := b.f.foreign(n); key != "" && outer.nodes[cell{ext: key}] != nil {
			b.seed(cell{ext: key})
		}
	}
	for _, n := range b.m.Attributes() {
		b.attribute(n)
	}
	for _, call := range b.m.Calls() {
		if c, callee, ok := b.f.yielded(call); ok && callee.Class {
			b.instance(c, callee.Name)
		} else if ok {
			b.seed(c)
		}
		b.constructed(call)
	}
}

// parameters seeds the parameters that callers in other files can pass.
func (b *summariser) parameters(fn syntax.Node) {
	for i, p := range b.t.Params(fn) {
		sym := b.m.Symbol(p.Name)
		if p.Name == syntax.None || sym == nil || p.Kind == syntax.VarKeyword || p.Kind == syntax.VarPositional {
			continue
		}
		if class := b.m.MethodClass(fn); class != syntax.None && i == 0 && !b.m.IsStatic(fn) {
			b.instance(cell{sym: sym}, b.global(class))
		} else if class := b.classOf(p.Name); class != "" {
			b.instance(cell{sym: sym}, class)
		} else if !b.mayHold(b.m.Type(p.Name)) {
			continue
		}
		b.f.ajar[b.f.numbers.of(cell{sym: sym})] = openParameter(sym)
		b.seed(cell{sym: sym})
	}
}

func (b *summariser) instance(c cell, class string) {
	b.classes = append(b.classes, instanceAt{c, class})
	b.seed(c)
}

// global is the name by which other files know a definition of this file.
func (b *summariser) global(def syntax.Node) string {
	return infer.Global{Module: b.m.Module(), Name: b.m.Qualified(def)}.String()
}

// classOf is the project class of which an expression is an instance.
func (b *summariser) classOf(n syntax.Node) string {
	if t := b.m.Type(n); t.Class != syntax.None {
		return b.global(t.Class)
	}
	return b.f.m.ForeignClass(n)
}

// mayHold reports whether an object of a type can be a device or hold one.
func (b *summariser) mayHold(t infer.Type) bool {
	switch t.Kind {
	case infer.KindUnknown, infer.KindString, infer.KindDevice, infer.KindInstance, infer.KindDict, infer.KindPending, infer.KindNone:
		return true
	}
	return false
}

// attribute seeds an attribute that is read or set, and its object.
func (b *summariser) attribute(n syntax.Node) {
	if key := b.f.foreign(n); key != "" {
		if !b.f.isPart(n) && b.mayHold(b.m.Type(n)) {
			b.seed(cell{ext: key})
		}
		return
	}
	k, ok := b.f.m.AttrCell(n)
	if !ok || b.f.isPart(n) || !b.mayHold(b.m.Type(n)) {
		return
	}
	b.seed(cell{attr: k})
	if k.Class != syntax.None {
		return
	}
	if obj, ok := b.f.cellOf(b.t.Object(n)); ok {
		b.seed(obj)
		b.fields = append(b.fields, field{obj, k.Name})
	}
}

// constructed seeds the objects that this file makes: instances of its own classes and
// the options parsed by an argument parser.
func (b *summariser) constructed(call syntax.Node) {
	if def := b.m.Ref(b.t.Callee(call)).Def; def != syntax.None && b.t.Kind(def) == syntax.KindClass {
		b.instance(cell{lit: call}, b.global(def))
		return
	}
	parser, method := b.m.MethodCall(call)
	if !value.YieldsOptions(method) {
		return
	}
	b.seed(cell{lit: call})
	for _, dest := range b.optionsOf(parser) {
		b.fields = append(b.fields, field{cell{lit: call}, dest})
	}
}

// close finds all places reachable from the seeds.
func (b *summariser) close() {
	for next := 0; next < len(b.hops); { // include adds to them
		h := b.hops[next]
		next++
		b.f.expand(h)
		for _, e := range h.next {
			b.include(e.to)
		}
	}
}
