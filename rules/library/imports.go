package library

import (
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
)

// site is a statement that imports a package of the table of libraries.
type site struct {
	node   syntax.Node // the name of the module in the statement, or the call
	stmt   syntax.Node
	module string // "flash_attn.bert_padding"
	lib    opsdb.Library
	binds  []syntax.Node // the names that the statement binds from the package
	own    bool          // the project has the module itself
}

// confidence is low for names that a project's own modules often have.
func (s site) confidence(p *analyzer.Pass) analyzer.Confidence {
	if ownPackage(p.File.Path, s.module) || s.lib.Import == "cuda" && !cudaPython(s.module) {
		return analyzer.Possible
	}
	return analyzer.Certain
}

// cudaPython recognises the modules of NVIDIA's cuda package; a module of a
// project may be called cuda too.
func cudaPython(module string) bool {
	parts := strings.Split(module, ".")
	return len(parts) > 1 && slices.Contains([]string{"bindings", "core", "cuda", "cudart", "nvrtc", "pathfinder"}, parts[1])
}

// needsCUDA reports whether a library is of no use without CUDA.
func needsCUDA(lib opsdb.Library) bool { return lib.CUDAOnly }

// imports are the sites of a file for the libraries that are wanted, one for each
// package and statement.
func imports(p *analyzer.Pass, wanted func(opsdb.Library) bool) []site {
	var out []site
	for _, imp := range p.Model.Imports() {
		if imp.Level > 0 {
			continue
		}
		s, ok := importSite(p, imp)
		if !ok || !wanted(s.lib) {
			continue
		}
		s.own = p.Model.OfProject(imp)
		if n := len(out); n > 0 && out[n-1].stmt == s.stmt && out[n-1].lib.Import == s.lib.Import {
			out[n-1].binds = append(out[n-1].binds, s.binds...)
			continue
		}
		out = append(out, s)
	}
	return append(out, dynamicImports(p, wanted)...)
}

// importSite looks the imported name up; in "from numba import cuda" the name
// is a module with a row of its own, in "from apex import amp" it is not.
func importSite(p *analyzer.Pass, imp syntax.Import) (site, bool) {
	s := site{node: imp.NameNode, stmt: imp.Stmt, module: imp.Module, binds: []syntax.Node{imp.Bound()}}
	lib, ok := p.DB.Library(imp.Module)
	if imp.Name != "" && ok {
		s.node = p.Tree.Child(imp.Stmt, syntax.FieldModuleName)
	}
	if imp.Name != "" && imp.Name != "*" {
		if full := imp.Module + "." + imp.Name; !ok || lib.Import == "cuda" {
			s.module = full
		}
		if sub, found := p.DB.Library(imp.Module + "." + imp.Name); found && sub.Import != lib.Import {
			lib, ok = sub, true
			s.node, s.module = imp.NameNode, sub.Import
		}
	}
	s.lib = lib
	return s, ok
}

// dynamicImports are calls that import a module by its name.
func dynamicImports(p *analyzer.Pass, wanted func(opsdb.Library) bool) []site {
	if !mentions(p, "import_module") && !mentions(p, "__import__") {
		return nil
	}
	var out []site
	for call := range p.Model.CallsOf("importlib.import_module", "builtins.__import__") {
		module, ok := p.Tree.StringValue(p.Tree.Arg(call, 0, "name"))
		if lib, found := p.DB.Library(module); ok && found && wanted(lib) {
			out = append(out, site{node: call, stmt: call, module: module, lib: lib})
		}
	}
	return out
}
