package infer

import (
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// maxForwarded bounds the functions and tables that are searched for the function behind
// a call.
const maxForwarded = 24

// Forwarded returns the name of the wanted function that a call of a function of another
// file ends in, if that function does nothing but forward its arguments: to the wanted
// function, or to a table entry that may hold one. It is "" for other calls.
func (m *Model) Forwarded(call syntax.Node, wanted func(name string) bool) (name string) {
	r := m.HeldFunction(m.Tree.Callee(call))
	if !r.isFunction(m.Tree) || r.Foreign.Module == nil {
		return ""
	}
	return m.forwarded(r, forwarding{wanted: wanted, left: maxForwarded})
}

func (m *Model) forwarded(r Ref, f forwarding) (name string) {
	m.Elsewhere(r.Foreign.Module, func(lib *Model) { name = f.function(lib, r.Foreign.Node) })
	return name
}

// HandsTableOn reports whether the function around a call does nothing but make that
// call, of an entry of a table: def cond(*args): return table["cond"](*args).
func (m *Model) HandsTableOn(call syntax.Node) bool {
	if m.Tree.Kind(m.Tree.Callee(call)) != syntax.KindSubscript {
		return false
	}
	fn := m.Tree.EnclosingFunction(call)
	return m.Tree.Kind(fn) == syntax.KindFunction && m.handsAllOn(fn, false) == call
}

// forwarding searches for the function at the end of a chain of forwarding calls.
type forwarding struct {
	wanted func(name string) bool
	asIs   bool // no argument is added, and the first one is passed on first
	left   int
}

// spent counts one more step of the search, and reports whether there were too many.
func (f *forwarding) spent() bool {
	f.left--
	return f.left < 0
}

// function returns the name of the wanted function that fn forwards its arguments to;
// "" if there is none.
func (f *forwarding) function(m *Model, fn syntax.Node) string {
	call := m.handsAllOn(fn, f.asIs)
	if call == syntax.None || f.asIs && !m.handsAsIs(fn, call) || f.spent() {
		return ""
	}
	return f.callee(m, m.Tree.Callee(call))
}

// callee returns the name of the wanted function that a call of n ends in: by name,
// through a function of the project, or through an entry of a table.
func (f *forwarding) callee(m *Model, n syntax.Node) (found string) {
	n = m.Tree.Unparen(n)
	if name, conf := m.Name(n); name != "" && conf >= Likely && f.wanted(name) {
		return name
	}
	if m.Tree.Kind(n) != syntax.KindSubscript {
		m.WithCalleeOf(n, func(in *Model, fn syntax.Node) { found = f.function(in, fn) })
		return found
	}
	key, ok := m.Constant(m.Tree.Child(n, syntax.FieldSubscript))
	if !ok || key.Kind != ConstantString {
		return ""
	}
	f.entries(m, m.Tree.Child(n, syntax.FieldValue), key, func(in *Model, entry syntax.Node) {
		if found == "" {
			found = f.callee(in, entry)
		}
	})
	return found
}

// entries shows the values under a key in the tables that an expression may yield;
// without a key, all their values.
func (f *forwarding) entries(m *Model, table syntax.Node, key Constant, show func(in *Model, entry syntax.Node)) {
	f.tables(m, table, func(in *Model, display syntax.Node) {
		items, _ := in.Items(display)
		for at, entry := range items {
			if entry != syntax.None && (key.Kind != ConstantString || key.Equal(at)) {
				show(in, entry)
			}
		}
	})
}

// tables shows the dictionary displays that an expression may yield: those bound to a
// variable, here or in the module it is imported from, returned by a function, or held by
// another table.
func (f *forwarding) tables(m *Model, n syntax.Node, show func(in *Model, display syntax.Node)) {
	if n = m.Tree.Unparen(n); n == syntax.None || f.spent() {
		return
	}
	switch m.Tree.Kind(n) {
	case syntax.KindDictionary:
		show(m, n)
	case syntax.KindConditional:
		body, _, orelse := m.Tree.Conditional(n)
		f.tables(m, body, show)
		f.tables(m, orelse, show)
	case syntax.KindSubscript:
		f.entries(m, m.Tree.Child(n, syntax.FieldValue), Constant{}, func(in *Model, entry syntax.Node) { f.tables(in, entry, show) })
	case syntax.KindCall:
		m.WithCallee(n, func(in *Model, fn syntax.Node) {
			for _, value := range in.Returns(fn) {
				f.tables(in, value, show)
			}
		})
	case syntax.KindIdentifier, syntax.KindAttribute:
		f.variable(m, n, show)
	}
}

// variable shows the dictionary displays bound to a variable.
func (f *forwarding) variable(m *Model, n syntax.Node, show func(in *Model, display syntax.Node)) {
	bound := func(in *Model, defs []Def) {
		for _, d := range defs {
			if d.Kind == DefAssign {
				f.tables(in, d.Value, show)
			}
		}
	}
	if g, ok := m.Global(n); ok && g.Module != m.module {
		m.Elsewhere(g.Module, func(lib *Model) {
			if sym := lib.Scope(syntax.Root).Names[g.Name]; sym != nil {
				bound(lib, lib.final(sym))
			}
		})
		return
	}
	if m.Tree.Kind(n) == syntax.KindIdentifier {
		bound(m, m.ReachingDefs(n))
	}
}

// handsAllOn returns the call that makes up the whole body of a function, with nothing
// but its parameters and constants as arguments: return table["cond"](*args, **kwargs).
// It is None for other functions. With orNot, the function may also return its argument
// unchanged.
func (m *Model) handsAllOn(fn syntax.Node, orNot bool) syntax.Node {
	if len(m.Tree.Decorators(fn)) > 0 {
		return syntax.None
	}
	only := syntax.None
	for stmt := range m.Tree.Children(m.Tree.Body(fn)) {
		if m.Tree.IsDocstring(m.Tree.First(stmt)) || orNot && m.givesBack(fn, stmt) {
			continue
		}
		if only != syntax.None || m.Tree.Kind(stmt) != syntax.KindReturn {
			return syntax.None
		}
		only = stmt
	}
	call := m.Tree.Unparen(m.Tree.First(only))
	if m.Tree.Kind(call) != syntax.KindCall {
		return syntax.None
	}
	given := false
	for a := range m.Tree.Args(call) {
		_, constant := m.Constant(a.Value)
		param := m.isParameter(a.Value)
		if !constant && !param {
			return syntax.None
		}
		given = given || param
	}
	if !given {
		return syntax.None
	}
	return call
}

// HandedTo returns the name of the wanted function to which a function of the project
// forwards its first argument unchanged; "" if there is none.
func (m *Model) HandedTo(callee syntax.Node, wanted func(name string) bool) string {
	r := m.HeldFunction(callee)
	if !r.isFunction(m.Tree) {
		return ""
	}
	f := forwarding{left: maxForwarded, asIs: true, wanted: wanted}
	if r.Foreign.Module == nil {
		return f.function(m, r.Def)
	}
	return m.forwarded(r, f)
}
