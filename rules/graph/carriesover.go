package graph

import (
	"slices"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/rules/internal/reach"
)

// carriesOver reports whether the result of a concatenation may still be in its variable
// when the next iteration extends it, itself or after other changes: what begins anew in
// each iteration, as the variable of the loop does, has the same length in all of them.
func carriesOver(p *analyzer.Pass, call syntax.Node) bool {
	target := joinedInto(p, call)
	sym := p.Model.Symbol(target)
	if p.Tree.Kind(target) != syntax.KindIdentifier || sym == nil {
		return true // an attribute, or an item
	}
	if beginsAnew(p, sym, call) {
		return false
	}
	seen := make(map[syntax.Node]bool)
	open := usesWithin(p, sym, call)
	for len(open) > 0 {
		use := open[len(open)-1]
		open = open[:len(open)-1]
		for _, d := range p.Model.ReachingDefs(use) {
			switch {
			case d.Node == target, d.Kind == semantic.DefAug:
				return true
			case seen[d.Node] || d.Value == syntax.None:
			default:
				seen[d.Node] = true
				open = append(open, usesWithin(p, sym, d.Value)...)
			}
		}
	}
	return false
}

// usesWithin are the uses of a variable in an expression.
func usesWithin(p *analyzer.Pass, sym *semantic.Symbol, expr syntax.Node) (out []syntax.Node) {
	for _, use := range sym.Uses {
		if p.Tree.Within(use, expr) {
			out = append(out, use)
		}
	}
	return out
}

// beginsAnew reports whether the rest of an iteration binds a variable anew on all of its
// paths, to a value that does not use it.
//
//	x = torch.cat([x, frame], dim=1)
//	if sampled:
//	    x = sample.unsqueeze(-1)
//	else:
//	    x = frames[i]
func beginsAnew(p *analyzer.Pass, sym *semantic.Symbol, call syntax.Node) bool {
	const maxDefs = 64
	loop := reach.Around(p.Tree, call)
	if k := p.Tree.Kind(loop); k != syntax.KindFor && k != syntax.KindWhile || len(sym.Defs) > maxDefs {
		return false
	}
	a := anew{p: p, loop: p.Tree.Child(loop, syntax.FieldBody), bound: make(map[syntax.Node]bool)}
	for _, d := range sym.Defs {
		if d.Kind != semantic.DefAssign || p.Tree.Start(d.Node) < p.Tree.Stop(call) || !p.Tree.Within(d.Node, loop) || len(usesWithin(p, sym, d.Value)) > 0 {
			continue
		}
		if stmt := a.binds(p.Tree.Statement(d.Node)); stmt != syntax.None && p.Tree.Start(stmt) > p.Tree.Stop(call) {
			return !continues(p, p.Tree.Stop(call), p.Tree.Start(stmt))
		}
	}
	return false
}

// anew finds the statements of a loop's body that bind a variable on all of their paths.
type anew struct {
	p     *analyzer.Pass
	loop  syntax.Node          // its body
	bound map[syntax.Node]bool // the blocks that bind it
}

// binds notes a statement that binds the variable, and returns the statement of the body
// that does so with it; None if there is none yet. A path that leaves the function binds
// nothing.
func (a *anew) binds(stmt syntax.Node) syntax.Node {
	t := a.p.Tree
	for stmt != syntax.None {
		block := t.Parent(stmt)
		if block == a.loop {
			return stmt
		}
		a.bound[block] = true
		for stmt = t.Parent(block); t.Kind(stmt) == syntax.KindElif || t.Kind(stmt) == syntax.KindElse; {
			stmt = t.Parent(stmt)
		}
		if t.Kind(stmt) != syntax.KindIf {
			break
		}
		arms := t.Branches(stmt)
		if arms[len(arms)-1].Cond != syntax.None || slices.ContainsFunc(arms, func(arm syntax.Branch) bool {
			return !a.bound[arm.Body] && !a.p.Model.EndsFunction(arm.Body)
		}) {
			break
		}
	}
	return syntax.None
}

// continues reports whether an iteration may end between two places.
func continues(p *analyzer.Pass, from, to int) bool {
	type key struct{}
	all := analyzer.Once(p, key{}, func() (starts []int) {
		for n := range p.Tree.OfKind(syntax.KindContinue) {
			starts = append(starts, p.Tree.Start(n))
		}
		return starts
	})
	at, _ := slices.BinarySearch(all, from)
	return at < len(all) && all[at] < to
}
