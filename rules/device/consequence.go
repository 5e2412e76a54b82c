package device

import (
	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// consequence returns the meaning of a guard on Neuron.
func consequence(p *analyzer.Pass, g *semantic.Guard) string {
	switch {
	case g.Kind == semantic.GuardOther && p.Tree.Kind(g.Node) == syntax.KindConditional:
		return otherValue
	case g.Kind <= semantic.GuardOther && (len(g.Dead) == 0 || p.Model.RefusesOtherwise(g) || holdsWithout(p, g)):
		return "the branch without CUDA runs"
	}
	return verdicts[g.Kind].text
}

// holdsWithout reports whether a guard lets its own branch run where there is no CUDA,
// and keeps another from it.
func holdsWithout(p *analyzer.Pass, g *semantic.Guard) bool {
	branch := p.Tree.Child(g.Node, syntax.FieldConsequence)
	return branch != syntax.None && len(g.Dead) > 0 && !p.Tree.Span(branch).In(g.Dead)
}
