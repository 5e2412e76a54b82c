package graph

import (
	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/rules/internal/reach"
)

// keptBy is the tensor that a module keeps as a buffer or parameter, and that moves to
// the device with it: self.register_buffer("betas", betas), nn.Parameter(table).
func keptBy(p *analyzer.Pass, call syntax.Node) syntax.Node {
	callee := p.Tree.Callee(call)
	if name, _ := p.Model.CallName(call); name == "torch.nn.Parameter" {
		return p.Tree.Arg(call, 0, "data")
	}
	if p.Tree.Kind(callee) != syntax.KindAttribute || p.Tree.Text(p.Tree.AttrName(callee)) != "register_buffer" ||
		p.Tree.Text(p.Tree.Object(callee)) != "self" || p.Model.Type(p.Tree.Object(callee)).Kind != semantic.KindModule {
		return syntax.None
	}
	return p.Tree.Arg(call, 1, "tensor")
}

// keptDType is "float64" if a tensor that a module keeps has it. Whole numbers that are
// kept are counters and positions.
func keptDType(p *analyzer.Pass, n syntax.Node) string {
	if reach.InTestFile(p) || p.Model.DType(n) != "float64" && madeOf(p, n) != "float64" {
		return ""
	}
	return "float64"
}
