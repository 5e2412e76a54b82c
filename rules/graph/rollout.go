package graph

import (
	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// acts reports whether n runs in every round of a loop that steps an environment for
// reinforcement learning, which lives on the host: its inputs have been read from the
// device, with gradients or without.
func acts(p *analyzer.Pass, n syntax.Node) bool {
	if p.Model.Deviceless() {
		return false
	}
	loop := roundOf(p, n)
	switch p.Tree.Kind(loop) {
	case syntax.KindFor, syntax.KindWhile:
		return stepsEnvironment(p, loop) && !occasionalIn(p, n, loop) && !leaves(p, n, loop) && !trains(p, loop) && !flushed(p, n, loop)
	}
	return false
}

// leaves reports whether n stands where a loop is left: it runs once for all rounds.
func leaves(p *analyzer.Pass, n, loop syntax.Node) bool {
	for at := p.Tree.Statement(n); at != syntax.None && p.Tree.Suite(at) != p.Tree.Child(loop, syntax.FieldBody); at = p.Tree.Parent(p.Tree.Suite(at)) {
		switch p.Tree.Kind(p.Tree.Last(p.Tree.Suite(at))) {
		case syntax.KindReturn, syntax.KindBreak, syntax.KindRaise:
			return true
		}
	}
	return false
}

// stepsEnvironment reports whether a loop steps an environment itself, in all of its
// rounds: obs, reward, done, info = env.step(action).
func stepsEnvironment(p *analyzer.Pass, loop syntax.Node) bool {
	type key struct{ loop syntax.Node }
	return analyzer.Once(p, key{loop}, func() bool {
		for call := range p.Tree.All(p.Tree.Child(loop, syntax.FieldBody)) {
			if p.Tree.Kind(call) == syntax.KindCall && p.Model.StepsEnvironment(call) && roundOf(p, call) == loop && !occasionalIn(p, call, loop) {
				return true
			}
		}
		return false
	})
}
