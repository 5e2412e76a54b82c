package graph

import (
	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// alike are those of some casts to float64 that stand behind the first tensor of a
// finding and may run on the device. What they cast is not known to be a tensor that
// lies there: not enough to be reported by itself, but it has to be changed along.
func (w *wideTensors) alike(p *analyzer.Pass, casts []syntax.Node) []syntax.Node {
	var out []syntax.Node
	for _, call := range casts {
		if p.Tree.Start(call) > p.Tree.Start(w.calls[0]) && !p.Model.OnHost(call) && !p.Model.Handled(call) && !narrowed(p, call) {
			out = append(out, call)
		}
	}
	return out
}

// toDouble recognises x.to(torch.float64), whatever x is.
func toDouble(p *analyzer.Pass, call syntax.Node) bool {
	callee := p.Tree.Callee(call)
	if p.Tree.Kind(callee) != syntax.KindAttribute || p.Tree.Text(p.Tree.AttrName(callee)) != "to" {
		return false
	}
	for a := range p.Tree.Args(call) {
		if name, _ := p.Model.Name(a.Value); name == "torch.float64" || name == "torch.double" {
			return true
		}
	}
	return false
}
