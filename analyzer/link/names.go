package link

import (
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/semantic"
)

// maxBases bounds how many base classes are followed, since they may form a cycle.
const maxBases = 16

// canonical is the one name of an attribute that a class shares with its
// bases: that of the topmost class that has it.
func (l *Links) canonical(global string) string {
	i := strings.LastIndexByte(global, '.')
	colon := strings.LastIndexByte(global, ':')
	if i < colon || strings.HasSuffix(global, ")") {
		return global
	}
	class, attr := global[:i], global[i+1:]
	for _, c := range l.chain(class) {
		if c.in != nil {
			if _, ok := c.in.Port(c.name + "." + attr); ok {
				global = c.global + "." + attr
			}
		}
	}
	return global
}

// class is a class by its name in its file; the file is nil if it is not known.
type class struct {
	global string
	in     *linked
	name   string
}

// chain is a class followed by its direct and indirect bases.
func (l *Links) chain(global string) []class {
	if all, ok := l.chains[global]; ok {
		return all
	}
	var all []class
	add := func(global string) {
		if !slices.ContainsFunc(all, func(c class) bool { return c.global == global }) {
			in, name := l.lookup(global)
			all = append(all, class{global, in, name})
		}
	}
	add(global)
	for i := 0; i < len(all) && i < maxBases; i++ {
		if all[i].in == nil {
			continue
		}
		for _, base := range all[i].in.Class(all[i].name).Bases {
			add(base)
		}
	}
	l.chains[global] = all
	return all
}

// nowhere marks the place of an argument that has no effect on devices.
const nowhere = -1

// parameter is the place that an argument goes to; ok is false if it is unknown.
func (l *Links) parameter(from *linked, e *semantic.Exit) (place int, ok bool) {
	if e.Name == "" {
		return l.ofObject(from, e)
	}
	if e.Class {
		return l.constructor(e.Name, e)
	}
	return l.argument(e.Name, e)
}

// argument is the place of the parameter of a function that takes an argument.
func (l *Links) argument(function string, e *semantic.Exit) (place int, ok bool) {
	f, name := l.lookup(function)
	if f == nil {
		return nowhere, false
	}
	params, ok := f.Function(name)
	if !ok {
		return nowhere, false
	}
	i := int32(-1)
	for p := range params {
		i++
		switch {
		case p.Rest:
			return nowhere, false
		case e.Keyword == p.Name, e.Keyword == "" && i == e.Position && !p.ByName:
			at, known := f.Port(name + "(" + p.Name + ")")
			if !known {
				return nowhere, true
			}
			if at == semantic.Escaping {
				return nowhere, false
			}
			return f.place + at, true
		}
	}
	return nowhere, false
}

// constructor is where an argument of a new object goes: to __init__, or to
// the field of a dataclass.
func (l *Links) constructor(class string, e *semantic.Exit) (place int, ok bool) {
	for _, c := range l.chain(class) {
		if c.in == nil {
			return nowhere, false
		}
		if _, has := c.in.Function(c.name + ".__init__"); has {
			return l.argument(c.global+".__init__", e)
		}
		fields := c.in.Class(c.name).Fields
		i := int(e.Position)
		if e.Keyword != "" {
			i = slices.Index(fields, e.Keyword)
		}
		if i >= 0 && i < len(fields) {
			return l.attribute(c.global, fields[i]), true
		}
	}
	return nowhere, false
}

// attribute is the place of an attribute of a class's instances; nowhere if no file uses
// the attribute.
func (l *Links) attribute(class, attr string) (place int) {
	key := attribute{class, attr}
	place, ok := l.attributes[key]
	if !ok {
		place = nowhere
		if named := l.named[l.canonical(class+"."+attr)]; len(named) > 0 {
			place = named[0]
		}
		l.attributes[key] = place
	}
	return place
}

// ofObject is the place that an argument of a method goes to, if only other files show
// the class of the method's object.
func (l *Links) ofObject(from *linked, e *semantic.Exit) (place int, ok bool) {
	classes := l.classes[from.root+int(e.Object)]
	if len(classes) != 1 {
		return nowhere, false
	}
	for _, c := range l.chain(classes[0]) {
		if c.in == nil {
			return nowhere, false
		}
		if _, has := c.in.Function(c.name + "." + e.Method); has {
			return l.argument(c.global+"."+e.Method, e)
		}
	}
	return nowhere, false
}
