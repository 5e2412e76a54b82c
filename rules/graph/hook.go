package graph

import (
	"slices"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/rules/internal/reach"
)

// hookPlace tells how often a function runs that a trainer calls by its name, or whose
// name says which part of a step it is.
func hookPlace(p *analyzer.Pass, fn syntax.Node) place {
	switch p.Model.TrainerCalls(fn) {
	case semantic.CadenceStep:
		return perStep
	case semantic.CadenceBatch:
		return perBatch
	}
	return elsewhere
}

// registeredPlace tells how often n runs in a function that the file registers as a
// hook: in every call of a module that registers it in its constructor, and in every
// step where the training function does. A hook that is removed again runs seldom.
func registeredPlace(p *analyzer.Pass, n syntax.Node) place {
	fn := p.Tree.EnclosingFunction(n)
	if k := p.Tree.Kind(fn); k != syntax.KindFunction && k != syntax.KindLambda || reach.InTestFile(p) {
		return elsewhere
	}
	hooks := p.Model.Hooks(fn)
	if len(hooks) == 0 || removesHooks(p) {
		return elsewhere
	}
	most := elsewhere
	for _, call := range hooks {
		if p.Model.GuardedForNeuron(call) || occasional(p, call) {
			continue
		}
		outer := p.Tree.EnclosingFunction(call)
		switch region := p.Model.Region(call); {
		case region == semantic.RegionForward, region == semantic.RegionSetup && p.Tree.Text(p.Tree.FuncName(outer)) == "__init__":
			most = perCall
		case holdsStepLoop(p, outer):
			most = max(most, perStep)
		}
	}
	return most
}

// removesHooks reports whether a file takes hooks away: handle.remove().
func removesHooks(p *analyzer.Pass) bool {
	return p.Model.TextHas("remove") && slices.ContainsFunc(p.Model.Calls(), func(call syntax.Node) bool {
		callee := p.Tree.Callee(call)
		positional, keyword, splat := p.Tree.ArgCount(call)
		return positional+keyword == 0 && !splat && p.Tree.Kind(callee) == syntax.KindAttribute && p.Tree.Text(p.Tree.AttrName(callee)) == "remove"
	})
}

// holdsStepLoop reports whether a loop over steps stands in a function.
func holdsStepLoop(p *analyzer.Pass, fn syntax.Node) bool {
	return analyzer.Once(p, stepLoopIn{fn}, func() bool {
		for n := range p.Tree.All(fn) {
			if k := p.Tree.Kind(n); (k == syntax.KindFor || k == syntax.KindWhile) && stepLoop(p, n) {
				return true
			}
		}
		return false
	})
}

// stepLoopIn asks for a loop over steps in a function.
type stepLoopIn struct{ fn syntax.Node }

// inFirstStep reports whether n, in a hook, runs only in the very first step: if
// self.global_step == 0.
func inFirstStep(p *analyzer.Pass, n, hook syntax.Node) bool {
	for at := n; at != hook; at = p.Tree.Parent(at) {
		if k := p.Tree.Kind(at); k != syntax.KindIf && k != syntax.KindElif {
			continue
		}
		for c := range p.Tree.All(p.Tree.Condition(at)) {
			if p.Tree.Kind(c) == syntax.KindComparison && first(p, c) {
				return true
			}
		}
	}
	return false
}
