package step

import (
	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// behind are the statements behind which the steps of a round have ended: the one in the
// body of the loop or function that holds the last call, so that rounds which only
// gather gradients end, too; or that of each call, where the round may be left between.
func behind(p *analyzer.Pass, around syntax.Node, calls []syntax.Node) []syntax.Node {
	if around != syntax.None {
		last := lastOf(p, p.Tree.Body(around), calls)
		if last != syntax.None && !leaves(p, around, calls[0], last) {
			return []syntax.Node{last}
		}
	}
	var each []syntax.Node
	for _, call := range calls {
		each = append(each, p.Tree.Statement(call))
	}
	return each
}

// lastOf is the statement of a body that holds the last of some calls, or of the block
// under a with that holds all of them.
func lastOf(p *analyzer.Pass, body syntax.Node, calls []syntax.Node) syntax.Node {
	for {
		first, last := within(p, body, calls[0]), within(p, body, calls[len(calls)-1])
		if first == syntax.None || last == syntax.None || first != last || p.Tree.Kind(last) != syntax.KindWith {
			return last
		}
		body = p.Tree.Body(last)
	}
}

// within is the statement of a body that holds n; None if n is elsewhere.
func within(p *analyzer.Pass, body, n syntax.Node) syntax.Node {
	for n != syntax.None && p.Tree.Parent(n) != body {
		n = p.Tree.Parent(n)
	}
	return n
}

// leaves reports whether a round may be left between a step and the end of a statement.
func leaves(p *analyzer.Pass, around, from, last syntax.Node) bool {
	start, stop := p.Tree.Stop(from), p.Tree.Stop(last)
	for n := range p.Tree.All(around) {
		switch p.Tree.Kind(n) {
		case syntax.KindContinue, syntax.KindBreak, syntax.KindReturn, syntax.KindRaise:
			if at := p.Tree.Start(n); at >= start && at < stop {
				return true
			}
		}
	}
	return false
}
