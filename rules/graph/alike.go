package graph

import (
	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// alike are those of some casts to float64 that stand behind the first tensor of a
// finding and may run on the device. Their operands are not known to be tensors that
// lie there: not enough for a finding by itself, but they have to be changed along with
// it.
func (w *wideTensors) alike(p *analyzer.Pass, casts []syntax.Node) []syntax.Node {
	var out []syntax.Node
	for _, call := range casts {
		if p.Tree.Start(call) > p.Tree.Start(w.calls[0]) && !p.Model.OnHost(call) && !p.Model.GuardedForNeuron(call) && !narrowed(p, call) {
			out = append(out, call)
		}
	}
	return out
}

// toDouble recognises explicit conversions to float64: x.to(torch.float64), whatever x
// is, and of tensors also x.double() and x.sum(dtype=torch.float64).
func toDouble(p *analyzer.Pass, call syntax.Node) bool {
	object := p.Tree.Object(p.Tree.Callee(call))
	if object == syntax.None {
		return false
	}
	switch method := p.Tree.Text(p.Tree.AttrName(p.Tree.Callee(call))); method {
	case "to":
		for a := range p.Tree.Args(call) {
			if isDouble(p, a.Value) {
				return true
			}
		}
		return false
	case "double":
		return p.Model.Type(object).Kind == semantic.KindTensor
	default:
		return p.Model.Type(object).Kind == semantic.KindTensor && givesDType(p, call, method) && isDouble(p, p.Tree.Keyword(call, "dtype"))
	}
}

// isDouble recognises torch.float64 and its other name.
func isDouble(p *analyzer.Pass, n syntax.Node) bool {
	name, _ := p.Model.Name(n)
	return name == "torch.float64" || name == "torch.double"
}
