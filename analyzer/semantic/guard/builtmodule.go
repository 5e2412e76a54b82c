package guard

import (
	"bytes"
	"path"
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// leftmost is the name with which a dotted expression begins.
func (m *Control) leftmost(n syntax.Node) syntax.Node {
	for m.Tree.Kind(n) == syntax.KindAttribute {
		n = m.Tree.Unparen(m.Tree.Object(n))
	}
	if m.Tree.Kind(n) != syntax.KindIdentifier {
		return syntax.None
	}
	return n
}

// builtNames are the variables of the file that hold modules which a setup.py builds for
// CUDA, or whose name says so, or parts of them.
func (m *Control) builtNames() map[*infer.Symbol]bool {
	type key struct{}
	return infer.Walked(m.Model, key{}, func() map[*infer.Symbol]bool {
		names := m.boundBy(m.BuiltForCUDA)
		for _, load := range m.loadedForCUDA() {
			if target := m.Tree.Child(m.Tree.Parent(load), syntax.FieldLeft); m.Tree.Kind(target) == syntax.KindIdentifier {
				if sym := m.Symbol(target); sym != nil {
					names[sym] = true
				}
			}
		}
		return names
	})
}

// loadedForCUDA are the calls outside functions that compile a module with CUDA sources
// and load it.
func (m *Control) loadedForCUDA() []syntax.Node {
	type key struct{}
	return infer.Walked(m.Model, key{}, func() (out []syntax.Node) {
		for call := range m.CallsOf("torch.utils.cpp_extension.load", "torch.utils.cpp_extension.load_inline") {
			if m.Tree.EnclosingFunction(call) == syntax.None && (bytes.Contains(m.Tree.Bytes(call), []byte(".cu")) || m.Tree.Keyword(call, "cuda_sources") != syntax.None) {
				out = append(out, call)
			}
		}
		return out
	})
}

// ofLoadedOperators reports whether a name is an operator that a module brings which the
// file compiles with CUDA sources: torch.ops.wkv.forward beside load(name="wkv").
func (m *Control) ofLoadedOperators(api string) bool {
	operator, is := strings.CutPrefix(api, "torch.ops.")
	return is && slices.ContainsFunc(m.loadedForCUDA(), func(load syntax.Node) bool {
		name, ok := m.Tree.StringValue(m.Tree.Arg(load, 0, "name"))
		return ok && strings.HasPrefix(operator, name+".")
	})
}

// boundBy are the variables of the file that some of its imports bind.
func (m *Control) boundBy(want func(syntax.Import) bool) map[*infer.Symbol]bool {
	names, bound := make(map[*infer.Symbol]bool), make(map[syntax.Node]bool)
	for _, imp := range m.Imports() {
		if want(imp) {
			bound[imp.Bound()] = true
		}
	}
	for _, sym := range m.Symbols() {
		if len(bound) > 0 && sym != nil && slices.ContainsFunc(sym.Defs, func(d infer.Def) bool { return bound[d.Node] }) {
			names[sym] = true
		}
	}
	return names
}

// BuiltForCUDA reports whether an import is of a module that no file of the project
// holds and that a setup.py builds with CUDA, or whose name ends as such modules do:
// upfirdn2d_cuda.
func (m *Control) BuiltForCUDA(imp syntax.Import) bool {
	if !m.importsModule(imp) {
		return false
	}
	name, words := m.absolute(imp), m.DB.CUDAWords()
	switch {
	case m.isBuilt(name), m.isBuilt(name + "." + imp.Name):
		return true
	case imp.Level > 0 && m.Module() == nil:
		return false // a file of the project may have the name
	case words.EndsForCUDA(name):
		return true
	}
	return words.EndsForCUDA(imp.Name) && (m.OfProject(imp) || m.ofOwnPackage(imp.Module+".")) && m.usedAsModule(imp)
}

// usedAsModule reports whether the file reads an attribute of an imported name.
func (m *Control) usedAsModule(imp syntax.Import) bool {
	for sym := range m.boundBy(func(other syntax.Import) bool { return other.Bound() == imp.Bound() }) {
		for _, use := range sym.Uses {
			if m.Tree.Kind(m.Tree.Parent(use)) == syntax.KindAttribute {
				return true
			}
		}
	}
	return false
}

// absolute is the dotted name of the module that an import names, from the outermost
// package on.
func (m *Control) absolute(imp syntax.Import) string {
	if imp.Level == 0 || m.Module() == nil {
		return imp.Module
	}
	parts := strings.Split(m.Module().Name, ".")
	up := imp.Level
	if path.Base(m.Module().Path) == "__init__.py" {
		up--
	}
	parts = parts[:max(0, len(parts)-up)]
	if imp.Module != "" {
		parts = append(parts, imp.Module)
	}
	return strings.Join(parts, ".")
}
