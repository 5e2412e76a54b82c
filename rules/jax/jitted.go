package jax

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
)

// jitted notes the functions that a call compiles: jax.jit(step), nnx.jit(grad(step)),
// jax.jit(fn) where fn is passed by callers. A parameter left at its default is not an
// argument, and so it is not traced.
func (t *traced) jitted(call syntax.Node, name string) {
	if !t.p.DB.Transform(name).Traces {
		return
	}
	target, b := t.unwrapped(t.p.Tree.Arg(call, 0, "fun"))
	for _, fn := range t.functions(target, 0) {
		kept, ok := t.kept(call, fn)
		if !ok || b.shifts && len(kept) > 0 {
			continue // static_argnums counts other parameters
		}
		for _, p := range t.p.Tree.Params(fn) {
			if p.Default != syntax.None {
				kept[t.p.Tree.Text(p.Name)] = true
			}
		}
		t.note(name, fn, kept, t.keptBy(b, fn))
	}
}

// looped notes a function that JAX calls in a loop or a branch, with traced values for
// all parameters that partial leaves open.
func (t *traced) looped(api string, n syntax.Node) {
	target, b := t.unwrapped(n)
	if fn := function(t.p, target); fn != syntax.None {
		t.note(api, fn, t.keptBy(b, fn))
	}
}

// binding holds the arguments bound to a function before it is traced.
type binding struct {
	first   int   // positional arguments of partial, and self
	by      names // keywords of partial
	unknown bool  // partial binds more than the text shows
	shifts  bool  // the parameters that are left have other places
}

// bind notes the arguments that a call of partial passes.
func (b *binding) bind(tree *syntax.Tree, partial syntax.Node) {
	count, _, splat := tree.ArgCount(partial)
	b.first += max(count-1, 0)
	b.shifts, b.unknown = true, b.unknown || splat
	for a := range tree.Args(partial) {
		b.by[tree.Text(a.Name)] = true
	}
}

// unwrapped goes into partial and transformations to the function itself.
func (t *traced) unwrapped(n syntax.Node) (target syntax.Node, b binding) {
	tree := t.p.Tree
	b.by = names{}
	for range deepest {
		n = tree.Unparen(n)
		if _, forward := transformed(t.p, n); forward != syntax.None {
			b.shifts = true // behind the parameters and the key
			n = forward
			continue
		}
		name, _ := t.p.Model.CallName(n)
		switch {
		case tree.Kind(n) == syntax.KindAttribute:
			b.shifts = true // a method, whose self is bound
			b.first++
			return n, b
		case tree.Kind(n) != syntax.KindCall || t.p.DB.Transform(name).Makes != opsdb.MadeFunction:
			return n, b
		case name == "functools.partial":
			b.bind(tree, n)
		}
		n = tree.Arg(n, 0, "")
	}
	return syntax.None, b
}

// keptBy are the parameters of a function that are bound before it is traced.
func (t *traced) keptBy(b binding, fn syntax.Node) names {
	kept := names{}
	for i, p := range t.p.Tree.Params(fn) {
		name := t.p.Tree.Text(p.Name)
		if b.unknown || i < b.first || b.by[name] {
			kept[name] = true
		}
	}
	return kept
}

// note adds a function whose parameters an API traces, except those that any of the
// calls which compile it keeps.
func (t *traced) note(api string, fn syntax.Node, kept ...names) {
	clear(t.walked) // earlier answers may rest on this function
	t.models[fn] = t.models[fn] || strings.HasPrefix(api, "flax.")
	all := t.bodies[fn]
	if all == nil {
		all = names{}
		t.bodies[fn] = all
	}
	for _, k := range kept {
		for name := range k {
			all[name] = true
		}
	}
}

// maxPassed bounds the calls whose arguments are looked at.
const maxPassed = 16

// functions are the functions of this file that an expression may name: one by name, or
// those that callers pass for a parameter.
func (t *traced) functions(n syntax.Node, depth int) (found []syntax.Node) {
	if fn := function(t.p, n); fn != syntax.None {
		return []syntax.Node{fn}
	}
	defs := t.p.Model.ReachingDefs(n)
	if len(defs) != 1 || defs[0].Kind != semantic.DefParam {
		return t.p.Model.FunctionsIn(n)
	}
	if depth > 2 {
		return nil
	}
	if defs[0].Value != syntax.None {
		found = t.functions(defs[0].Value, depth+1)
	}
	fn := t.p.Tree.EnclosingFunction(defs[0].Node)
	for i, call := range t.p.Model.Callers(fn) {
		if _, _, splat := t.p.Tree.ArgCount(call); i == maxPassed || splat || t.p.Tree.Kind(t.p.Tree.Callee(call)) != syntax.KindIdentifier {
			break
		}
		for at, p := range t.p.Tree.Params(fn) {
			if p.Name == defs[0].Node {
				found = append(found, t.functions(t.p.Tree.Arg(call, at, t.p.Tree.Text(p.Name)), depth+1)...)
			}
		}
	}
	return found
}
