package guard

import (
	"bytes"

	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// maxKernelModules bounds how many modules are searched for modules that they build or
// import.
const maxKernelModules = 48

// KernelsThrough is the first statement outside functions that keeps the file from
// being imported on Neuron, because it leads to a module that the project compiles for
// CUDA: it builds or imports one, or imports a file of the project that does, in any
// number of steps.
func (m *Control) KernelsThrough() (at source.Span, ok bool) {
	if at, ok := m.needsCompiled(); ok || m.Module() == nil {
		return at, ok
	}
	first := make(map[*infer.Module]source.Span) // the import of this file that leads to a module
	var queue []*infer.Module
	for _, imp := range m.Imports() {
		if m.mustRun(imp.Stmt) {
			for _, mod := range m.namedBy(imp, m.Module()) {
				if _, known := first[mod]; !known {
					first[mod] = m.Tree.Span(imp.Stmt)
					queue = append(queue, mod)
				}
			}
		}
	}
	for ; len(queue) > 0 && len(first) < maxKernelModules; queue = queue[1:] {
		mod, found := queue[0], false
		m.elsewhere(mod, func(lib *Control) {
			if _, found = lib.needsCompiled(); found {
				return
			}
			for _, imp := range lib.Imports() {
				if !lib.mustRun(imp.Stmt) {
					continue
				}
				for _, next := range lib.namedBy(imp, mod) {
					if _, known := first[next]; !known {
						first[next] = first[mod]
						queue = append(queue, next)
					}
				}
			}
		})
		if found {
			return first[mod], true
		}
	}
	return source.Span{}, false
}

// namedBy are the modules of the project that an import of a module leads to.
func (m *Control) namedBy(imp syntax.Import, mod *infer.Module) []*infer.Module {
	var names []string
	if imp.Name != "" && imp.Name != "*" {
		names = []string{imp.Name}
	}
	return mod.Project.Imported(mod, imp.Level, imp.Module, names)
}

// needsCompiled is the first statement of the file itself that, on every import of the
// file, builds a module for CUDA or imports one that the project compiles.
func (m *Control) needsCompiled() (at source.Span, ok bool) {
	type key struct{}
	type answer struct {
		at source.Span
		ok bool
	}
	a := infer.Walked(m.Model, key{}, func() answer {
		for _, imp := range m.Imports() {
			if m.importsModule(imp) && m.ofOwn(imp) && m.mustRun(imp.Stmt) {
				return answer{m.Tree.Span(imp.Stmt), true}
			}
		}
		for call := range m.CallsOf("torch.utils.cpp_extension.load", "torch.utils.cpp_extension.load_inline") {
			if m.mustRun(call) && bytes.Contains(m.Tree.Bytes(call), []byte(".cu")) {
				return answer{m.Tree.Span(call), true}
			}
		}
		return answer{}
	})
	return a.at, a.ok
}

// ofOwn reports whether an import that looks like a compiled module leads into the
// project, and not to the same name in a library: from accelerate import require_cuda.
func (m *Control) ofOwn(imp syntax.Import) bool {
	return imp.Level > 0 || imp.Name == "" || m.OfProject(imp) || m.isBuilt(imp.Module) || m.isBuilt(imp.Module+"."+imp.Name) || m.ofOwnPackage(imp.Module)
}

// ofOwnPackage reports whether a dotted name begins with a package of the project, where a
// module compiled later may lie.
func (m *Control) ofOwnPackage(name string) bool {
	top := infer.TopOf(name)
	return top != name && m.Module() != nil && m.Module().Find(0, top) != nil
}

// mustRun reports whether a place always runs, and its errors are raised, when the file
// is imported on Neuron. Only conditions that ask for CUDA are considered.
func (m *Control) mustRun(n syntax.Node) bool {
	if m.Tree.EnclosingFunction(n) != syntax.None || m.ForTypes(n) || m.deadCover().Holds(m.Tree.Span(n)) {
		return false
	}
	inner := n
	for p := m.Tree.Parent(n); p != syntax.None; inner, p = p, m.Tree.Parent(p) {
		if m.Tree.Kind(p) == syntax.KindTry && inner == m.Tree.Child(p, syntax.FieldBody) && !m.raisesInHandlers(p) {
			return false
		}
		if m.InMain(p) {
			return false
		}
	}
	return true
}

// raisesInHandlers reports whether a handler of a try statement raises.
func (m *Control) raisesInHandlers(try syntax.Node) bool {
	for c := range m.Tree.Children(try) {
		if k := m.Tree.Kind(c); k != syntax.KindExcept && k != syntax.KindExceptGroup {
			continue
		}
		for n := range m.Tree.All(c) {
			if m.Tree.Kind(n) == syntax.KindRaise {
				return true
			}
		}
	}
	return false
}

// DeadWithoutCUDA reports whether code never runs where PyTorch has no CUDA.
func (m *Control) DeadWithoutCUDA(n syntax.Node) bool { return m.deadCover().Holds(m.Tree.Span(n)) }

// deadCover holds the regions that do not run without CUDA.
func (m *Control) deadCover() Cover {
	type key struct{}
	return infer.Walked(m.Model, key{}, func() Cover {
		dead := make(Cover)
		for _, r := range m.DeadRegions() {
			dead.Add(r.Span)
		}
		return dead
	})
}
