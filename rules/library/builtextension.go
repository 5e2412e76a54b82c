package library

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/rules/internal/usage"
)

// reportBuilt reports imports of extensions that a setup.py, often of another
// repository, has built with CUDA: their names end in _cuda, and no file of the project
// has the name.
func reportBuilt(p *analyzer.Pass) {
	if !p.Model.ImportsAny("torch") || !mentions(p, "_cuda") {
		return
	}
	last := syntax.None
	for _, imp := range p.Model.Imports() {
		name, _, _ := strings.Cut(imp.Module, ".")
		lib, known := p.DB.Library(imp.Module)
		if imp.Level > 0 || imp.Stmt == last || !builtWithCUDA(name) || known && lib.CUDAOnly || p.Model.OfProject(imp) || settled(p, imp.Stmt) {
			continue
		}
		last = imp.Stmt
		help, _ := instead(p)
		r, _ := p.DB.Replacement("torch.utils.cpp_extension.CUDAExtension", p.Target.Rewrite)
		p.Report(analyzer.Diagnostic{
			Span:       p.Tree.Span(imp.NameNode),
			Message:    code(name) + " is a CUDA extension, by its name, and may be missing on Neuron",
			Help:       help,
			Severity:   min(analyzer.Warning, callSeverity(p, imp.Stmt, importFails)),
			Confidence: analyzer.Likely,
			API:        "torch.utils.cpp_extension.CUDAExtension",
			Fact:       r.Ref,
			Related:    usage.Imported(p, imp.Bound()),
		})
	}
}

// builtWithCUDA recognises upfirdn2d_cuda. Packages named after no more than a vendor's
// library are in the table of libraries.
func builtWithCUDA(name string) bool {
	return strings.HasSuffix(name, "_cuda") && len(name) > len("_cuda")
}
