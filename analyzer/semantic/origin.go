package semantic

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

const (
	maxOrigins = 5 // steps back to report
	maxWriters = 8 // bindings or calls to report for one name
)

// origin says where the value of an expression comes from, going back over
// assignments, parameters, attributes and results.
func (e *explanation) origin(n syntax.Node, depth int) {
	m := e.m
	n = m.Tree.Unparen(n)
	if n == syntax.None || depth > maxOrigins || e.seen[n] {
		return
	}
	e.seen[n] = true
	switch m.Tree.Kind(n) {
	case syntax.KindIdentifier:
		e.bindings(n, depth)
	case syntax.KindAttribute:
		e.writers(n, depth)
	case syntax.KindConditional:
		body, _, orelse := m.Tree.Conditional(n)
		e.origin(body, depth+1)
		e.origin(orelse, depth+1)
	case syntax.KindBooleanOperator:
		e.origin(m.Tree.Child(n, syntax.FieldLeft), depth+1)
		e.origin(m.Tree.Child(n, syntax.FieldRight), depth+1)
	case syntax.KindString, syntax.KindConcatenatedString:
		if _, _, ok := m.SeedForm(n); ok {
			e.add(n, "%s is the name of a CUDA device", syntax.Shorten(m.Tree.Text(n)))
		}
	case syntax.KindCall:
		e.results(n, depth)
	}
}

// bindings reports the bindings of a name.
func (e *explanation) bindings(n syntax.Node, depth int) {
	m := e.m
	sym := m.Symbol(n)
	if sym == nil {
		if m.ScopeOf(n) != nil && m.Ref(n) == (Ref{}) {
			e.add(n, "%s: nothing in this file binds this name, and no star import is known to", m.Tree.Text(n))
		}
		return
	}
	defs := m.ReachingDefs(n)
	if own, ok := bindingAt(sym, n); ok {
		defs = []Def{own}
	}
	for i, d := range defs {
		if i == maxWriters {
			e.add(n, "%s: and in %d more places", sym.Name, len(defs)-i)
			break
		}
		e.binding(sym, d, depth)
	}
}

// bindingAt is the binding made by an identifier, if it makes one.
func bindingAt(sym *Symbol, n syntax.Node) (Def, bool) {
	for _, d := range sym.Defs {
		if d.Node == n {
			return d, true
		}
	}
	return Def{}, false
}

// binding reports one binding and the origin of its value.
func (e *explanation) binding(sym *Symbol, d Def, depth int) {
	value := syntax.Shorten(e.m.Tree.Text(d.Value))
	switch d.Kind {
	case DefAssign:
		if d.Value == syntax.None {
			return // a bare annotation
		}
		e.add(d.Node, "%s is bound here, to %s", sym.Name, value)
	case DefAug:
		e.add(d.Node, "%s is changed here, by %s", sym.Name, value)
		return
	case DefUnpack:
		e.add(d.Node, "%s is bound here, to a part of %s", sym.Name, value)
	case DefFor:
		e.add(d.Node, "%s is bound here, to each item of %s in turn", sym.Name, value)
	case DefWith:
		e.add(d.Node, "%s is bound here, to the value of entering %s", sym.Name, value)
	case DefImport:
		e.add(d.Node, "%s is imported here, from %s", sym.Name, strings.Repeat(".", d.Import.Level)+d.Import.Module)
		return
	case DefParam:
		e.parameter(sym, d, depth)
		return
	default:
		e.add(d.Node, "%s is bound here", sym.Name)
		return
	}
	e.origin(d.Value, depth+1)
}

// parameter reports the values of a parameter: its default and the arguments of calls
// in this file.
func (e *explanation) parameter(sym *Symbol, d Def, depth int) {
	m := e.m
	fn := sym.Scope.Node
	e.add(d.Node, "%s is a parameter", sym.Name)
	if d.Value != syntax.None {
		e.add(d.Value, "%s is %s unless something else is passed", sym.Name, syntax.Shorten(m.Tree.Text(d.Value)))
		e.origin(d.Value, depth+1)
	}
	if m.MethodClass(fn) != syntax.None && d.Index == 0 && !m.IsStatic(fn) {
		return
	}
	calls := m.Callers(fn)
	for _, call := range calls[:min(len(calls), maxWriters)] {
		if arg := m.PassedBy(call, fn, d); arg != syntax.None {
			e.add(arg, "%s is passed for %s here", syntax.Shorten(m.Tree.Text(arg)), sym.Name)
			e.origin(arg, depth+1)
		}
	}
	if len(calls) == 0 && d.Value == syntax.None {
		e.add(d.Node, "no call in this file shows the value passed for %s", sym.Name)
	}
}

// writers reports the values assigned to an attribute, or its command-line option.
func (e *explanation) writers(n syntax.Node, depth int) {
	m := e.m
	name := m.Tree.Text(m.Tree.AttrName(n))
	owner := m.Type(m.Tree.Object(n)).Class
	stores := m.AttributeStores(infer.ClassAttr{Class: owner, Name: name})
	if owner == syntax.None {
		stores = nil
	}
	for _, s := range stores[:min(len(stores), maxWriters)] {
		e.add(s.Target, "%s is assigned here: %s", syntax.Shorten(m.Tree.Text(s.Target)), syntax.Shorten(m.Tree.Text(s.Value)))
		e.origin(s.Value, depth+1)
	}
	if len(stores) > 0 {
		return
	}
	if option := m.option(name); option != syntax.None {
		e.add(option, "%s is a command-line option, declared here", name)
		e.origin(m.Tree.Keyword(option, "default"), depth+1)
	}
}

// option is the call that declares the command-line option of a name, in the style of
// argparse.
func (m *Model) option(name string) syntax.Node {
	for _, call := range m.Calls() {
		if _, method := m.MethodCall(call); method != "add_argument" {
			continue
		}
		for arg := range m.Tree.Args(call) {
			text, ok := m.Tree.StringValue(arg.Value)
			if ok && arg.Name == syntax.None && strings.ReplaceAll(strings.TrimLeft(text, "-"), "-", "_") == name {
				return call
			}
		}
		if dest, ok := m.Tree.StringValue(m.Tree.Keyword(call, "dest")); ok && dest == name {
			return call
		}
	}
	return syntax.None
}

// results reports the return values of a function of this file.
func (e *explanation) results(call syntax.Node, depth int) {
	m := e.m
	fn := m.Ref(m.Tree.Callee(call)).Def
	if fn == syntax.None || m.Tree.Kind(fn) != syntax.KindFunction {
		return
	}
	returns := m.Returns(fn)
	for _, value := range returns[:min(len(returns), maxWriters)] {
		e.add(value, "%s returns %s", m.Tree.Text(m.Tree.FuncName(fn)), syntax.Shorten(m.Tree.Text(value)))
		e.origin(value, depth+1)
	}
}
