package infer

import (
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// handsAsIs reports whether a function passes its first argument to a call as the first
// argument, and adds none of its own: jax.jit(f, backend="cpu") compiles for another
// device.
func (m *Model) handsAsIs(fn, call syntax.Node) bool {
	params := m.Tree.Params(fn)
	if len(params) == 0 {
		return false
	}
	first := true
	for a := range m.Tree.Args(call) {
		if _, constant := m.Constant(a.Value); constant {
			if a.Name != syntax.None && saysHow(m.Tree.View(a.Name)) {
				continue
			}
			return false
		}
		same := m.Tree.View(a.Value) == m.Tree.View(params[0].Name) && (a.Splat == 1) == (params[0].Kind == syntax.VarPositional)
		if first && (!same || a.Name != syntax.None) {
			return false
		}
		first = false
	}
	return !first
}

// saysHow reports whether an argument of a compiler changes neither where the function
// runs nor which of its arguments are traced.
func saysHow(keyword string) bool {
	switch keyword {
	case "donate_argnums", "donate_argnames", "inline", "keep_unused", "axis_name":
		return true
	}
	return false
}

// givesBack reports whether a statement lets a compiler return its argument uncompiled:
// if disabled: return f. A global statement counts too.
func (m *Model) givesBack(fn, stmt syntax.Node) bool {
	switch m.Tree.Kind(stmt) {
	case syntax.KindGlobal:
		return true
	case syntax.KindIf:
	default:
		return false
	}
	for part := range m.Tree.Children(stmt) {
		if k := m.Tree.Kind(part); k == syntax.KindElse || k == syntax.KindElif {
			return false
		}
	}
	params, first := m.Tree.Params(fn), m.Tree.First(m.Tree.Body(stmt))
	if len(params) == 0 || m.Tree.Kind(first) != syntax.KindReturn || m.Tree.Next(first) != syntax.None {
		return false
	}
	given := m.Tree.View(params[0].Name)
	if params[0].Kind == syntax.VarPositional {
		given += "[0]"
	}
	return m.Tree.View(m.Tree.First(first)) == given
}
