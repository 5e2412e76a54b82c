package device

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// choices are the statements and expressions of a file in which tests for CUDA choose
// the code to run, each with all its arms. They are read once, not for each of their
// tests.
type choices struct {
	pass *analyzer.Pass
	all  map[syntax.Node]*choice
}

// choice is an if statement, a match statement or a conditional expression; for a test
// whose outcome is used otherwise, the code that uses it.
type choice struct {
	stops []source.Span // code in it that may end the program
	tests map[*semantic.Component]int
}

func newChoices(p *analyzer.Pass) *choices {
	cs := &choices{pass: p, all: make(map[syntax.Node]*choice)}
	for _, list := range [][]*semantic.Compare{p.Model.Compares(), p.Model.Queried()} {
		for _, c := range list {
			cs.of(c).tests[c.Component]++
		}
	}
	return cs
}

// of is the choice that a test makes.
func (cs *choices) of(c *semantic.Compare) *choice {
	top := cs.top(c.Node)
	if made := cs.all[top]; made != nil {
		return made
	}
	made := &choice{tests: make(map[*semantic.Component]int)}
	cs.all[top] = made
	for n := range cs.pass.Tree.All(top) {
		if cs.stops(n) {
			made.stops = append(made.stops, cs.pass.Tree.Span(n))
		}
	}
	return made
}

// top is the statement or expression that holds all arms of a test's choice.
func (cs *choices) top(test syntax.Node) syntax.Node {
	t := cs.pass.Tree
	n := test
	if t.Kind(test) != syntax.KindCaseClause {
		n = t.Parent(cs.pass.Model.Condition(test))
	}
	for {
		switch up := t.Parent(n); {
		case t.Kind(n) == syntax.KindElif, t.Kind(n) == syntax.KindCaseClause, t.Kind(up) == syntax.KindMatch, t.Kind(up) == syntax.KindConditional:
			n = up
		case t.Kind(n) == syntax.KindArgumentList, t.Kind(n) == syntax.KindKeywordArgument:
			return t.Statement(n)
		default:
			return n
		}
	}
}

// stops reports whether n can end the program.
func (cs *choices) stops(n syntax.Node) bool {
	switch cs.pass.Tree.Kind(n) {
	case syntax.KindRaise, syntax.KindAssert:
		return true
	case syntax.KindCall:
		switch name, _ := cs.pass.Model.CallName(n); name {
		case "sys.exit", "builtins.exit", "builtins.quit", "os._exit":
			return true
		}
		callee := cs.pass.Tree.Callee(n)
		return strings.HasPrefix(cs.pass.Tree.Text(cs.pass.Tree.AttrName(callee)), "assert")
	}
	return false
}

// spare is the trust in a change of a device while a test of it for CUDA stays. The
// test then fails on Neuron, as it does today. That must not raise, and no other arm of
// the choice may test the device anew; it is without danger where the branch is not
// missed.
func (cs *choices) spare(c *semantic.Compare, regions []source.Span) analyzer.Safety {
	if cs.pass.Tree.Kind(c.Node) == syntax.KindSubscript {
		return analyzer.NoFix // a table that lacks Neuron
	}
	made := cs.of(c)
	if made.tests[c.Component] > 1 {
		return analyzer.NoFix
	}
	for _, stop := range made.stops {
		if !stop.In(regions) {
			return analyzer.NoFix
		}
	}
	if e := missed(cs.pass, c.Node, c.Negated); e.severity == analyzer.Info && e.kind == semantic.GuardHarmless {
		return analyzer.Safe
	}
	return analyzer.Unsafe
}
