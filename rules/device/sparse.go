package device

import (
	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// isSparse reports whether an expression is a sparse tensor, which no Neuron device
// has: it must be converted before it is moved.
func isSparse(p *analyzer.Pass, n syntax.Node) bool {
	made, _ := p.Model.SparseMaker(n)
	return made != syntax.None
}

// movesSparse reports whether a call is of a method of such a tensor.
func movesSparse(p *analyzer.Pass, call syntax.Node) bool {
	callee := p.Tree.Callee(call)
	return p.Tree.Kind(callee) == syntax.KindAttribute && isSparse(p, p.Tree.Object(callee))
}
