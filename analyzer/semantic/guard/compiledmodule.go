package guard

import (
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// builders compile C++ and CUDA sources, and return the module.
var builders = []string{"torch.utils.cpp_extension.load", "torch.utils.cpp_extension.load_inline"}

// importsCompiled reports whether an import is of a module that the project compiles
// for CUDA: its name says so, as in `from . import _C`, or a setup.py builds it, and no
// file of the project has that name. So it is if another file hands on a part of one.
// PyTorch's own modules do not count.
func (m *Control) importsCompiled(imp syntax.Import) bool {
	return m.importsModule(imp) || infer.Walked(m.Model, handedKey{imp.Bound()}, func() bool { return m.handsOn(imp, maxHandedOn) })
}

// importsModule reports whether an import is of the compiled module itself, and not of a
// name that another file hands on.
func (m *Control) importsModule(imp syntax.Import) bool {
	top, words := infer.TopOf(imp.Module), m.DB.CUDAWords()
	switch {
	case imp.Level == 0 && infer.NeverLocal(top):
		return false
	case slices.ContainsFunc(strings.Split(imp.Module, "."), words.CompiledModule), words.CompiledModule(imp.Name) && m.inPackage(imp):
		return m.missing(imp)
	}
	_, listed := m.DB.Library(imp.Module)
	return imp.Level == 0 && !listed && !m.DB.KnowsPackage(top) && m.missing(imp) && (m.isBuilt(imp.Module) || m.isBuilt(imp.Module+"."+imp.Name))
}

type handedKey struct{ bound syntax.Node }

// maxHandedOn bounds how many files hand on a name of a compiled module.
const maxHandedOn = 3

// handsOn reports whether an import is of a name that another file of the project only
// imports from a module compiled for CUDA, or sets to None where that fails:
// from .ops_cuda import scan as scan_gpu, in the __init__ of a package.
func (m *Control) handsOn(imp syntax.Import, steps int) (handed bool) {
	if m.Module() == nil || imp.Name == "" || imp.Name == "*" || steps == 0 {
		return false
	}
	mod := m.Module().Find(imp.Level, imp.Module)
	if mod == nil || mod == m.Module() {
		return false
	}
	m.elsewhere(mod, func(lib *Control) { handed = lib.bindsCompiled(imp.Name, steps-1) })
	return handed
}

// bindsCompiled reports whether a name of the file is bound to a part of a compiled module
// and, apart from that, to nothing but None.
func (m *Control) bindsCompiled(name string, steps int) bool {
	sym := m.Scope(syntax.Root).Names[name]
	if sym == nil {
		return false
	}
	compiled := false
	for _, d := range sym.Defs {
		i := slices.IndexFunc(m.Imports(), func(imp syntax.Import) bool { return d.Kind == infer.DefImport && imp.Bound() == d.Node })
		switch {
		case i >= 0:
			if imp := m.Imports()[i]; !m.importsModule(imp) && !m.handsOn(imp, steps) {
				return false
			}
			compiled = true
		case d.Kind != infer.DefAssign || m.Tree.Kind(m.Tree.Unparen(d.Value)) != syntax.KindNoneLiteral:
			return false
		}
	}
	return compiled
}

// importsKernels reports whether an import is of a package for writing kernels or
// engines for GPUs, or of a module compiled for CUDA.
func (m *Control) importsKernels(imp syntax.Import) bool {
	return m.importsWith(imp) || m.importsCompiled(imp) && !m.listsKernels(imp)
}

// importsWith reports whether an import is of a package for writing kernels or engines
// for GPUs.
func (m *Control) importsWith(imp syntax.Import) bool {
	return m.listsKernels(imp) && !m.OfProject(imp)
}

func (m *Control) listsKernels(imp syntax.Import) bool {
	return imp.Level == 0 && slices.Contains(m.DB.CUDAWords().Kernels, infer.TopOf(imp.Module))
}

// ForTypes reports whether a statement is for type checkers alone.
func (m *Control) ForTypes(stmt syntax.Node) bool {
	for n := m.Tree.Parent(stmt); n != syntax.Root && n != syntax.None; n = m.Tree.Parent(n) {
		if m.Tree.Kind(n) == syntax.KindIf && strings.Contains(m.Tree.Text(m.Tree.Condition(n)), "TYPE_CHECKING") {
			return true
		}
	}
	return false
}

// inPackage reports whether an imported name may be a module: no file that binds it is
// known, only the package that would contain it.
func (m *Control) inPackage(imp syntax.Import) bool {
	if m.Module() == nil || imp.Name == "" {
		return imp.Name != ""
	}
	mod := m.Module().Find(imp.Level, imp.Module)
	return mod == nil || mod.Dir != ""
}

// missing reports whether no known file of the project has the imported module or name.
func (m *Control) missing(imp syntax.Import) bool {
	if m.Module() == nil {
		return true
	}
	mod := m.Module().Find(imp.Level, imp.Module)
	if mod == nil || imp.Name == "" || imp.Name == "*" {
		return mod == nil
	}
	home, framework := m.OriginOf(mod, imp.Name)
	return home == nil && framework == "" && mod.Submodule(imp.Name) == nil
}

// CallsBuilt reports whether a call is of a module that a setup.py above the file
// compiles, for any device.
func (m *Control) CallsBuilt(call syntax.Node) bool {
	root := m.leftmost(m.Tree.Unparen(m.Tree.Callee(call)))
	return root != syntax.None && m.compiledHere()[m.Symbol(root)]
}

// compiledHere are the variables of the file that hold such modules, or parts of them.
func (m *Control) compiledHere() map[*infer.Symbol]bool {
	type key struct{}
	return infer.Walked(m.Model, key{}, func() map[*infer.Symbol]bool {
		if m.Module() == nil {
			return nil
		}
		built := m.builtModules("torch.utils.cpp_extension.CUDAExtension", "torch.utils.cpp_extension.CppExtension")
		return m.boundBy(func(imp syntax.Import) bool {
			return imp.Level == 0 && slices.Contains(built, imp.Module) && m.missing(imp)
		})
	})
}

// isBuilt reports whether a setup.py above the file compiles a module of that name for
// CUDA. The name includes the package of the module.
func (m *Control) isBuilt(name string) bool {
	return m.Module() != nil && slices.Contains(infer.Walked(m.Model, builtKey{}, func() []string { return m.builtModules("torch.utils.cpp_extension.CUDAExtension") }), name)
}

type builtKey struct{}

// builtModules are the names of the modules that setup.py files compile by some classes,
// in the directories above the file, up to the root of the repository.
func (m *Control) builtModules(by ...string) (names []string) {
	for _, setup := range m.Module().Setups() {
		m.elsewhere(setup, func(lib *Control) {
			for call := range lib.CallsOf(by...) {
				if name, ok := lib.Tree.StringValue(lib.Tree.Arg(call, 0, "name")); ok && name != "" {
					names = append(names, name)
				}
			}
		})
	}
	return names
}

// compiledNames are the variables of the file that hold modules compiled for CUDA, or
// parts of them.
func (m *Control) compiledNames() map[*infer.Symbol]bool {
	type key struct{}
	return infer.Walked(m.Model, key{}, func() map[*infer.Symbol]bool {
		names := m.boundBy(m.importsCompiled)
		for call := range m.CallsOf(builders...) {
			assign := m.Tree.Parent(call)
			if sym := m.Symbol(m.Tree.Child(assign, syntax.FieldLeft)); sym != nil && m.Tree.Kind(assign) == syntax.KindAssignment {
				names[sym] = true
			}
		}
		return names
	})
}

// callsCompiled reports whether a call is of code compiled for CUDA: a function of such
// a module, or an operator that one registers with PyTorch.
func (m *Control) callsCompiled(call syntax.Node) bool {
	callee := m.Tree.Unparen(m.Tree.Callee(call))
	if name, _ := m.Name(callee); name != "" && m.namesCompiled(name) {
		return true
	}
	root := m.leftmost(callee)
	return root != syntax.None && m.compiledNames()[m.Symbol(root)]
}

// namesCompiled reports whether a name leads into a compiled module: my.package._C.f, or
// torch.ops.mine.f. The operators under torch.ops.aten and its like are PyTorch's own.
func (m *Control) namesCompiled(name string) bool {
	if rest, ok := strings.CutPrefix(name, "torch.ops."); ok {
		switch infer.TopOf(rest) {
		case "aten", "prims", "prim", "c10d", "c10d_functional", "_c10d_functional", "higher_order", "quantized", "torchvision", "load_library", "loaded_libraries":
			return false
		}
		return strings.Contains(rest, ".")
	}
	if infer.NeverLocal(infer.TopOf(name)) {
		return false
	}
	parts := strings.Split(name, ".")
	return slices.ContainsFunc(parts[:len(parts)-1], m.DB.CUDAWords().CompiledModule)
}

// namedForCUDA reports whether an import is of a module that lies outside of the files
// checked, of no package that is known, and whose name says that it is for CUDA:
// kernels.triton_ops, mypkg.cuda_kernels.
func (m *Control) namedForCUDA(imp syntax.Import) bool {
	top := infer.TopOf(imp.Module)
	if imp.Module == "" || imp.Level == 0 && (infer.NeverLocal(top) || m.DB.KnowsPackage(top)) || !m.missing(imp) || m.importsCompiled(imp) {
		return false
	}
	if _, listed := m.DB.Library(imp.Module); listed && imp.Level == 0 {
		return false
	}
	parts := strings.FieldsFunc(imp.Module, func(r rune) bool { return r == '.' || r == '_' })
	return slices.Contains(parts, "cuda") || slices.Contains(parts, "triton")
}
