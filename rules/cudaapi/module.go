package cudaapi

import (
	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules/internal/usage"
)

// moduleHelp is for programs that choose the module of a device.
const moduleHelp = "use `torch.get_device_module(device)`, and check the calls on the module"

// reportModules reports torch.cuda itself where a program hands it on as the module of
// a device: later calls on it are not visible.
func reportModules(p *analyzer.Pass) {
	for u := range usage.Of(p, func(name string) bool { return name == "torch.cuda" }) {
		if u.Longer || u.Stored || u.Mentioned || p.Model.GuardedForNeuron(u.Node) || !handedOn(p, u.Node) {
			continue
		}
		api, _ := p.DB.API(u.Name)
		p.Report(analyzer.Diagnostic{
			Span:       p.Tree.Span(u.Node),
			Message:    code(u.Name) + " is passed on as a device module, and Neuron has its own",
			Help:       moduleHelp,
			Severity:   analyzer.Info,
			Confidence: u.Confidence,
			API:        u.Name,
			Fact:       api.Ref,
		})
	}
}

// handedOn reports whether a module is the default of a getattr, an entry of a table,
// or the result of a function. A getattr on torch with the name of a device succeeds
// for Neuron too, and not for XLA.
func handedOn(p *analyzer.Pass, module syntax.Node) bool {
	switch parent := p.Tree.Parent(module); p.Tree.Kind(parent) {
	case syntax.KindArgumentList:
		call := p.Tree.Parent(parent)
		name, _ := p.Model.CallName(call)
		from, _ := p.Model.Name(p.Tree.Arg(call, 0, ""))
		return name == "builtins.getattr" && p.Tree.Arg(call, 2, "") == module && (from != "torch" || p.Target.Rewrite == opsdb.RewriteXLA)
	case syntax.KindPair:
		return p.Tree.Field(module) == syntax.FieldValue
	case syntax.KindReturn:
		return true
	}
	return false
}
