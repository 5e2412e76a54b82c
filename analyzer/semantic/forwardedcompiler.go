package semantic

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// forwardedCompiler is the compiler of JAX that a thin function of another file applies:
// def jit(*args, **kwargs): return jax.jit(*args, **kwargs). It is "" for others.
func (m *Model) forwardedCompiler(callee syntax.Node) string {
	if text := m.Tree.View(callee); !strings.HasSuffix(text, "jit") && !strings.HasSuffix(text, "pmap") {
		return "" // few call one otherwise, and to look into each function would cost
	}
	r := m.heldFunction(callee)
	if !r.isFunction(m.Tree) || r.Foreign.Module == nil {
		return ""
	}
	return m.forwarded(r, forwarding{left: maxForwarded, asIs: true, wanted: func(name string) bool {
		return strings.HasPrefix(name, "jax.") && compilerRegion(name) == RegionCompiled
	}})
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
