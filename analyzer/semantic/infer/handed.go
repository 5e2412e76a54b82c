package infer

import (
	"slices"

	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// handed types a parameter of a function that is passed to another function to be called:
// map calls it with the elements, jax.lax.scan with its carry and an element.
func (m *Model) handed(fn syntax.Node, index int) Type {
	for _, use := range m.HandedAs(fn) {
		call := m.Tree.Parent(m.Tree.Parent(use))
		if m.Tree.Kind(call) != syntax.KindCall || m.Tree.Arg(call, 0, "f") != use {
			continue
		}
		t := Type{}
		switch name, _ := m.CallName(call); name {
		case "builtins.map":
			t = m.elementOf(m.Type(m.Tree.Arg(call, index+1, "")))
		case "builtins.filter":
			t = m.elementOf(m.Type(m.Tree.Arg(call, 1, "")))
		case "jax.lax.scan":
			t = m.Type(m.Tree.Arg(call, index+1, []string{"init", "xs"}[min(index, 1)]))
		}
		if t.Kind != KindUnknown {
			return t.atMost(Likely)
		}
	}
	return Type{}
}

// HandedAs returns the expressions by which a function of this file may be passed on: a
// lambda itself, or the uses of a function's name.
func (m *Model) HandedAs(fn syntax.Node) []syntax.Node {
	if m.Tree.Kind(fn) == syntax.KindLambda {
		return []syntax.Node{fn}
	}
	if s := m.ScopeOf(fn); s != nil {
		if sym := s.Names[m.Tree.Text(m.Tree.FuncName(fn))]; sym != nil && len(sym.Defs) == 1 {
			return sym.Uses
		}
	}
	return nil
}

// HandedOnly reports whether the file uses a function or a lambda only as the first
// argument of calls that satisfy to.
func (m *Model) HandedOnly(fn syntax.Node, to func(call syntax.Node) bool) bool {
	uses := []syntax.Node{fn}
	if m.Tree.Kind(fn) == syntax.KindFunction {
		uses = nil
		if sym := m.Symbol(m.Tree.FuncName(fn)); sym != nil {
			// f = jit(f) rebinds the name; uses of the new value do not count.
			uses = slices.DeleteFunc(slices.Clone(sym.Uses), func(use syntax.Node) bool { return m.IsRebound(use, fn) })
		}
	}
	return len(uses) > 0 && !slices.ContainsFunc(uses, func(use syntax.Node) bool {
		list := m.Tree.Parent(use)
		for m.Tree.Kind(list) == syntax.KindParenthesized {
			list = m.Tree.Parent(list)
		}
		call := m.Tree.Parent(list)
		return m.Tree.Kind(call) != syntax.KindCall || m.Tree.Unparen(m.Tree.Arg(call, 0, "")) != use || !to(call)
	})
}

// IsRebound reports whether a name is known to be bound to something other than the
// function fn of that name.
func (m *Model) IsRebound(use, fn syntax.Node) bool {
	defs := m.ReachingDefs(use)
	return len(defs) > 0 && !slices.ContainsFunc(defs, func(d Def) bool { return d.Node == fn })
}

// Mapped returns the iterables from which map takes the items for a parameter of a
// function or a lambda; none if the file uses the function in any other way.
func (m *Model) Mapped(param Def) (values []syntax.Node) {
	fn := m.Tree.EnclosingFunction(param.Node)
	only := m.HandedOnly(fn, func(call syntax.Node) bool {
		items := m.Tree.Arg(call, param.Index+1, "")
		values = append(values, items)
		name, _ := m.CallName(call)
		return name == "builtins.map" && items != syntax.None
	})
	if !only {
		return nil
	}
	return values
}

// scanned types the result of jax.lax.scan: the last carry, which is like the first, and
// the stacked outputs of the steps.
func (m *Model) scanned(call syntax.Node) Type {
	step := m.mapped(m.Tree.Arg(call, 0, "f"))
	if step.Kind == KindPending {
		return step
	}
	carry := m.Type(m.Tree.Arg(call, 1, "init"))
	out := Type{}
	if step.Kind == KindSequence {
		if !carry.Known() {
			carry = m.unpacked(step, 0)
		}
		out = m.unpacked(step, 1)
	}
	return tupleOf(carry.atMost(Likely), out.atMost(Likely))
}

// The functions that turn a function into one that yields gradients.
const (
	gradientMaker         = "jax.grad"
	valueAndGradientMaker = "jax.value_and_grad"
)

// gradient types a call of a function made by jax.grad or jax.value_and_grad: a gradient
// is like the first argument, unless that of another argument is asked for.
func (m *Model) gradient(call syntax.Node, maker Type) Type {
	grad := m.Type(m.Tree.Arg(call, 0, "")).atMost(Likely)
	if value, ok := maker.part(yielded); ok && maker.Name == valueAndGradientMaker {
		return tupleOf(value, grad)
	}
	return grad
}

// differentiated types the function made by jax.grad or jax.value_and_grad.
func (m *Model) differentiated(call syntax.Node, name string) Type {
	for a := range m.Tree.Args(call) {
		if a.Splat != 0 || a.Name != syntax.None && m.Tree.Text(a.Name) != "fun" &&
			(name == gradientMaker || m.Tree.Text(a.Name) != "has_aux") {
			return Type{}
		}
	}
	if n, _, _ := m.Tree.ArgCount(call); n > 1 {
		return Type{} // of another argument than the first
	}
	t := callable(name, m.mapped(m.Tree.Arg(call, 0, "fun")))
	t.Confidence = Likely
	return t
}
