package graph

import (
	"slices"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/rules/internal/reach"
)

// reportGrowsInside reports the calls of a loop that hand a sequence to a function which
// draws a token and returns the sequence with the token appended: ids = self.step(ids).
func reportGrowsInside(p *analyzer.Pass) {
	for _, call := range p.Model.Calls() {
		if given := carriedThrough(p, call); given != syntax.None && p.Model.RunsProject(call) && !p.Model.GuardedForNeuron(call) {
			reportLonger(p, call, given)
		}
	}
}

// carriedThrough is the argument of a call in a loop that its result replaces: x of
// x = f(x), or of x, state = f(x, state).
func carriedThrough(p *analyzer.Pass, call syntax.Node) syntax.Node {
	switch p.Tree.Kind(reach.Around(p.Tree, call)) {
	case syntax.KindFor, syntax.KindWhile:
	default:
		return syntax.None
	}
	assign := p.Tree.Parent(call)
	if p.Tree.Kind(assign) != syntax.KindAssignment {
		return syntax.None
	}
	target := p.Tree.Child(assign, syntax.FieldLeft)
	if k := p.Tree.Kind(target); k == syntax.KindPatternList || k == syntax.KindTuplePattern {
		target = p.Tree.First(target)
	}
	if p.Tree.Kind(target) != syntax.KindIdentifier {
		return syntax.None
	}
	for a := range p.Tree.Args(call) {
		if a.Splat == 0 && p.Tree.Same(a.Value, target) {
			return a.Value
		}
	}
	return syntax.None
}

func reportLonger(p *analyzer.Pass, call, given syntax.Node) {
	var joined []analyzer.Related
	p.Model.TakenAs(call, given, func(in *semantic.Model, param syntax.Node) {
		cat := lengthened(in, param)
		if cat == syntax.None {
			return
		}
		at := analyzer.Related{Span: in.Tree.Span(cat), Message: "joined here"}
		if in != p.Model {
			at.Path = in.Path()
		}
		joined = append(joined, at)
	})
	if len(joined) > 0 {
		report(p, &finding{
			idiom: "growing-tensor", at: p.Tree.Callee(call), confidence: analyzer.Likely, severity: analyzer.Warning, api: "torch.cat",
			what: "a tensor that grows with each iteration", place: perToken, related: joined,
		})
	}
}

// lengthened is the concatenation of a parameter with a token that its function draws,
// and returns.
func lengthened(in *semantic.Model, param syntax.Node) syntax.Node {
	fn := in.Tree.EnclosingFunction(param)
	if in.Tree.Kind(fn) != syntax.KindFunction || !drawsToken(in, fn, 1) {
		return syntax.None
	}
	for _, value := range in.Returns(fn) {
		value = in.Tree.Unparen(value)
		if k := in.Tree.Kind(value); k == syntax.KindExpressionList || k == syntax.KindTuple {
			value = in.Tree.Unparen(in.Tree.First(value))
		}
		if in.Tree.Kind(value) == syntax.KindIdentifier {
			if defs := in.ReachingDefs(value); len(defs) == 1 && defs[0].Kind == semantic.DefAssign {
				value = in.Tree.Unparen(defs[0].Value)
			}
		}
		if name, _ := in.CallName(value); name != "torch.cat" && name != "torch.concat" && name != "torch.hstack" {
			continue
		}
		list := in.Tree.Unparen(in.Tree.Arg(value, 0, "tensors"))
		for part := range in.Tree.Children(list) {
			if in.Tree.Kind(part) == syntax.KindIdentifier && slices.ContainsFunc(in.ReachingDefs(part), func(d semantic.Def) bool { return d.Node == param }) {
				return value
			}
		}
	}
	return syntax.None
}

// drawsToken reports whether a function draws a token from scores, itself or by a function
// that it calls.
func drawsToken(in *semantic.Model, fn syntax.Node, deeper int) bool {
	for n := range in.Tree.All(fn) {
		if in.Tree.Kind(n) != syntax.KindCall {
			continue
		}
		switch _, method := in.MethodCall(n); method {
		case "multinomial", "argmax", "categorical", "topk":
			return true
		}
		if deeper == 0 || !in.RunsProject(n) {
			continue
		}
		found := false
		in.WithCallee(n, func(there *semantic.Model, inner syntax.Node) { found = drawsToken(there, inner, deeper-1) })
		if found {
			return true
		}
	}
	return false
}
