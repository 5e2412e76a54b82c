package semantic

import (
	"slices"

	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// KernelPart is a part of a file whose devices stay: without something that runs on GPUs
// alone it is of no use, and that has to be replaced first.
type KernelPart struct {
	Span  source.Span // the whole file, or a function
	At    source.Span // the import or the call by which it needs that
	Whole bool        // Span is the file
	Calls bool        // At is a call of a function that starts a kernel of the project
}

// KernelParts are such parts, those of the whole file first. They import what kernels and
// engines for GPUs are written with, or a module that the project compiles for CUDA, or
// they call what starts a kernel in another file of the project. A mere question whether a
// package is there does not count, nor does what is for type checkers or for CUDA alone.
func (m *Model) KernelParts() []KernelPart {
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
		if m.importsKernels(imp) && !m.forTypes(imp.Stmt) && m.needsImport(imp) {
			add(KernelPart{At: m.Tree.Span(imp.Stmt)}, m.outermost(imp.Stmt))
		}
	}
	for call := range m.kernelCalls() {
		add(KernelPart{At: m.Tree.Span(call), Calls: true}, m.importedIn(call))
	}
	return append(whole, parts...)
}

// needsImport reports whether the code around an import needs what it binds: functions use
// it, or nobody handles that it is missing. A function goes on without it where it is for
// CUDA alone.
func (m *Model) needsImport(imp syntax.Import) bool {
	inside := m.Tree.EnclosingFunction(imp.Stmt) != syntax.None
	if m.usedInFunctions(imp) {
		return !inside || m.runsOnNeuron(imp.Stmt)
	}
	if !m.ofOwn(imp) && !m.importsWith(imp) {
		return false // of that name in a library
	}
	for p := m.Tree.Parent(imp.Stmt); p != syntax.None; p = m.Tree.Parent(p) {
		if m.Tree.Kind(p) == syntax.KindTry {
			return false
		}
	}
	return m.runsOnNeuron(imp.Stmt)
}

// usedInFunctions reports whether functions use what an import binds.
func (m *Model) usedInFunctions(imp syntax.Import) bool {
	for _, sym := range m.Symbols() {
		if sym == nil || !slices.ContainsFunc(sym.Defs, func(d Def) bool { return d.Node == imp.Bound() }) {
			continue
		}
		if slices.ContainsFunc(sym.Uses, func(use syntax.Node) bool { return m.Tree.EnclosingFunction(use) != syntax.None }) {
			return true
		}
	}
	return false
}

// outermost is the function around a place that no other function holds; None at the top
// of the file or of a class.
func (m *Model) outermost(n syntax.Node) (fn syntax.Node) {
	fn = syntax.None
	for at := m.Tree.EnclosingFunction(n); at != syntax.None; at = m.Tree.EnclosingFunction(at) {
		fn = at
	}
	return fn
}

// kernelCalls yields the calls that start kernels in other files of the project, by a
// function of theirs or a class, in any device's way but that of CUDA.
func (m *Model) kernelCalls() func(yield func(syntax.Node) bool) {
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
func (m *Model) startsKernel(call syntax.Node) (starts bool) {
	callee := m.Tree.Unparen(m.Tree.Callee(call))
	refs := append(m.appliedOperators(callee), m.Ref(callee))
	for _, r := range refs {
		if r.Foreign.Module == nil || r.Foreign.Module == m.Module() || r.Confidence < Likely {
			continue
		}
		if k := r.Foreign.Kind; k != syntax.KindFunction && k != syntax.KindClass {
			continue
		}
		m.elsewhere(r.Foreign.Module, func(lib *Model) { starts = starts || lib.holdsKernelStart(r.Foreign.Node) })
	}
	return starts
}

// maxKernelSteps bounds through how many functions of a file a kernel is looked for.
const maxKernelSteps = 4

// holdsKernelStart reports whether a function or a class starts a kernel of its file.
func (m *Model) holdsKernelStart(def syntax.Node) bool {
	type key struct{ def syntax.Node }
	return Walked(m, key{def}, func() bool {
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
func (m *Model) startsKernels() bool {
	type key struct{}
	return Walked(m, key{}, func() bool {
		return slices.ContainsFunc(m.Calls(), m.launchesKernel)
	})
}

// importedIn is the function that imports for itself what a call begins with; None where
// the file does so at its top.
func (m *Model) importedIn(call syntax.Node) syntax.Node {
	callee := m.Tree.Unparen(m.Tree.Callee(call))
	for m.Tree.Kind(callee) == syntax.KindAttribute {
		callee = m.Tree.Unparen(m.Tree.Object(callee))
	}
	if m.Tree.Kind(callee) != syntax.KindIdentifier {
		return m.outermost(call)
	}
	atTop := func(d Def) bool { return d.Kind == DefImport && m.outermost(d.Node) == syntax.None }
	if slices.ContainsFunc(m.ReachingDefs(callee), atTop) {
		return syntax.None
	}
	return m.outermost(call)
}
