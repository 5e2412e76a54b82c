package device

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// reportTypeTexts reports tests of the text that Tensor.type() returns:
//
//	x.type() == "torch.cuda.FloatTensor"
//	"cuda" in str(x.type())
//	x.type().startswith("torch.cuda")
func reportTypeTexts(p *analyzer.Pass) {
	if !p.Model.TextHas("cuda") || !p.Model.ImportsAny("torch") {
		return
	}
	for test := range p.Tree.OfKind(syntax.KindComparison) {
		operands, _ := p.Tree.Comparison(test)
		for i, operand := range operands {
			for _, n := range listed(p.Tree, operand) {
				text, ok := p.Tree.StringValue(n)
				if ok && (semantic.IsCUDATensorType(text) || strings.Contains(text, "cuda") && besideTypeText(p, operands, i)) {
					reportTypeText(p, n, text)
				}
			}
		}
	}
	for _, call := range p.Model.Calls() {
		obj, method := p.Model.MethodCall(call)
		if method != "startswith" || !isTypeText(p, obj) {
			continue
		}
		if n := p.Tree.Arg(call, 0, ""); n != syntax.None {
			if text, ok := p.Tree.StringValue(n); ok && strings.Contains(text, "cuda") {
				reportTypeText(p, n, text)
			}
		}
	}
}

// listed are the items of a collection that is written out, or the expression itself.
func listed(t *syntax.Tree, n syntax.Node) (out []syntax.Node) {
	n = t.Unparen(n)
	switch t.Kind(n) {
	case syntax.KindTuple, syntax.KindList, syntax.KindSet:
		for item := range t.Children(n) {
			out = append(out, item)
		}
		return out
	}
	return []syntax.Node{n}
}

// besideTypeText reports whether an operand stands beside the text of a tensor's type.
func besideTypeText(p *analyzer.Pass, operands []syntax.Node, i int) bool {
	return i > 0 && isTypeText(p, operands[i-1]) || i+1 < len(operands) && isTypeText(p, operands[i+1])
}

// isTypeText reports whether an expression is, or holds, the result of type() without
// arguments: a method of tensors alone, apart from a project's own classes.
func isTypeText(p *analyzer.Pass, n syntax.Node) bool {
	for _, value := range p.Model.Alternatives(p.Tree.Unparen(n)) {
		if name, _ := p.Model.CallName(value); name == "builtins.str" {
			value = p.Tree.Unparen(p.Tree.Arg(value, 0, "object"))
		}
		obj, method := p.Model.MethodCall(value)
		if method != "type" || p.Model.Type(obj).OfProject() {
			continue
		}
		for range p.Tree.Args(value) {
			return false
		}
		return true
	}
	return false
}

func reportTypeText(p *analyzer.Pass, n syntax.Node, text string) {
	if p.Model.GuardedForNeuron(n) {
		return
	}
	message := "no tensor on Neuron has the type `" + text + "`"
	if !semantic.IsCUDATensorType(text) {
		message = "no tensor on Neuron has `" + text + "` in the text of its type"
	}
	p.Report(analyzer.Diagnostic{
		Span:       p.Tree.Span(n),
		Message:    message,
		Help:       "test `tensor.dtype` and `tensor.device.type`",
		Severity:   analyzer.Warning,
		Confidence: analyzer.Certain,
		API:        "torch.cuda.FloatTensor",
		Fact:       fact(p, "torch.cuda.FloatTensor"),
	})
}
