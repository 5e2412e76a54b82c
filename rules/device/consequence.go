package device

import (
	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// consequence returns the meaning of a guard, which a query decides, on Neuron.
func consequence(p *analyzer.Pass, atom syntax.Node, g *semantic.Guard) string {
	switch {
	case g.Kind == semantic.GuardExit && !p.Tree.Within(atom, g.Node):
		return "code that tests it leaves early"
	case g.Kind == semantic.GuardExit:
		return exit(p, g)
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

// exit says what a guard leaves early.
func exit(p *analyzer.Pass, g *semantic.Guard) string {
	switch p.Tree.Kind(p.Tree.Last(p.Tree.Child(g.Node, syntax.FieldConsequence))) {
	case syntax.KindContinue:
		return "the loop goes on to its next iteration early"
	case syntax.KindBreak:
		return "the loop ends early"
	case syntax.KindRaise:
		return "an exception is raised, which a handler takes"
	}
	return verdicts[g.Kind].text
}
