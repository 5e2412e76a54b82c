package guard

import (
	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// maxNeedSteps bounds how many functions of the project lie between a call and the code
// for GPUs that it always reaches.
const maxNeedSteps = 3

// A GPUNeed is code for GPUs that a function of the project runs at every call: a launch
// of a kernel, a call into a module compiled for CUDA, or of a library made for CUDA.
type GPUNeed struct {
	Module *infer.Module // the file of the code
	At     source.Span
	Callee string // what is called there, as written
	API    string // the qualified name of a library's function; "" for other code
	Kernel bool   // a kernel of Triton or Numba, launched on a grid
}

// NeedsGPU is the code for GPUs that a call always reaches in another file of the
// project, directly or through at most maxNeedSteps functions. Code behind a test, in a
// try statement, or after a return does not count.
func (m *Control) NeedsGPU(call syntax.Node) (need GPUNeed, ok bool) {
	if m.Module() == nil {
		return need, false
	}
	if m.launchesKernel(call) {
		return m.launchedFromFar(call)
	}
	for _, place := range m.runsOfProject(call) {
		if place.module == nil || place.module == m.Module() {
			continue
		}
		if need, ok = m.needOf(place, maxNeedSteps); ok {
			return need, true
		}
	}
	return need, false
}

// launchedFromFar is the kernel of another file that a call launches.
func (m *Control) launchedFromFar(call syntax.Node) (need GPUNeed, ok bool) {
	kernel := m.launched(call)
	def := m.Ref(kernel).Foreign
	if def.Module == nil {
		return need, false
	}
	m.elsewhere(def.Module, func(lib *Control) {
		need = GPUNeed{Module: def.Module, At: lib.Tree.Span(lib.Tree.FuncName(def.Node)), Callee: m.Tree.Text(kernel), Kernel: true}
	})
	return need, true
}

// needOf is the code for GPUs that a function always runs.
func (m *Control) needOf(place codePlace, steps int) (need GPUNeed, ok bool) {
	if place.module == nil || place.module == m.Module() {
		return m.functionNeeds(place.fn, steps)
	}
	m.elsewhere(place.module, func(lib *Control) { need, ok = lib.functionNeeds(place.fn, steps) })
	return need, ok
}

// functionNeeds is the code for GPUs that a function of the file always runs.
func (m *Control) functionNeeds(fn syntax.Node, steps int) (GPUNeed, bool) {
	if steps == 0 || m.Tree.Kind(fn) != syntax.KindFunction || m.isKernel(fn) {
		return GPUNeed{}, false
	}
	type key struct {
		fn    syntax.Node
		steps int
	}
	type answer struct {
		need GPUNeed
		ok   bool
	}
	a := infer.Walked(m.Model, key{fn, steps}, func() answer {
		from, to := m.callsIn(m.Tree.Span(fn))
		for _, call := range m.Calls()[from:to] {
			if !m.runsAlways(call, fn) {
				continue
			}
			if need, ok := m.needHere(call); ok {
				return answer{need, true}
			}
			for _, place := range m.runsOfProject(call) {
				if need, ok := m.needOf(place, steps-1); ok {
					return answer{need, true}
				}
			}
		}
		return answer{}
	})
	return a.need, a.ok
}

// needHere is the code for GPUs that a call itself runs: a kernel, code that is surely
// compiled for CUDA, or a library made for it. A module named _C may have code for the
// host as well, and a name that is bound twice may have a fallback.
func (m *Control) needHere(call syntax.Node) (need GPUNeed, ok bool) {
	callee := m.Tree.Unparen(m.Tree.Callee(call))
	if need.Kernel = m.launchesKernel(call); need.Kernel {
		callee = m.launched(call)
	}
	need.Module, need.At, need.Callee = m.Module(), m.Tree.Span(callee), m.Tree.Text(callee)
	if need.Kernel {
		return need, true
	}
	root := m.leftmost(callee)
	if root == syntax.None {
		return need, false
	}
	if sym := m.Symbol(root); sym == nil || len(sym.Defs) != 1 {
		return need, false
	} else if m.builtNames()[sym] {
		return need, true
	}
	need.API, _ = m.Name(callee)
	if m.ofLoadedOperators(need.API) {
		need.API = ""
		return need, true
	}
	lib, ok := m.DB.Library(need.API)
	return need, ok && lib.CUDAOnly
}

// RunsAlways reports whether a call runs whenever the function around it does.
func (m *Control) RunsAlways(call syntax.Node) bool {
	fn := m.Tree.EnclosingFunction(call)
	return fn != syntax.None && m.runsAlways(call, fn)
}

// runsAlways reports whether a call runs whenever a function does: no test, try
// statement or inner function lies between them, and nothing before it returns.
func (m *Control) runsAlways(call, fn syntax.Node) bool {
	if m.Skipped(call) {
		return false
	}
	inner := call
	for n := m.Tree.Parent(call); n != fn; inner, n = n, m.Tree.Parent(n) {
		switch m.Tree.Kind(n) {
		case syntax.KindIf, syntax.KindWhile, syntax.KindConditional:
			if inner != m.Tree.Condition(n) {
				return false
			}
		case syntax.KindElif, syntax.KindElse, syntax.KindFor, syntax.KindTry, syntax.KindExcept, syntax.KindMatch, syntax.KindFunction,
			syntax.KindLambda, syntax.KindClass, syntax.KindAssert, syntax.KindDecorator, syntax.KindParameters,
			syntax.KindListComprehension, syntax.KindGenerator, syntax.KindSetComprehension, syntax.KindDictionaryComprehension:
			return false
		case syntax.KindBooleanOperator:
			if m.Tree.Child(n, syntax.FieldLeft) != inner {
				return false
			}
		case syntax.KindNone:
			return false
		}
	}
	return m.Tree.Field(inner) == syntax.FieldBody && m.firstReturn(fn) >= m.Tree.Start(call)
}

// firstReturn is the end of the first return statement of a function, or of the function.
func (m *Control) firstReturn(fn syntax.Node) int {
	type key struct{ fn syntax.Node }
	return infer.Walked(m.Model, key{fn}, func() int {
		for n := range m.Tree.All(fn) {
			if m.Tree.Kind(n) == syntax.KindReturn && m.Tree.EnclosingFunction(n) == fn {
				return m.Tree.Stop(n)
			}
		}
		return m.Tree.Stop(fn)
	})
}
