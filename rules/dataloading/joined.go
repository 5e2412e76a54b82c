package dataloading

import (
	"slices"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// joinsExamplesOfBatch reports whether a collator puts parts of its examples one behind
// another, so that the result is as long as all of them are together:
//
//	points = torch.cat([example["points"] for example in batch])
//
//	labels += example["labels"]
//	labels = torch.tensor(labels)
//
// Examples of one size are stacked.
func joinsExamplesOfBatch(p *analyzer.Pass, call syntax.Node) bool {
	name, _ := p.Model.CallName(call)
	switch name {
	case "torch.cat", "torch.concat", "torch.concatenate":
		dim := p.Tree.Arg(call, 1, "dim")
		return (dim == syntax.None || p.Tree.Text(dim) == "0") && inCollator(p, call) && manyParts(p, p.Tree.Arg(call, 0, "tensors")) && countsSizes(p, call)
	case "torch.tensor", "torch.as_tensor", "torch.Tensor", "torch.LongTensor", "torch.FloatTensor", "torch.IntTensor":
		return inCollator(p, call) && lengthened(p, p.Tree.Arg(call, 0, "data"))
	}
	return false
}

// reportJoined reports once for each collator that its result is as long as its
// examples together.
func reportJoined(p *analyzer.Pass, calls []syntax.Node, onXLA bool) {
	for len(calls) > 0 {
		same := 1
		for same < len(calls) && p.Tree.EnclosingFunction(calls[same]) == p.Tree.EnclosingFunction(calls[0]) {
			same++
		}
		p.Report(analyzer.Diagnostic{
			Span: p.Tree.Span(p.Tree.Callee(calls[0])), Severity: analyzer.Info, Confidence: analyzer.Likely, Fact: recompileFact(onXLA),
			Message: "concatenated parts that differ in size make batch shapes vary, and each shape is compiled separately",
			Help:    "pad each to a fixed size and stack them, or pad their concatenation to one of a few sizes",
			Related: p.Places("another one here", calls[1:same]...),
		})
		calls = calls[same:]
	}
}

// inCollator reports whether n is in a function that makes batches.
func inCollator(p *analyzer.Pass, n syntax.Node) bool {
	fn := p.Tree.EnclosingFunction(n)
	for p.Tree.Kind(fn) == syntax.KindLambda {
		fn = p.Tree.EnclosingFunction(fn)
	}
	return collates(p, fn)
}

// countsSizes reports whether the function around n asks how long something is, as it
// must where the parts differ: rows of one size are put together as well.
func countsSizes(p *analyzer.Pass, n syntax.Node) bool {
	for at := range p.Tree.All(p.Tree.EnclosingFunction(n)) {
		switch p.Tree.Kind(at) {
		case syntax.KindCall:
			name, _ := p.Model.CallName(at)
			if name == "torch.full" || name == "torch.repeat_interleave" || name == "builtins.len" && !isParameter(p, p.Tree.Arg(at, 0, "")) {
				return true
			}
		case syntax.KindSubscript:
			shape := p.Tree.Child(at, syntax.FieldValue)
			if p.Tree.Kind(shape) == syntax.KindAttribute && p.Tree.View(p.Tree.AttrName(shape)) == "shape" && p.Tree.Text(p.Tree.Child(at, syntax.FieldSubscript)) == "0" {
				return true
			}
		}
	}
	return false
}

// isParameter reports whether n is a parameter: how many examples there are tells nothing
// of their sizes.
func isParameter(p *analyzer.Pass, n syntax.Node) bool {
	return slices.ContainsFunc(p.Model.ReachingDefs(n), func(d semantic.Def) bool { return d.Kind == semantic.DefParam })
}

// manyParts reports whether an expression lists a part of each example: made in a loop
// or a comprehension, or taken apart by zip(*batch). Parts that got a dimension of
// their own first are stacked.
func manyParts(p *analyzer.Pass, n syntax.Node) bool {
	n = p.Tree.Unparen(n)
	switch p.Tree.Kind(n) {
	case syntax.KindListComprehension, syntax.KindGenerator:
		return !addsDimension(p, p.Tree.Child(n, syntax.FieldBody))
	case syntax.KindIdentifier:
		for _, d := range p.Model.ReachingDefs(n) {
			switch {
			case d.Kind == semantic.DefUnpack && unzips(p, d.Value):
				return true
			case d.Kind == semantic.DefAssign && isEmptyList(p, d.Value) && appended(p, n):
				return true
			case d.Kind == semantic.DefAssign && p.Tree.Kind(d.Value) == syntax.KindListComprehension && !addsDimension(p, p.Tree.Child(d.Value, syntax.FieldBody)):
				return true
			}
		}
	}
	return false
}

// unzips recognises zip(*batch), also in list(…).
func unzips(p *analyzer.Pass, n syntax.Node) bool {
	n = p.Tree.Unparen(n)
	switch name, _ := p.Model.CallName(n); name {
	case "builtins.list", "builtins.tuple":
		return unzips(p, p.Tree.Arg(n, 0, ""))
	case "builtins.zip":
		_, _, splat := p.Tree.ArgCount(n)
		return splat
	}
	return false
}

func isEmptyList(p *analyzer.Pass, n syntax.Node) bool {
	return p.Tree.Kind(n) == syntax.KindList && p.Tree.First(n) == syntax.None
}

// appended reports whether a list gets its elements from .append in a loop.
func appended(p *analyzer.Pass, list syntax.Node) bool {
	return inLoop(p, list, func(use syntax.Node) bool {
		attr := p.Tree.Parent(use)
		call := p.Tree.Parent(attr)
		return p.Tree.Kind(attr) == syntax.KindAttribute && p.Tree.View(p.Tree.AttrName(attr)) == "append" && p.Tree.Callee(call) == attr &&
			!addsDimension(p, p.Tree.Arg(call, 0, ""))
	})
}

// lengthened reports whether a list grows by several elements in each round of a loop.
func lengthened(p *analyzer.Pass, list syntax.Node) bool {
	if p.Tree.Kind(list) != syntax.KindIdentifier {
		return false
	}
	empty := false
	for _, d := range p.Model.ReachingDefs(list) {
		empty = empty || d.Kind == semantic.DefAug && p.Tree.Kind(p.Tree.EnclosingFrame(d.Node)) == syntax.KindFor && p.Tree.Kind(d.Value) != syntax.KindList &&
			p.Model.Type(list).Kind == semantic.KindSequence
	}
	return empty || inLoop(p, list, func(use syntax.Node) bool {
		attr := p.Tree.Parent(use)
		return p.Tree.Kind(attr) == syntax.KindAttribute && p.Tree.View(p.Tree.AttrName(attr)) == "extend" && p.Tree.Callee(p.Tree.Parent(attr)) == attr
	})
}

// inLoop reports whether a variable is used so in a loop of the same function.
func inLoop(p *analyzer.Pass, variable syntax.Node, used func(use syntax.Node) bool) bool {
	sym := p.Model.Symbol(variable)
	if sym == nil {
		return false
	}
	for _, use := range sym.Uses {
		if p.Tree.EnclosingFunction(use) == p.Tree.EnclosingFunction(variable) && p.Tree.Kind(p.Tree.EnclosingFrame(use)) == syntax.KindFor && used(use) {
			return true
		}
	}
	return false
}

// addsDimension recognises x.unsqueeze(0), x[None] and [x].
func addsDimension(p *analyzer.Pass, n syntax.Node) bool {
	n = p.Tree.Unparen(n)
	switch p.Tree.Kind(n) {
	case syntax.KindCall:
		callee := p.Tree.Callee(n)
		return p.Tree.Kind(callee) == syntax.KindAttribute && p.Tree.View(p.Tree.AttrName(callee)) == "unsqueeze"
	case syntax.KindSubscript:
		return p.Tree.Kind(p.Tree.Child(n, syntax.FieldSubscript)) == syntax.KindNoneLiteral
	case syntax.KindList:
		return true
	}
	return false
}
