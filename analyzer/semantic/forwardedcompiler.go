package semantic

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// forwardedCompiler is the compiler of JAX that a thin function of the project applies, or
// the loop or branch of JAX that it runs: def jit(*args, **kwargs): return jax.jit(*args,
// **kwargs). It is "" for others.
func (m *Model) forwardedCompiler(callee syntax.Node) (name string) {
	text := m.Tree.View(callee)
	if !strings.HasSuffix(text, "jit") && !strings.HasSuffix(text, "pmap") && !traces(text[strings.LastIndexByte(text, '.')+1:]) {
		return "" // few call one otherwise, and to look into each function would cost
	}
	r := m.heldFunction(callee)
	if !r.isFunction(m.Tree) {
		return ""
	}
	f := forwarding{left: maxForwarded, asIs: true, wanted: func(name string) bool {
		last, ofLax := strings.CutPrefix(name, "jax.lax.")
		return ofLax && traces(last) || strings.HasPrefix(name, "jax.") && compilerRegion(name) == RegionCompiled
	}}
	if r.Foreign.Module == nil {
		return f.function(m, r.Def)
	}
	return m.forwarded(r, f)
}

// traces reports whether a function of jax.lax with such a name traces functions that it is
// given.
func traces(name string) bool {
	switch name {
	case "scan", "map", "associative_scan", "fori_loop", "while_loop", "cond", "switch":
		return true
	}
	return false
}

// handsAsIs reports whether a function hands what it is given first to a call as the first
// argument, and nothing of its own: jax.jit(f, backend="cpu") compiles for another device.
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

// saysHow reports whether an argument of a compiler changes neither where the function runs
// nor which of its arguments are traced.
func saysHow(keyword string) bool {
	switch keyword {
	case "donate_argnums", "donate_argnames", "inline", "keep_unused", "axis_name":
		return true
	}
	return false
}

// givesBack reports whether a statement is the switch of a compiler: if disabled: return f.
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
