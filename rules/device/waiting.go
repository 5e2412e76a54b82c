package device

import (
	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
)

// waiting is the effect of a test that lets the program wait for CUDA alone: no result
// is missed, but the wait is, which is available for Neuron as well.
func (e effect) waiting(p *analyzer.Pass, test syntax.Node, negated bool) effect {
	if row, ok := waits(p, test, negated); ok && e.kind == semantic.GuardHarmless {
		e.text, e.advice = "the code does not wait for the device", "where you need the wait, use `"+row.Text+"`: "+row.Clause()
	}
	return e
}

// waits is the replacement of torch.cuda.synchronize, where such a call runs only if a
// test for CUDA holds.
func waits(p *analyzer.Pass, test syntax.Node, negated bool) (row opsdb.Replacement, ok bool) {
	for call := range p.Model.CallsOf("torch.cuda.synchronize") {
		if regions, _ := p.Model.Controlled(test, !negated); p.Tree.Span(call).In(regions) {
			row, ok = p.DB.Replacement("torch.cuda.synchronize", p.Target.Rewrite)
			return row, ok && row.Text != ""
		}
	}
	return row, false
}
