package device

import (
	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// asksBeside reports whether the condition around a test asks whether there is
// CUDA at all, as in `device == "cuda" and not torch.cuda.is_available()`.
func asksBeside(p *analyzer.Pass, test syntax.Node) bool {
	type key struct{}
	cond := p.Model.Condition(test)
	return analyzer.Each(p, key{}, cond, func() bool {
		for n := range p.Tree.All(cond) {
			if p.Tree.Kind(n) == syntax.KindNotOperator {
				name, _ := p.Model.CallName(p.Tree.Unparen(p.Tree.Child(n, syntax.FieldArgument)))
				if semantic.IsQuery(name) {
					return true
				}
			}
		}
		return false
	})
}

// beside is the effect of a test that stands beside such a query.
func (e effect) beside(p *analyzer.Pass, test syntax.Node) effect {
	e.severity, e.text = analyzer.Warning, "CUDA may be requested but is missing"
	if leaving, ok := p.Model.Leaves(test); ok && leaving != semantic.GuardAssertion {
		e.text = "where CUDA is chosen, " + verdicts[leaving].text
	}
	return e
}

// missing is the effect of a test that, with such a query, refuses a request for CUDA:
// other devices pass. To let the test hold for Neuron would let CUDA pass there.
func (e effect) missing() effect {
	e.severity, e.advice = analyzer.Info, "nothing to do for Neuron unless it should have its own branch"
	return e
}
