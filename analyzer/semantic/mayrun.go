package semantic

import (
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// maxChoice is how many choices, tables and names are looked through for the
// functions that a call may run.
const maxChoice = 4

// mayRun are the functions of this file that a call may run: the one it names, or
// those that the variable, the attribute or the entry of a table may hold which it
// calls.
func (m *Model) mayRun(call syntax.Node) []syntax.Node {
	callee := m.Tree.Callee(call)
	if out := m.functionsIn(callee, maxChoice); len(out) > 0 {
		return out
	}
	if def := m.Ref(callee).Def; m.Tree.Kind(def) == syntax.KindFunction {
		return []syntax.Node{def}
	}
	return m.remoteMethod(call)
}

// functionsIn are the functions of this file that an expression may stand for.
func (m *Model) functionsIn(n syntax.Node, depth int) []syntax.Node {
	n = m.Tree.Unparen(n)
	if n == syntax.None || depth == 0 {
		return nil
	}
	switch m.Tree.Kind(n) {
	case syntax.KindIdentifier:
		return m.functionsNamed(n, depth)
	case syntax.KindAttribute:
		if def := m.Ref(n).Def; m.Tree.Kind(def) == syntax.KindFunction {
			return []syntax.Node{def}
		}
		return m.functionsAmong(m.storedHere(n), depth)
	case syntax.KindConditional:
		body, _, orelse := m.Tree.Conditional(n)
		return m.functionsAmong([]syntax.Node{body, orelse}, depth)
	case syntax.KindSubscript:
		return m.functionsAmong(m.entries(m.Tree.Child(n, syntax.FieldValue)), depth)
	case syntax.KindCall:
		callee := m.Tree.Callee(n)
		if m.Tree.Kind(callee) == syntax.KindAttribute && m.Tree.Text(m.Tree.AttrName(callee)) == "get" {
			return m.functionsAmong(append(m.entries(m.Tree.Object(callee)), m.Tree.Arg(n, 1, "")), depth)
		}
		if name, _ := m.CallName(n); transforms(name) {
			return m.functionsIn(m.Tree.Arg(n, 0, ""), depth-1)
		}
	}
	return nil
}

// functionsAmong are the functions that some expressions may stand for.
func (m *Model) functionsAmong(values []syntax.Node, depth int) []syntax.Node {
	var out []syntax.Node
	for _, value := range values {
		out = append(out, m.functionsIn(value, depth-1)...)
	}
	return out
}

// functionsNamed are the functions that a name may be bound to where it is used; of a
// parameter its default counts, of the variable of a loop what is gone through.
func (m *Model) functionsNamed(use syntax.Node, depth int) []syntax.Node {
	var out []syntax.Node
	for i, d := range m.Reaching(use) {
		if i == maxReaching {
			break
		}
		switch d.Kind {
		case DefFunction:
			out = append(out, d.Node)
		case DefAssign, DefParam:
			out = append(out, m.functionsIn(d.Value, depth-1)...)
		case DefFor:
			if d.Index < 0 {
				out = append(out, m.functionsAmong(m.entries(d.Value), depth)...)
			}
		}
	}
	return out
}

// storedHere are the values that this file binds to an attribute of self.
func (m *Model) storedHere(attr syntax.Node) (values []syntax.Node) {
	class := m.selfClass(m.Tree.Object(attr))
	if class == syntax.None {
		return nil
	}
	m.storedIn(Ref{Def: class}, m.Tree.Text(m.Tree.AttrName(attr)), maxBases, func(in *Model, all []Stored) {
		if in != m {
			return
		}
		for _, s := range all {
			values = append(values, s.Value)
		}
	})
	return values
}

// entries are the values of a table that is written out, also under a name or as an
// attribute of self.
func (m *Model) entries(table syntax.Node) []syntax.Node {
	tables := m.StandsFor(table)
	if m.Tree.Kind(m.Tree.Unparen(table)) == syntax.KindAttribute {
		tables = m.storedHere(m.Tree.Unparen(table))
	}
	var out []syntax.Node
	for _, t := range tables {
		out = append(out, m.entriesOf(t)...)
	}
	return out
}

// entriesOf are the values of a dictionary that is written out, {"a": f} or
// dict(a=f), and of a list or tuple.
func (m *Model) entriesOf(n syntax.Node) []syntax.Node {
	var out []syntax.Node
	n = m.Tree.Unparen(n)
	switch m.Tree.Kind(n) {
	case syntax.KindList, syntax.KindTuple:
		return slices.Collect(m.Tree.Children(n))
	case syntax.KindDictionary:
		for pair := range m.Tree.Children(n) {
			if m.Tree.Kind(pair) == syntax.KindPair {
				out = append(out, m.Tree.Child(pair, syntax.FieldValue))
			}
		}
	case syntax.KindCall:
		if name, _ := m.CallName(n); name != "builtins.dict" {
			return out
		}
		for a := range m.Tree.Args(n) {
			if a.Name != syntax.None {
				out = append(out, a.Value)
			}
		}
	}
	return out
}

// handsOver are the functions of this file that a call is given to run, as checkpoint
// and map are; what is called back later, or in another process, is left out.
func (m *Model) handsOver(call syntax.Node) []syntax.Node {
	name := strings.ToLower(m.Tree.Text(m.Tree.Callee(call)))
	if name = name[strings.LastIndexByte(name, '.')+1:]; strings.Contains(name, "callback") || strings.Contains(name, "register") {
		return nil
	}
	var out []syntax.Node
	for a := range m.Tree.Args(call) {
		switch m.Tree.Kind(a.Value) {
		case syntax.KindIdentifier, syntax.KindAttribute:
			if def := m.Ref(a.Value).Def; m.Tree.Kind(def) == syntax.KindFunction {
				out = append(out, def)
			}
		}
	}
	return out
}

// runsOf are the calls in this file that name a function, or what may hold it, and those
// that hand it on to be run.
func (m *Model) runsOf(fn syntax.Node) []syntax.Node {
	if m.runners == nil {
		m.runners = make(map[syntax.Node][]syntax.Node)
		for _, call := range m.calls {
			for _, def := range append(m.mayRun(call), m.Handed(call)...) {
				m.runners[def] = append(m.runners[def], call)
			}
		}
	}
	calls := m.Callers(fn)
	for _, call := range m.runners[fn] {
		if m.target(call) != fn {
			calls = append(slices.Clip(calls), call)
		}
	}
	return calls
}
