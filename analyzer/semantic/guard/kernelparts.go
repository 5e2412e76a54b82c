package guard

import (
	"slices"

	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// KernelPart is a part of a file whose devices stay: it is of no use without something
// that runs on GPUs alone, which has to be replaced first.
type KernelPart struct {
	Span  source.Span // the whole file, or a function
	At    source.Span // the import or the call of the part for GPUs
	Whole bool        // Span is the file
	Calls bool        // At is a call of a function that starts a kernel of the project
	Named bool        // At imports a module that is for CUDA by its name alone
}

// KernelParts are the kernel parts of the file, those of the whole file first. They
// import a package for kernels or engines on GPUs, or a module that the project
// compiles for CUDA, or they call code of another file of the project that starts a
// kernel. A check that a package is installed does not count, nor does code for type
// checkers or for CUDA alone.
func (m *Control) KernelParts() []KernelPart {
	var whole, parts []KernelPart
	add := func(p KernelPart, fn syntax.Node) {
		if p.Whole = fn == syntax.None; p.Whole {
			p.Span = m.Tree.Span(syntax.Root)
			whole = append(whole, p)
			return
		}
		p.Span = m.Tree.Span(fn)
		parts = append(parts, p)
	}
	for _, imp := range m.Imports() {
		named := m.namedForCUDA(imp)
		if (named || m.importsKernels(imp)) && !m.ForTypes(imp.Stmt) && m.needsImport(imp, named) {
			add(KernelPart{At: m.Tree.Span(imp.Stmt), Named: named}, m.outermost(imp.Stmt))
		}
	}
	for call := range m.kernelCalls() {
		add(KernelPart{At: m.Tree.Span(call), Calls: true}, m.importedIn(call))
	}
	return append(whole, parts...)
}

// needsImport reports whether the code around an import needs the imported names:
// functions or classes use them, or nothing handles a failed import. A function does not need an
// import that only runs with CUDA.
func (m *Control) needsImport(imp syntax.Import, named bool) bool {
	inside := m.Tree.EnclosingFunction(imp.Stmt) != syntax.None
	if m.usedInDefinitions(imp) {
		return !inside || m.runsOnNeuron(imp.Stmt)
	}
	if !named && !m.ofOwn(imp) && !m.importsWith(imp) {
		return false // a library has a module of that name
	}
	for p := m.Tree.Parent(imp.Stmt); p != syntax.None; p = m.Tree.Parent(p) {
		if m.Tree.Kind(p) == syntax.KindTry {
			return false
		}
	}
	return m.runsOnNeuron(imp.Stmt)
}

// usedInDefinitions reports whether functions use the name that an import binds, or the
// bodies of classes do for their methods.
func (m *Control) usedInDefinitions(imp syntax.Import) bool {
	for _, sym := range m.Symbols() {
		if sym == nil || !slices.ContainsFunc(sym.Defs, func(d infer.Def) bool { return d.Node == imp.Bound() }) {
			continue
		}
		if slices.ContainsFunc(sym.Uses, func(use syntax.Node) bool {
			return m.Tree.EnclosingFunction(use) != syntax.None || m.Tree.EnclosingClass(use) != syntax.None && (m.ofOwn(imp) || m.importsWith(imp))
		}) {
			return true
		}
	}
	return false
}

// outermost is the outermost function around a place; None at the top of the file or of
// a class.
func (m *Control) outermost(n syntax.Node) (fn syntax.Node) {
	fn = syntax.None
	for at := m.Tree.EnclosingFunction(n); at != syntax.None; at = m.Tree.EnclosingFunction(at) {
		fn = at
	}
	return fn
}

// kernelCalls yields the calls of functions and classes of other files of the project
// that start kernels, without those that run with CUDA only.
func (m *Control) kernelCalls() func(yield func(syntax.Node) bool) {
	return func(yield func(syntax.Node) bool) {
		if m.Module() == nil || !slices.ContainsFunc(m.Imports(), m.OfProject) {
			return
		}
		for _, call := range m.Calls() {
			if m.startsKernel(call) && m.runsOnNeuron(call) && !yield(call) {
				return
			}
		}
	}
}

// startsKernel reports whether a call is of a function or a class of another file that
// starts a kernel.
func (m *Control) startsKernel(call syntax.Node) (starts bool) {
	callee := m.Tree.Unparen(m.Tree.Callee(call))
	refs := append(m.appliedOperators(callee), m.Ref(callee))
	for _, r := range refs {
		if r.Foreign.Module == nil || r.Foreign.Module == m.Module() || r.Confidence < infer.Likely {
			continue
		}
		if k := r.Foreign.Kind; k != syntax.KindFunction && k != syntax.KindClass {
			continue
		}
		m.elsewhere(r.Foreign.Module, func(lib *Control) { starts = starts || lib.holdsKernelStart(r.Foreign.Node) })
	}
	return starts
}

// maxKernelSteps bounds how many functions of a file are searched for a kernel.
const maxKernelSteps = 4

// holdsKernelStart reports whether a function or a class starts a kernel of its file.
func (m *Control) holdsKernelStart(def syntax.Node) bool {
	type key struct{ def syntax.Node }
	return infer.Walked(m.Model, key{def}, func() bool {
		if !m.startsKernels() {
			return false
		}
		regions := []source.Span{m.Tree.Span(def)}
		for i := 0; i < len(regions) && i < maxKernelSteps; i++ {
			from, to := m.callsIn(regions[i])
			for _, call := range m.Calls()[from:to] {
				if m.launchesKernel(call) && m.runsOnNeuron(call) {
					return true
				}
				for _, at := range m.runsOfProject(call) {
					if at.module != m.Module() || !m.runsOnNeuron(call) {
						continue
					}
					if span := m.Tree.Span(at.fn); !slices.Contains(regions, span) {
						regions = append(regions, span)
					}
				}
			}
		}
		return false
	})
}

// startsKernels reports whether anything in the file starts a kernel.
func (m *Control) startsKernels() bool {
	type key struct{}
	return infer.Walked(m.Model, key{}, func() bool {
		return slices.ContainsFunc(m.Calls(), m.launchesKernel)
	})
}

// importedIn is the function that itself imports the first name of a call; None where
// the file imports it at its top.
func (m *Control) importedIn(call syntax.Node) syntax.Node {
	callee := m.Tree.Unparen(m.Tree.Callee(call))
	for m.Tree.Kind(callee) == syntax.KindAttribute {
		callee = m.Tree.Unparen(m.Tree.Object(callee))
	}
	if m.Tree.Kind(callee) != syntax.KindIdentifier {
		return m.outermost(call)
	}
	atTop := func(d infer.Def) bool { return d.Kind == infer.DefImport && m.outermost(d.Node) == syntax.None }
	if slices.ContainsFunc(m.ReachingDefs(callee), atTop) {
		return syntax.None
	}
	return m.outermost(call)
}
