package infer

import (
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
)

// MaxChoice bounds how many names and attributes are followed to the value they hold.
const MaxChoice = 4

// MayRun returns the functions of this file that a call may run: the one that the callee
// names, or those that it may hold as a variable, an attribute or an entry of a table.
func (m *Model) MayRun(call syntax.Node) []syntax.Node {
	if m.runnable == nil {
		m.runnable = make(map[syntax.Node][]syntax.Node)
		for _, call := range m.Calls() {
			fns := m.calledBy(call)
			if len(fns) == 0 {
				fns = m.RemoteMethod(call)
			}
			if len(fns) > 0 {
				m.runnable[call] = fns
			}
		}
	}
	return m.runnable[call]
}

// calledBy computes MayRun for one call.
func (m *Model) calledBy(call syntax.Node) []syntax.Node {
	callee := m.Tree.Unparen(m.Tree.Callee(call))
	if fns := m.calledByName(callee); len(fns) > 0 || !m.isName(callee) || !m.TextHas("__call__") {
		return fns
	}
	if def := m.calledObject(callee).Def; m.Tree.Kind(def) == syntax.KindFunction {
		return []syntax.Node{def}
	}
	return nil
}

// calledByName returns the functions that a callee names or holds.
func (m *Model) calledByName(callee syntax.Node) []syntax.Node {
	def := m.Ref(callee).Def
	isFunction := m.Tree.Kind(def) == syntax.KindFunction
	if m.Tree.Kind(callee) == syntax.KindAttribute && (isFunction || m.SelfClass(m.Tree.Object(callee)) == syntax.None) {
		return m.functionAt(callee)
	}
	if out := m.FunctionsIn(callee); len(out) > 0 || !isFunction {
		return out
	}
	return []syntax.Node{def}
}

// FunctionsIn returns the functions of this file that an expression may stand for,
// directly or through a transformation of JAX or functools.
func (m *Model) FunctionsIn(n syntax.Node) (out []syntax.Node) {
	p := &possible{m: m, left: maxVisited}
	var leaf func(n syntax.Node)
	leaf = func(n syntax.Node) {
		if name, _ := m.CallName(n); m.Tree.Kind(n) == syntax.KindCall && m.DB.Transform(name).Makes == opsdb.MadeFunction {
			p.leaves(m.Tree.Arg(n, 0, ""), MaxConstantDepth, leaf)
			return
		}
		for _, fn := range m.functionAt(n) {
			if !slices.Contains(out, fn) {
				out = append(out, fn)
			}
		}
	}
	p.leaves(n, MaxConstantDepth, leaf)
	return out
}

// functionAt returns the functions of this file whose definitions bind a name or an
// attribute.
func (m *Model) functionAt(n syntax.Node) (out []syntax.Node) {
	switch m.Tree.Kind(n) {
	case syntax.KindIdentifier:
		for _, d := range m.ReachingDefs(n) {
			if d.Kind == DefFunction {
				out = append(out, d.Node)
			}
		}
	case syntax.KindAttribute:
		if def := m.Ref(n).Def; m.Tree.Kind(def) == syntax.KindFunction {
			out = append(out, def)
		}
	}
	return out
}

// StoredHere are the values that this file binds to an attribute of self.
func (m *Model) StoredHere(attr syntax.Node) (values []syntax.Node) {
	class := m.SelfClass(m.Tree.Object(attr))
	if class == syntax.None {
		return nil
	}
	m.storedIn(Ref{Def: class}, m.Tree.Text(m.Tree.AttrName(attr)), MaxBases, func(in *Model, all []Stored) {
		if in != m {
			return
		}
		for _, s := range all {
			values = append(values, s.Value)
		}
	})
	return values
}

// HandsOver returns the functions of this file that a call receives to run, as checkpoint
// and map do; calls that register a callback for later, or for another process, are left
// out.
func (m *Model) HandsOver(call syntax.Node) []syntax.Node {
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

// runsOf returns the calls in this file that name a function or an expression that may
// hold it, and those that pass it on to be run.
func (m *Model) runsOf(fn syntax.Node) []syntax.Node {
	if m.runners == nil {
		m.runners = make(map[syntax.Node][]syntax.Node)
		for _, call := range m.Calls() {
			for _, def := range slices.Concat(m.MayRun(call), m.Handed(call)) {
				m.runners[def] = append(m.runners[def], call)
			}
		}
	}
	calls := m.Callers(fn)
	for _, call := range m.runners[fn] {
		if m.TargetOf(call) != fn {
			calls = append(slices.Clip(calls), call)
		}
	}
	return calls
}
