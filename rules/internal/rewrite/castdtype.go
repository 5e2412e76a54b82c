package rewrite

import (
	"bytes"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// CastDtype is the argument that writes down what autocast casts to on CUDA
// where a call leaves that to the device: float16. It is empty where the call
// says it already, where the program sets another default, and where gradients
// may be computed: those need loss scaling in float16, which Neuron does not do.
func CastDtype(p *analyzer.Pass, call syntax.Node) (argument string, edits []analyzer.Edit) {
	positional, _, splat := p.Tree.ArgCount(call)
	if splat || positional > 1 || p.Tree.Keyword(call, "dtype") != syntax.None ||
		bytes.Contains(p.Tree.Source(), []byte("set_autocast")) || !withoutGradients(p, call) {
		return "", nil
	}
	local, edits := Module(p, "torch", call)
	return "dtype=" + local + ".float16", edits
}

// withoutGradients reports whether a statement around n turns gradients off.
func withoutGradients(p *analyzer.Pass, n syntax.Node) bool {
	for at := p.Tree.Parent(n); at != syntax.None; at = p.Tree.Parent(at) {
		switch p.Tree.Kind(at) {
		case syntax.KindWith:
			for _, item := range p.Tree.WithItems(at) {
				if turnsGradientsOff(p, item.Value) {
					return true
				}
			}
		case syntax.KindFunction:
			for _, d := range p.Tree.Decorators(at) {
				if turnsGradientsOff(p, d) {
					return true
				}
			}
			return false
		}
	}
	return false
}

// turnsGradientsOff reports whether an expression is torch.no_grad() or
// torch.inference_mode(), or one of the two as a decorator.
func turnsGradientsOff(p *analyzer.Pass, n syntax.Node) bool {
	name, _ := p.Model.Name(n)
	if p.Tree.Kind(n) == syntax.KindCall {
		name, _ = p.Model.CallName(n)
	}
	return name == "torch.no_grad" || name == "torch.inference_mode"
}

// AddBehind adds an argument behind the one that a literal is, and behind the
// parentheses of that.
func AddBehind(p *analyzer.Pass, call, literal syntax.Node, text string) analyzer.Edit {
	at := p.Tree.Stop(literal)
	for arg := range p.Tree.Args(call) {
		if p.Tree.Within(literal, arg.Node) {
			at = p.Tree.Stop(arg.Node)
		}
	}
	return Edit(p, source.Span{Start: at, End: at}, ", "+text)
}
