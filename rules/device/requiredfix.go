package device

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules/internal/rewrite"
	"github.com/neuronlint/neuronlint/rules/internal/usage"
)

// anyAccelerator are the decorators that check for any accelerator, by package and the
// name of the one that asks for CUDA: transformers/testing_utils.py,
// diffusers/utils/testing_utils.py and accelerate/test_utils/testing.py.
var anyAccelerator = map[string]string{
	"transformers.require_torch_gpu":       "require_torch_accelerator",
	"transformers.require_torch_multi_gpu": "require_torch_multi_accelerator",
	"diffusers.require_torch_gpu":          "require_torch_accelerator",
	"diffusers.require_torch_multi_gpu":    "require_torch_multi_accelerator",
	"accelerate.require_cuda":              "require_non_cpu",
	"accelerate.require_multi_gpu":         "require_multi_device",
	"accelerate.require_single_gpu":        "require_single_device",
}

// requiredFix asks for any accelerator, with the decorator that the same library has
// for it.
func requiredFix(p *analyzer.Pass, u usage.Use) []analyzer.Fix {
	pkg, _, _ := strings.Cut(u.Name, ".")
	name := anyAccelerator[pkg+u.Name[strings.LastIndexByte(u.Name, '.'):]]
	if name == "" || p.Target.Rewrite == opsdb.RewriteXLA || p.Tree.InError(u.Node) {
		return nil
	}
	fix := analyzer.Fix{Title: "check for any accelerator", Requires: requires(p), Revives: p.Model.Reach(decorated(p, u.Node))}
	fix.Take(analyzer.Doubtful("the test then runs on Neuron, and may need CUDA"))
	if p.Tree.Kind(u.Node) == syntax.KindAttribute {
		fix.Edits = []analyzer.Edit{rewrite.Replace(p, p.Tree.AttrName(u.Node), name)}
		return []analyzer.Fix{fix}
	}
	imported, ok := importOf(p, u.Node)
	if !ok || !usage.AllOf(p, func(use syntax.Node) bool { return decorates(p, use) }, imported.Bound()) {
		return nil
	}
	fix.Group = rewrite.Group(p, imported.NameNode)
	fix.Edits = []analyzer.Edit{rewrite.Replace(p, imported.NameNode, name)}
	if imported.AsNode == syntax.None {
		fix.Edits = append(fix.Edits, rewrite.Replace(p, u.Node, name))
	}
	return []analyzer.Fix{fix}
}

// decorated is the test, or the class of tests, that a decorator skips.
func decorated(p *analyzer.Pass, n syntax.Node) []source.Span {
	for p.Tree.Kind(n) != syntax.KindDecorator {
		n = p.Tree.Parent(n)
	}
	for n = p.Tree.Next(n); n != syntax.None; n = p.Tree.Next(n) {
		if p.Tree.Kind(n) != syntax.KindDecorator {
			return []source.Span{p.Tree.Span(n)}
		}
	}
	return nil
}

// importOf is the from-import that is the only binding of a name, unless it binds a
// name other than the one it is to import.
func importOf(p *analyzer.Pass, name syntax.Node) (syntax.Import, bool) {
	defs := p.Model.ReachingDefs(name)
	if len(defs) != 1 || defs[0].Kind != semantic.DefImport {
		return syntax.Import{}, false
	}
	for _, imp := range p.Model.Imports() {
		if imp.Bound() == defs[0].Node {
			return imp, imp.Name != "" && imp.Name != "*"
		}
	}
	return syntax.Import{}, false
}

// decorates reports whether a name is a decorator, or is called to make one.
func decorates(p *analyzer.Pass, use syntax.Node) bool {
	if parent := p.Tree.Parent(use); p.Tree.Kind(parent) == syntax.KindCall && p.Tree.Callee(parent) == use {
		use = parent
	}
	return p.Tree.Kind(p.Tree.Parent(use)) == syntax.KindDecorator
}
