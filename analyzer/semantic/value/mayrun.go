package value

import (
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
)

// MayRun returns the functions of this file that a call may run: the one that the callee
// names, or those that it may hold as a variable, an attribute or an entry of a table.
func (m *Values) MayRun(call syntax.Node) []syntax.Node {
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
func (m *Values) calledBy(call syntax.Node) []syntax.Node {
	callee := m.Tree.Unparen(m.Tree.Callee(call))
	fns := m.calledByName(callee)
	if len(fns) > 0 || !m.TextHas("__call__") || !m.IsName(callee) && m.Tree.Kind(callee) != syntax.KindSubscript {
		return fns
	}
	if def := m.CalledObject(callee).Def; m.Tree.Kind(def) == syntax.KindFunction {
		return []syntax.Node{def}
	}
	return m.methodsOfPossible(callee, "__call__")
}

// methodsOfPossible are the methods that run where an expression may yield one of several
// objects that the file creates: f.apply with f in [Norm(), Clip()].
func (m *Values) methodsOfPossible(object syntax.Node, method string) (out []syntax.Node) {
	if !m.classMember(method) {
		return nil
	}
	switch t := m.Type(object); {
	case t.OfProject() || t.Name != "":
		return nil // one class, which others follow
	case t.Known() && t.Kind != infer.KindInstance && t.Kind != infer.KindModule:
		return nil
	}
	p := &possible{m: m, left: maxVisited}
	p.leaves(object, infer.MaxConstantDepth, func(leaf syntax.Node) {
		if m.Tree.Kind(leaf) != syntax.KindCall {
			return
		}
		class := m.Ref(m.Tree.Callee(leaf))
		if m.Tree.Kind(class.Def) != syntax.KindClass {
			return
		}
		if fn := m.MemberRef(class, method).Def; m.Tree.Kind(fn) == syntax.KindFunction && !slices.Contains(out, fn) {
			out = append(out, fn)
		}
	})
	return out
}

// classMember reports whether a class of the file defines a name.
func (m *Values) classMember(name string) bool {
	type key struct{}
	names := infer.Walked(m.Model, key{}, func() map[string]bool {
		defined := make(map[string]bool)
		for _, class := range m.Classes() {
			for name := range m.Scope(class).Names {
				defined[name] = true
			}
		}
		return defined
	})
	return names[name]
}

// calledByName returns the functions that a callee names or holds.
func (m *Values) calledByName(callee syntax.Node) []syntax.Node {
	def := m.Ref(callee).Def
	isFunction := m.Tree.Kind(def) == syntax.KindFunction
	if m.Tree.Kind(callee) == syntax.KindAttribute && (isFunction || m.SelfClass(m.Tree.Object(callee)) == syntax.None) {
		if out := m.functionAt(callee); len(out) > 0 {
			return out
		}
		return m.methodsOfPossible(m.Tree.Object(callee), m.Tree.View(m.Tree.AttrName(callee)))
	}
	if out := m.FunctionsIn(callee); len(out) > 0 || !isFunction {
		return out
	}
	return []syntax.Node{def}
}

// FunctionsIn returns the functions of this file that an expression may stand for,
// directly or through a transformation of JAX or functools.
func (m *Values) FunctionsIn(n syntax.Node) (out []syntax.Node) {
	p := &possible{m: m, left: maxVisited}
	var leaf func(n syntax.Node)
	leaf = func(n syntax.Node) {
		if name, _ := m.CallName(n); m.Tree.Kind(n) == syntax.KindCall && m.DB.Transform(name).Makes == opsdb.MadeFunction {
			p.leaves(m.Tree.Arg(n, 0, ""), infer.MaxConstantDepth, leaf)
			return
		}
		for _, fn := range m.functionAt(n) {
			if !slices.Contains(out, fn) {
				out = append(out, fn)
			}
		}
	}
	p.leaves(n, infer.MaxConstantDepth, leaf)
	return out
}

// functionAt returns the functions of this file whose definitions bind a name or an
// attribute.
func (m *Values) functionAt(n syntax.Node) (out []syntax.Node) {
	switch m.Tree.Kind(n) {
	case syntax.KindIdentifier:
		for _, d := range m.ReachingDefs(n) {
			if d.Kind == infer.DefFunction {
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

// HandsOver returns the functions of this file that a call receives to run, as checkpoint
// and map do; calls that register a callback for later, or for another process, are left
// out.
func (m *Values) HandsOver(call syntax.Node) []syntax.Node {
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
func (m *Values) runsOf(fn syntax.Node) []syntax.Node {
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

// Handed returns the functions of this file that a call may hand over to be run for their
// result.
func (m *Values) Handed(call syntax.Node) []syntax.Node { return m.FunctionsIn(m.HandedOver(call)) }

// Runners returns the calls in this file that may run a function: its callers, and calls
// of variables that may hold it or of functions that may run it for the caller. For a
// method they include calls of self.name in a base class, which may run the method of the
// derived class.
func (m *Values) Runners(fn syntax.Node) []syntax.Node {
	calls := m.runsOf(fn)
	class := m.MethodClass(fn)
	if class == syntax.None {
		return calls
	}
	above := make(map[syntax.Node]bool)
	for base := m.RootBase(class); len(above) < infer.MaxBases && !above[base] && base != class; base = m.RootBase(base) {
		above[base] = true
	}
	if len(above) == 0 {
		return calls
	}
	calls = slices.Clone(calls)
	for n := range m.AttributeLoads(m.Tree.Text(m.Tree.FuncName(fn))) {
		if call := m.Tree.Parent(n); m.Tree.Kind(call) == syntax.KindCall && m.Tree.Callee(call) == n && above[m.SelfClass(m.Tree.Object(n))] {
			calls = append(calls, call)
		}
	}
	return calls
}

// RemoteMethod returns the method that a call runs on an object of another process
// through torch.distributed.rpc: ref.rpc_sync().step(), ref.remote().forward(x). Such an
// object arrives as an argument or in a list, which hides its class. The method is thus
// known only if a single class of the file has one of that name.
func (m *Values) RemoteMethod(call syntax.Node) []syntax.Node {
	if !m.RunsRemotely(call) {
		return nil
	}
	_, name := m.MethodCall(call)
	var found []syntax.Node
	for _, fn := range m.FunctionsNamed(name) {
		if m.MethodClass(fn) != syntax.None {
			found = append(found, fn)
		}
	}
	if len(found) != 1 {
		return nil
	}
	return found
}
