package value

import (
	"slices"

	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// FilledUnseen reports whether a call in this file may fill a parameter from a mapping or
// a sequence of unknown content: run(**vars(args)).
func (m *Values) FilledUnseen(sym *infer.Symbol) bool {
	fn := sym.Scope.Node
	if m.Tree.Kind(fn) != syntax.KindFunction || len(sym.Defs) == 0 {
		return false
	}
	return slices.ContainsFunc(m.splatCalls(fn), func(call syntax.Node) bool { return m.hidesArgument(call, sym) })
}

// splatCalls returns the calls in this file of a function that pass it anything by * or
// **.
func (m *Values) splatCalls(fn syntax.Node) []syntax.Node {
	calls, known := m.splats[fn]
	if !known {
		for _, call := range m.CallsByName(fn) {
			if _, _, splat := m.Tree.ArgCount(call); splat && m.TargetOf(call) == fn {
				calls = append(calls, call)
			}
		}
		if m.splats == nil {
			m.splats = make(map[syntax.Node][]syntax.Node)
		}
		m.splats[fn] = calls
	}
	return calls
}

// hidesArgument reports whether a splat of a call may hold an argument for a
// parameter that the call does not pass otherwise.
func (m *Values) hidesArgument(call syntax.Node, sym *infer.Symbol) bool {
	index := m.Position(call, sym.Scope.Node, sym.Defs[0])
	hidden, pos := false, 0
	for a := range m.Tree.Args(call) {
		switch {
		case a.Splat == 1:
			hidden = hidden || pos <= index
		case a.Splat == 2:
			hidden = hidden || !m.showsEntries(a.Value)
		case a.Name == syntax.None && pos == index, a.Name != syntax.None && m.Tree.Text(a.Name) == sym.Name:
			return false
		}
		pos++
	}
	return hidden
}

// showsEntries reports whether the file shows the entries of a mapping, which the device
// flow then follows by their keys.
func (m *Values) showsEntries(n syntax.Node) bool {
	switch m.Tree.Kind(n) {
	case syntax.KindDictionary:
		return true
	case syntax.KindCall:
		name, _ := m.CallName(n)
		return name == "builtins.dict"
	case syntax.KindIdentifier:
		bound := m.ReachingDefs(n)
		for _, d := range bound {
			if d.Kind != infer.DefAssign || m.Tree.Kind(d.Value) == syntax.KindIdentifier || !m.showsEntries(d.Value) {
				return false
			}
		}
		return len(bound) > 0
	}
	return false
}
