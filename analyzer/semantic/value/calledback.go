package value

import (
	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// CalledBack shows the calls by which the project runs a function of this file that is
// passed to it: calls of the parameter that takes it, and calls of the items of a list,
// or of a table of lists, in which an object keeps it. As with WithCallee, only the model
// shown may be asked during show.
//
//	trainer.add_callback("step", report)  # there: for fn in self.callbacks["step"]: fn(self)
func (m *Values) CalledBack(fn syntax.Node, show func(in *Values, call syntax.Node)) {
	for _, n := range m.MentionsOf(fn) {
		call := m.TakenBy(n)
		if call == syntax.None {
			continue
		}
		m.TakenAs(call, n, func(in *Values, param syntax.Node) {
			in.callsOf(param, func(call syntax.Node) { show(in, call) })
		})
	}
}

// TakenAs shows the name of the parameter that takes an argument of a call, if the call
// runs a function of the project or creates an object of one of its classes.
func (m *Values) TakenAs(call, arg syntax.Node, show func(in *Values, param syntax.Node)) {
	position, name := m.passedAs(call, arg)
	m.taker(call, func(in *Values, taker syntax.Node) {
		if param := in.taking(taker, position, name); param != syntax.None {
			show(in, param)
		}
	})
}

// passedAs is the position of an argument in a call, or its keyword with position -1. The
// position is also -1 if a splat hides it.
func (m *Values) passedAs(call, arg syntax.Node) (position int, name string) {
	at := 0
	for a := range m.Tree.Args(call) {
		switch {
		case a.Value == arg && a.Splat == 0 && a.Name != syntax.None:
			return -1, m.Tree.Text(a.Name)
		case a.Splat != 0 && a.Name == syntax.None:
			return -1, ""
		case a.Value == arg:
			return at, ""
		}
		at++
	}
	return -1, ""
}

// taker shows the function of the project that takes the arguments of a call; for a
// class, its constructor.
func (m *Values) taker(call syntax.Node, show func(in *Values, fn syntax.Node)) {
	if m.inside(call, show) {
		return
	}
	r := m.Ref(m.Tree.Callee(call))
	construct := func(in *Values, class syntax.Node) {
		if init := in.Constructor(class); init != syntax.None {
			show(in, init)
		}
	}
	switch {
	case r.Confidence < infer.Likely:
	case m.Tree.Kind(r.Def) == syntax.KindClass:
		construct(m, r.Def)
	case r.Foreign.Module != nil && r.Foreign.Kind == syntax.KindClass:
		m.elsewhere(r.Foreign.Module, func(lib *Values) { construct(lib, r.Foreign.Node) })
	}
}

// taking is the name of the parameter that receives an argument: by position, not
// counting the object of a method, or by keyword.
func (m *Values) taking(fn syntax.Node, position int, name string) syntax.Node {
	if position >= 0 && m.MethodClass(fn) != syntax.None && !m.IsStatic(fn) {
		position++
	}
	for i, param := range m.Tree.Params(fn) {
		if param.Name != syntax.None && (name != "" && m.Tree.Text(param.Name) == name || i == position && param.Kind <= syntax.PositionalOnly) {
			return param.Name
		}
	}
	return syntax.None
}

// callsOf shows the calls of the value of a variable, and of the attributes of self that
// keep it.
func (m *Values) callsOf(variable syntax.Node, show func(call syntax.Node)) {
	sym := m.Symbol(variable)
	if sym == nil {
		return
	}
	for _, use := range sym.Uses {
		if call := m.callOf(use); call != syntax.None {
			show(call)
		} else if attr := m.keptIn(use); attr != syntax.None {
			m.callsOfKept(attr, show)
		}
	}
}

// callOf is the call whose callee is n; None if there is none.
func (m *Values) callOf(n syntax.Node) syntax.Node {
	if call := m.Tree.Parent(n); m.Tree.Kind(call) == syntax.KindCall && m.Tree.Callee(call) == n {
		return call
	}
	return syntax.None
}

// keptIn is the attribute of self to which a value is bound, or into which it is put or
// added: self.hooks[event] = [fn], self.hooks.setdefault(event, []).append(fn).
func (m *Values) keptIn(value syntax.Node) syntax.Node {
	for n := value; ; {
		parent := m.Tree.Parent(n)
		switch m.Tree.Kind(parent) {
		case syntax.KindList, syntax.KindTuple, syntax.KindParenthesized:
			n = parent
			continue
		case syntax.KindAssignment:
			if m.Tree.Child(parent, syntax.FieldRight) == n {
				return m.ofSelf(m.Tree.Child(parent, syntax.FieldLeft))
			}
		case syntax.KindArgumentList:
			object, method := m.MethodCall(m.Tree.Parent(parent))
			if method == "append" || method == "add" || method == "insert" {
				return m.ofSelf(object)
			}
		}
		return syntax.None
	}
}

// ofSelf is the attribute of self that an expression reads, directly or as one of its
// items.
func (m *Values) ofSelf(n syntax.Node) syntax.Node {
	for {
		switch m.Tree.Kind(n) {
		case syntax.KindSubscript:
			n = m.Tree.Child(n, syntax.FieldValue)
		case syntax.KindCall:
			n = m.Tree.Callee(n)
		case syntax.KindAttribute:
			if m.SelfClass(m.Tree.Object(n)) != syntax.None {
				return n
			}
			n = m.Tree.Object(n)
		default:
			return syntax.None
		}
	}
}

// callsOfKept shows the calls of the value of an attribute of self, or of its items.
func (m *Values) callsOfKept(attr syntax.Node, show func(call syntax.Node)) {
	class := m.SelfClass(m.Tree.Object(attr))
	for _, load := range m.LoadsOf(m.Tree.Text(m.Tree.AttrName(attr))) {
		if m.SelfClass(m.Tree.Object(load)) != class {
			continue
		}
		held := m.ItemsOf(load)
		if call := m.callOf(held); call != syntax.None {
			show(call)
			continue
		}
		loop := m.Tree.Parent(held)
		if m.Tree.Kind(loop) != syntax.KindFor || m.Tree.Child(loop, syntax.FieldRight) != held {
			continue
		}
		for name := range m.Tree.All(m.Tree.Child(loop, syntax.FieldLeft)) {
			if sym := m.Symbol(name); sym != nil {
				for _, use := range sym.Uses {
					if call := m.callOf(use); call != syntax.None && m.Tree.Within(call, loop) {
						show(call)
					}
				}
			}
		}
	}
}

// ItemsOf is the largest expression around a list or a table that takes out one item, or
// all: hooks[event], hooks.get(event, []), list(hooks.values()).
func (m *Values) ItemsOf(n syntax.Node) syntax.Node {
	for {
		parent := m.Tree.Parent(n)
		switch m.Tree.Kind(parent) {
		case syntax.KindSubscript:
			if m.Tree.Child(parent, syntax.FieldValue) != n {
				return n
			}
			n = parent
		case syntax.KindAttribute:
			method := m.Tree.View(m.Tree.AttrName(parent))
			call := m.callOf(parent)
			if call == syntax.None || method != "get" && method != "values" && method != "items" {
				return n
			}
			n = call
		case syntax.KindArgumentList:
			switch name, _ := m.CallName(m.Tree.Parent(parent)); name {
			case "builtins.list", "builtins.tuple", "builtins.enumerate", "builtins.reversed":
				n = m.Tree.Parent(parent)
			default:
				return n
			}
		default:
			return n
		}
	}
}
