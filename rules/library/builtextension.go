package library

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/rules/internal/usage"
)

// reportBuilt reports imports of extensions that a setup.py builds with CUDA, of this
// repository or of another one, where no file of the project has the name.
func reportBuilt(p *analyzer.Pass) {
	if !p.Model.ImportsAny("torch") {
		return
	}
	last := syntax.None
	for _, imp := range p.Model.Imports() {
		lib, known := p.DB.Library(imp.Module)
		if imp.Stmt == last || known && lib.CUDAOnly || !p.Model.BuiltForCUDA(imp) || settled(p, imp.Stmt) {
			continue
		}
		last = imp.Stmt
		help, _ := instead(p)
		r, _ := p.DB.Replacement("torch.utils.cpp_extension.CUDAExtension", p.Target.Rewrite)
		p.Report(analyzer.Diagnostic{
			Span:       p.Tree.Span(imp.NameNode),
			Message:    code(builtName(imp)) + " is an extension built with CUDA, and may be missing on Neuron",
			Help:       help,
			Severity:   min(analyzer.Warning, callSeverity(p, imp.Stmt, importFails)),
			Confidence: analyzer.Likely,
			API:        "torch.utils.cpp_extension.CUDAExtension",
			Fact:       r.Ref,
			Related:    usage.Imported(p, imp.Bound()),
		})
	}
}

// builtName is the module that an import names, without the package around it.
func builtName(imp syntax.Import) string {
	if imp.Name != "" && imp.Level > 0 && imp.Module == "" {
		return imp.Name
	}
	return strings.TrimSuffix(imp.Module+"."+imp.Name, ".")
}
