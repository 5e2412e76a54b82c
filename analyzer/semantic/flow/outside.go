package flow

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// Callee is the target of a call whose definition is outside this file.
type Callee struct {
	// Name is the function, method or class as a Global; "" for a method of an
	// object whose class this file does not show.
	Name   string
	Class  bool  // Name is a class
	Object int32 // root of the object; see Summary
	Method string
}

// called is a Callee before the roots of its file have numbers.
type called struct {
	Callee

	object cell
}

// outside holds the places of a file where values of other files come in: reads of
// their variables and attributes, and results of their functions. A call is keyed by
// its callee, so two calls of one function share a cell.
type outside struct {
	nodes map[cell][]syntax.Node
	calls map[cell]called
}

func (f *flow) outside() *outside {
	if f.outer != nil {
		return f.outer
	}
	out := &outside{nodes: make(map[cell][]syntax.Node), calls: make(map[cell]called)}
	f.outer = out
	if f.m.Module() == nil {
		return out
	}
	for _, list := range [][]syntax.Node{f.m.Identifiers(), f.m.Attributes()} {
		for _, n := range list {
			if f.isPart(n) {
				continue
			}
			if key := f.foreign(n); key != "" {
				out.nodes[cell{ext: key}] = append(out.nodes[cell{ext: key}], n)
			}
		}
	}
	for _, call := range f.m.Calls() {
		if c, callee, ok := f.yielded(call); ok {
			out.calls[c] = callee
			out.nodes[c] = append(out.nodes[c], call)
		}
	}
	return out
}

// isPart reports whether an expression is only the callee of a call: the function in
// function(), module.File in module.File().
func (f *flow) isPart(n syntax.Node) bool {
	p := f.m.Tree.Parent(n)
	return f.m.Tree.Kind(p) == syntax.KindCall && f.m.Tree.Callee(p) == n
}

// foreign names the variable of another module, or the attribute of a class there,
// that an expression reads or sets; "" if it does neither.
func (f *flow) foreign(n syntax.Node) string {
	if f.m.Module() == nil {
		return ""
	}
	if key := f.names.Get(n); key != nil {
		return *key
	}
	key := f.resolve(n)
	f.names.Put(n, key)
	return key
}

func (f *flow) resolve(n syntax.Node) string {
	m := f.m
	if sym := m.Symbol(n); sym != nil && sym.Defs[0].Kind != infer.DefImport {
		return "" // most names are of this file
	}
	if g, ok := m.Global(n); ok {
		if g.Module == m.Module() {
			return ""
		}
		return g.String()
	}
	if m.Tree.Kind(n) != syntax.KindAttribute {
		return ""
	}
	class := m.ForeignClass(m.Tree.Object(n))
	if class == "" {
		return ""
	}
	return class + "." + m.Tree.Text(m.Tree.AttrName(n))
}

// yielded is the cell of the result of a call of code in another file.
func (f *flow) yielded(call syntax.Node) (cell, called, bool) {
	callee, ok := f.callee(call)
	switch {
	case !ok:
		return cell{}, callee, false
	case callee.Name != "":
		return cell{ext: callee.Name + "()"}, callee, true
	}
	c := callee.object
	c.key += "." + callee.Method + "()"
	return c, callee, true
}

// callee is the callee of a call, if it is outside this file.
func (f *flow) callee(call syntax.Node) (called, bool) { return f.calleeOf(f.m.Tree.Callee(call)) }

// calleeOf is the callee when an expression is called, if it is outside this file.
func (f *flow) calleeOf(fn syntax.Node) (called, bool) {
	m, t := f.m, f.m.Tree
	if m.Module() == nil {
		return called{}, false
	}
	r := m.Ref(fn)
	switch {
	case r.Foreign.IsDefinition():
		g, ok := m.GlobalOf(r)
		return called{Callee: Callee{Name: g.String(), Class: r.Foreign.Kind == syntax.KindClass}}, ok
	case t.Kind(fn) != syntax.KindAttribute || r.Name != "" || r.Def != syntax.None:
		return called{}, false
	}
	obj := t.Object(fn)
	if k := t.Kind(obj); k != syntax.KindIdentifier && k != syntax.KindAttribute || m.SelfClass(obj) != syntax.None {
		return called{}, false
	}
	if typ := m.Type(obj); typ.Known() && (typ.Kind != infer.KindInstance || typ.OfProject() || typ.Name != "") {
		return called{}, false
	}
	c, ok := f.cellOf(obj)
	return called{Callee{Method: t.Text(t.AttrName(fn))}, c}, ok
}

// isResult reports whether a cell is the result of a call, keyed by its callee alone.
func (c cell) isResult() bool {
	return strings.HasSuffix(c.ext, "()") || strings.HasSuffix(c.key, "()")
}
