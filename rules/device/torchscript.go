package device

import (
	"slices"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// inTorchScript reports whether a call moves a module that TorchScript has compiled, or
// that it compiles later: a traced program keeps the devices of the tensors that it was
// traced with, which do not move with its module, and nobody sees what a loaded one runs.
func inTorchScript(p *analyzer.Pass, move syntax.Node) bool {
	const maxUses = 64
	if !p.Model.TextHas("jit") {
		return false
	}
	object := p.Tree.Unparen(p.Tree.Object(p.Tree.Callee(move)))
	if compilesScript(p, object) || compiledWithin(p, move) {
		return true
	}
	sym := p.Model.Symbol(object)
	if p.Tree.Kind(object) != syntax.KindIdentifier || sym == nil || len(sym.Uses) > maxUses {
		return false
	}
	made := func(d semantic.Def) bool {
		return d.Kind == semantic.DefAssign && compilesScript(p, p.Tree.Unparen(d.Value))
	}
	return slices.ContainsFunc(p.Model.ReachingDefs(object), made) ||
		slices.ContainsFunc(sym.Uses, func(use syntax.Node) bool { return compiledWithin(p, use) })
}

// compilesScript reports whether an expression is the result of a compiler of TorchScript,
// or a loaded program, itself or by a method that yields it: torch.jit.load(path).eval().
func compilesScript(p *analyzer.Pass, n syntax.Node) bool {
	for range 8 {
		obj, method := p.Model.MethodCall(n)
		if !semantic.Converts(method) {
			break
		}
		n = p.Tree.Unparen(obj)
	}
	if p.Tree.Kind(n) != syntax.KindCall {
		return false
	}
	switch name, _ := p.Model.CallName(n); name {
	case "torch.jit.load", "torch.jit.trace", "torch.jit.trace_module", "torch.jit.script", "torch.jit.freeze", "torch.jit.optimize_for_inference":
		return true
	}
	return false
}

// compiledWithin reports whether a module is the first argument of such a compiler, itself
// or through methods that yield it: torch.jit.script(model.eval()).
func compiledWithin(p *analyzer.Pass, n syntax.Node) bool {
	for range 8 {
		outer := p.Tree.Parent(n)
		switch p.Tree.Kind(outer) {
		case syntax.KindArgumentList:
			call := p.Tree.Parent(outer)
			return compilesScript(p, call) && p.Tree.Unparen(p.Tree.First(outer)) == n
		case syntax.KindAttribute:
			if !semantic.Converts(p.Tree.View(p.Tree.AttrName(outer))) {
				return false
			}
		case syntax.KindCall, syntax.KindParenthesized:
		default:
			return false
		}
		n = outer
	}
	return false
}
