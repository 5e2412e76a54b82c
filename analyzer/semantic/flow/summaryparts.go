package flow

import (
	"strconv"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// parts writes the sources and tests of the file.
func (b *summariser) parts() {
	source := func(s *Source, conditional bool) {
		b.out.Sources = append(b.out.Sources, SourceAt{
			Span: b.t.Span(s.Node), Place: b.placeOf(s),
			Group: b.group(s.Node), Conditional: conditional, Choice: s.Choice != syntax.None,
		})
	}
	test := func(c *Compare, conditional bool) {
		b.out.Tests = append(b.out.Tests, TestAt{
			Span: b.t.Span(c.Literal), Root: b.root(cell{lit: c.Literal}),
			Group: b.group(c.Literal), Conditional: conditional,
		})
	}
	for _, s := range b.f.sources {
		source(s, false)
	}
	for _, s := range b.f.exported {
		source(s, true)
	}
	for _, s := range b.f.choices {
		source(s, s.Sinks[0].Role == RoleLinked)
	}
	for _, c := range b.f.compares {
		test(c, false)
	}
	for _, c := range b.f.queried {
		test(c, true)
	}
}

// reasons writes the reasons why components are open or escape.
func (b *summariser) reasons() {
	enter := func(said map[cellNumber]string, where func(*Root) *string) {
		for c, why := range said {
			if i, ok := b.roots[b.f.root(c)]; ok {
				r := where(&b.out.Roots[i])
				*r = first(*r, why)
			}
		}
	}
	enter(b.f.open, func(r *Root) *string { return &r.Open })
	enter(b.f.ajar, func(r *Root) *string { return &r.Ajar })
}

// objects writes the classes and attributes of the objects in components.
func (b *summariser) objects() {
	type attribute struct {
		object int
		name   string
	}
	written := make(map[attribute]bool)
	for _, fd := range b.fields {
		object, ok := b.roots[b.f.find(fd.object)]
		to, known := b.indexOf(b.f.hop(place{cell: cell{attr: infer.ClassAttr{Class: syntax.None, Name: fd.name}}}))
		if !ok || !known {
			continue
		}
		r := &b.out.Roots[object]
		if at := (attribute{object, fd.name}); !written[at] {
			written[at] = true
			r.Fields = append(r.Fields, Field{strings.Clone(fd.name), int32(to)})
		}
	}
	for _, c := range b.classes {
		if object, ok := b.roots[b.f.find(c.object)]; ok {
			r := &b.out.Roots[object]
			r.Classes = append(r.Classes, b.once(c.class))
		}
	}
}

// names writes the tables of the module's functions, classes and ports.
func (b *summariser) names() {
	functions, classes, ports := make(map[string]string), make(map[string]string), make(map[string]string)
	for _, fn := range b.m.Functions() {
		if b.m.IsInner(fn) {
			continue
		}
		var params []string
		bound := b.m.MethodClass(fn) != syntax.None && !b.m.IsStatic(fn)
		for i, p := range b.t.Params(fn) {
			if bound && i == 0 {
				continue
			}
			rest := p.Kind == syntax.VarKeyword || p.Kind == syntax.VarPositional
			params = append(params, Parameter{b.t.Text(p.Name), rest, p.Kind == syntax.KeywordOnly}.text())
		}
		functions[b.m.Qualified(fn)] = strings.Join(params, "\x00")
	}
	for _, class := range b.m.Classes() {
		c := b.class(class)
		if texts := c.texts(); texts != "" {
			classes[b.m.Qualified(class)] = texts
		} else {
			delete(classes, b.m.Qualified(class)) // the last class of a name counts
		}
	}
	for name, place := range b.ports {
		ports[name] = strconv.Itoa(place)
	}
	b.out.Functions, b.out.Classes, b.out.Ports = infer.NewTable(functions), infer.NewTable(classes), infer.NewTable(ports)
}

func (b *summariser) class(class syntax.Node) Class {
	var c Class
	for _, base := range b.m.Bases(class) {
		if g, ok := b.m.GlobalOf(base); ok {
			c.Bases = append(c.Bases, g.String())
		}
	}
	for stmt := range b.t.Children(b.t.Child(class, syntax.FieldBody)) {
		assign := b.t.First(stmt)
		if b.t.Kind(assign) == syntax.KindAssignment && b.t.Child(assign, syntax.FieldType) != syntax.None {
			c.Fields = append(c.Fields, b.t.Text(b.t.Child(assign, syntax.FieldLeft)))
		}
	}
	return c
}
