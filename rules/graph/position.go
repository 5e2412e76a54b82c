package graph

import (
	"slices"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
)

// reportPositions reports parts of a tensor on the device that begin elsewhere in each step
// of training: x[i] and x[i:i + n], where the loop over steps counts i or draws it. On
// torch-xla the position is part of the graph.
func reportPositions(p *analyzer.Pass, told *told) {
	if p.Target.Rewrite.Stack() != opsdb.RewriteXLA.Stack() {
		return
	}
	for n := range p.Tree.OfKind(syntax.KindSubscript) {
		at := movingPart(p, n)
		if at == syntax.None || isStored(p, n) || told.knows(n) {
			continue
		}
		told.add(n, &finding{
			idiom: "changing-position", at: n, what: "a position that each step moves", place: perStep,
			severity: perStep.severity(), confidence: analyzer.Likely,
			related: p.Places("moved here", at),
		})
	}
}

// isStored reports whether something is assigned to n.
func isStored(p *analyzer.Pass, n syntax.Node) bool {
	return p.Tree.Field(n) == syntax.FieldLeft
}

// movingPart finds what moves the beginning of a part of a tensor on the device from one
// step to the next: the loop, an assignment, or None.
func movingPart(p *analyzer.Pass, subscript syntax.Node) syntax.Node {
	of := p.Tree.Child(subscript, syntax.FieldValue)
	if t := p.Model.Type(of); t.Kind != semantic.KindTensor || t.Confidence < analyzer.Likely {
		return syntax.None
	}
	starts := startsOf(p, subscript)
	if len(starts) == 0 || !p.Model.Placed(of) || p.Model.OnHost(of) || batchPlace(p, subscript) != perStep {
		return syntax.None
	}
	loop := loopOfSteps(p, subscript)
	for _, start := range starts {
		if at := movedIn(p, start, loop); at != syntax.None {
			return at
		}
	}
	return syntax.None
}

// startsOf are the numbers in a subscript, and the beginnings of its slices.
func startsOf(p *analyzer.Pass, subscript syntax.Node) []syntax.Node {
	var starts []syntax.Node
	of := p.Tree.Child(subscript, syntax.FieldValue)
	for n := range p.Tree.Children(subscript) {
		if n == of {
			continue
		}
		parts := []syntax.Node{n}
		if isTuple(p, n) {
			parts = slices.Collect(p.Tree.Children(n))
		}
		for _, part := range parts {
			if p.Tree.Kind(part) == syntax.KindSlice {
				part = p.Tree.First(part)
			}
			if part != syntax.None && p.Tree.Kind(part) != syntax.KindInteger {
				starts = append(starts, part)
			}
		}
	}
	return starts
}

// loopOfSteps is the loop around n each round of which is a step of training.
func loopOfSteps(p *analyzer.Pass, n syntax.Node) syntax.Node {
	fn := p.Tree.EnclosingFunction(n)
	for at := p.Tree.Parent(n); at != syntax.None && at != fn; at = p.Tree.Parent(at) {
		if k := p.Tree.Kind(at); (k == syntax.KindFor || k == syntax.KindWhile) && (stepLoop(p, at) || callsStep(p, at)) {
			return at
		}
	}
	return syntax.None
}

// movedIn finds where the loop over steps gives a number another value in each round: it
// counts, draws, or adds to it.
func movedIn(p *analyzer.Pass, number, loop syntax.Node) syntax.Node {
	if loop == syntax.None || p.Model.Type(number).Kind == semantic.KindTensor {
		return syntax.None
	}
	for n := range p.Tree.All(number) {
		if p.Tree.Kind(n) != syntax.KindIdentifier {
			continue
		}
		for _, d := range p.Model.ReachingDefs(n) {
			if movesInRound(p, d, loop) {
				return d.Node
			}
		}
	}
	return syntax.None
}

// movesInRound tells whether a definition gives a variable of the loop over steps its number: the
// loop itself, where it counts, or a statement in it that draws or adds.
func movesInRound(p *analyzer.Pass, d semantic.Def, loop syntax.Node) bool {
	switch d.Kind {
	case semantic.DefFor:
		return d.Index <= 0 && countedBy(p, loop, d)
	case semantic.DefAssign:
		return within(p, d.Node, loop) && drawnIn(p, d.Value) != syntax.None
	case semantic.DefAug:
		return within(p, d.Node, loop)
	}
	return false
}

// countedBy reports whether a loop counts in the variable that d defines.
func countedBy(p *analyzer.Pass, loop syntax.Node, d semantic.Def) bool {
	if p.Tree.Kind(loop) != syntax.KindFor || !within(p, d.Node, p.Tree.Child(loop, syntax.FieldLeft)) {
		return false
	}
	name, _ := p.Model.CallName(p.Tree.Child(loop, syntax.FieldRight))
	return name == "builtins.range" && d.Index < 0 || name == "builtins.enumerate" && d.Index == 0
}

// within reports whether n stands in another node.
func within(p *analyzer.Pass, n, other syntax.Node) bool {
	return other != syntax.None && p.Tree.Span(other).Contains(p.Tree.Span(n))
}
