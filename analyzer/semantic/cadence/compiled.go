package cadence

import (
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
)

// compiledRegions notes the functions that a compiler turns into one program or into a
// kernel: those that it decorates or is called with, and the bodies of loops and branches
// of such programs (jax.lax.scan).
func (m *Rates) compiledRegions(note func(fn syntax.Node, kind RegionKind, by syntax.Node)) {
	for _, fn := range m.Functions() {
		for _, d := range m.Tree.Decorators(fn) {
			if kind := m.compiles(d); kind != RegionOther {
				note(fn, kind, d)
			}
		}
	}
	for _, call := range m.Calls() {
		name, _ := m.CallName(call)
		if name == "" {
			if name = m.forwardedCompiler(m.Tree.Callee(call)); name == "" {
				continue
			}
		}
		if kind := m.compilerRegion(name); kind != RegionOther {
			m.noteFunction(m.Tree.Arg(call, 0, ""), func(fn syntax.Node) { note(fn, kind, call) })
		}
		for _, arg := range m.TracedBy(call, name) {
			m.noteFunction(arg, func(fn syntax.Node) { note(fn, RegionCompiled, call) })
		}
	}
}

// CompiledBy returns the decorator or the call that gives a function around a node to a
// compiler; None if these functions are at most called by a compiled one.
func (m *Rates) CompiledBy(n syntax.Node) syntax.Node {
	if m.compiledIn == nil {
		m.compiledIn = make(map[syntax.Node]syntax.Node)
		m.compiledRegions(func(fn syntax.Node, kind RegionKind, by syntax.Node) {
			if kind == RegionCompiled && m.compiledIn[fn] == syntax.None {
				m.compiledIn[fn] = by
			}
		})
	}
	for fn := m.Tree.EnclosingFunction(n); fn != syntax.None; fn = m.Tree.EnclosingFunction(fn) {
		if by := m.compiledIn[fn]; by != syntax.None {
			return by
		}
	}
	return syntax.None
}

// compiles returns the region that a decorator gives its function: @jit, @jit(...) and
// @partial(jit, ...).
func (m *Rates) compiles(decorator syntax.Node) RegionKind {
	name, _ := m.Compiler(decorator)
	return m.compilerRegion(name)
}

// Compiler returns the Name of the API by which a decorator, or the call that makes a
// compiled function, compiles: jit, jit(f), partial(jit, ...), and a thin function of the
// project around it. It is "" if n compiles nothing.
func (m *Rates) Compiler(n syntax.Node) (string, infer.Confidence) {
	if name, conf := m.Applied(n); name != "" {
		if m.compilerRegion(name) == RegionOther {
			return "", infer.Unresolved
		}
		return name, conf
	}
	if name := m.forwardedCompiler(m.AppliedExpression(n)); m.compilerRegion(name) == RegionCompiled {
		return name, infer.Likely
	}
	return "", infer.Unresolved
}

// compilerRegion returns the region of a function that is given to an API.
func (m *Rates) compilerRegion(api string) RegionKind {
	switch m.DB.Transform(api).Makes {
	case opsdb.MadeKernel:
		return RegionKernel
	case opsdb.MadeProgram:
		return RegionCompiled
	}
	return RegionOther
}

// TracedBy returns the arguments of an API call that name the functions run by a loop or
// branch of a compiled program.
func (m *Rates) TracedBy(call syntax.Node, api string) (functions []syntax.Node) {
	flow, _ := m.DB.JAXControlFlow(api)
	for _, p := range flow.Traces {
		arg := m.Tree.Arg(call, p.Position, p.Name)
		if p.Name != "branches" {
			functions = append(functions, arg)
			continue
		}
		functions = slices.AppendSeq(functions, m.Tree.Children(m.Tree.Unparen(arg)))
	}
	return functions
}

// noteFunction notes the function that an expression stands for: a name, a lambda, or
// either inside partial, grad or another transformation.
func (m *Rates) noteFunction(n syntax.Node, note func(fn syntax.Node)) {
	const deepest = 8
	for range deepest {
		n = m.Tree.Unparen(n)
		switch m.Tree.Kind(n) {
		case syntax.KindLambda:
			note(n)
			return
		case syntax.KindCall:
			if name, _ := m.CallName(n); m.DB.Transform(name).Makes == opsdb.MadeFunction {
				n = m.Tree.Arg(n, 0, "")
			} else if n = m.madeBy(n); n == syntax.None {
				return
			}
		default:
			if def := m.Ref(n).Def; m.Tree.Kind(def) == syntax.KindFunction {
				note(def)
				return
			}
			for _, fn := range m.FunctionsIn(n) {
				note(fn)
			}
			return
		}
	}
}

// madeBy returns the function that a call of this file's function returns, for
// compilations such as jit(make_step(config)).
func (m *Rates) madeBy(call syntax.Node) syntax.Node {
	def := m.Ref(m.Tree.Callee(call)).Def
	if m.Tree.Kind(def) != syntax.KindFunction {
		return syntax.None
	}
	if returns := m.Returns(def); len(returns) == 1 {
		return returns[0]
	}
	return syntax.None
}

// forwardedCompiler returns the JAX compiler that a thin function of the project applies,
// or the loop or branch of JAX that it runs: def jit(*args, **kwargs): return
// jax.jit(*args, **kwargs). It is "" for other functions.
func (m *Rates) forwardedCompiler(callee syntax.Node) (name string) {
	text := m.Tree.View(callee)
	_, ofLax := m.DB.JAXControlFlow("jax.lax." + text[strings.LastIndexByte(text, '.')+1:])
	if !ofLax && !strings.HasSuffix(text, "jit") && !strings.HasSuffix(text, "pmap") {
		return "" // compilers rarely have other names, and searching every function would be slow
	}
	return m.HandedTo(callee, func(name string) bool {
		_, flow := m.DB.JAXControlFlow(name)
		return strings.HasPrefix(name, "jax.") && (flow || m.compilerRegion(name) == RegionCompiled)
	})
}
