package dataloading

import (
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// takesLongest reports whether a call looks for the size of the largest example of a
// batch, which a collator then makes a tensor of:
//
//	longest = max(len(x) for x in batch)
//	padded = torch.zeros(len(batch), longest)
func takesLongest(p *analyzer.Pass, call syntax.Node) bool {
	positional, keywords, splat := p.Tree.ArgCount(call)
	if positional != 1 || keywords > 0 || splat || !isMax(p, p.Tree.Callee(call)) || !sizes(p, p.Tree.Arg(call, 0, ""), maxBound) {
		return false
	}
	fn := p.Tree.EnclosingFunction(call)
	return collates(p, fn) && shapes(p, call, maxBound) && !forNone(p, call)
}

// maxBound is how many variables are followed between the examples and the tensor.
const maxBound = 3

// isMax recognises functions that find the largest of several numbers or shapes, by
// name.
func isMax(p *analyzer.Pass, callee syntax.Node) bool {
	switch name, _ := p.Model.Name(callee); name {
	case "builtins.max", "numpy.max", "numpy.amax":
		return true
	}
	if p.Tree.Kind(callee) == syntax.KindAttribute {
		callee = p.Tree.AttrName(callee)
	}
	return strings.HasPrefix(strings.TrimLeft(p.Tree.Text(callee), "_"), "max_") && p.Model.RunsProject(p.Tree.Parent(callee))
}

// sizes reports whether an expression goes through lengths or shapes, perhaps by a
// variable or that of a loop.
func sizes(p *analyzer.Pass, n syntax.Node, left int) bool {
	return semantic.Walked(p.Model, sizing{n, left}, func() bool { return decidedSizes(p, n, left) })
}

// sizing is a question of sizes.
type sizing struct {
	n    syntax.Node
	left int
}

func decidedSizes(p *analyzer.Pass, n syntax.Node, left int) bool {
	for at := range p.Tree.All(n) {
		switch p.Tree.Kind(at) {
		case syntax.KindCall:
			if name, _ := p.Model.CallName(at); name == "builtins.len" {
				return true
			}
		case syntax.KindAttribute:
			if name := p.Tree.Text(p.Tree.AttrName(at)); name == "shape" || name == "size" {
				return true
			}
		case syntax.KindIdentifier:
			for _, d := range p.Model.ReachingDefs(at) {
				if left > 0 && d.Value != syntax.None && !p.Tree.Within(n, d.Value) && sizes(p, d.Value, left-1) {
					return true
				}
			}
		}
	}
	return false
}

// collates reports whether a function makes batches of examples for a loader, or is
// called by one that does.
func collates(p *analyzer.Pass, fn syntax.Node) bool {
	if p.Tree.Kind(fn) != syntax.KindFunction {
		return false
	}
	return isCollateFunction(p, fn) || slices.ContainsFunc(p.Model.Callers(fn), func(call syntax.Node) bool {
		return isCollateFunction(p, p.Tree.EnclosingFunction(call))
	})
}

// isCollateFunction tells by the name of a function or its class.
func isCollateFunction(p *analyzer.Pass, fn syntax.Node) bool {
	name := p.Tree.Text(p.Tree.FuncName(fn))
	if class := p.Tree.EnclosingClass(fn); class != syntax.None {
		name += " " + p.Tree.Text(p.Tree.FuncName(class))
	}
	return strings.Contains(strings.ToLower(name), "collat")
}

// shapes reports whether a value becomes part of the shape of a tensor as it is: a
// value that is rounded up gives few shapes.
func shapes(p *analyzer.Pass, n syntax.Node, left int) bool {
	for at := n; ; {
		parent := p.Tree.Parent(at)
		switch p.Tree.Kind(parent) {
		case syntax.KindBinaryOperator:
			if op := p.Tree.Operator(parent); op == "//" || op == "%" || op == "/" {
				return false
			}
			if multipliesList(p, parent) {
				return true
			}
		case syntax.KindArgumentList:
			call := p.Tree.Parent(parent)
			if makesTensor(p, call) {
				return true
			}
			if name, _ := p.Model.CallName(call); name != "builtins.tuple" && name != "builtins.list" && name != "builtins.int" && name != "builtins.min" {
				return false
			}
			parent = call
		case syntax.KindParenthesized, syntax.KindTuple, syntax.KindList, syntax.KindKeywordArgument, syntax.KindListSplat,
			syntax.KindGenerator, syntax.KindListComprehension, syntax.KindSubscript:
		case syntax.KindExpressionList:
			if assign := p.Tree.Parent(parent); p.Tree.Kind(assign) == syntax.KindAssignment {
				return left > 0 && variableShapes(p, unpackedTo(p, assign, at), at, left-1)
			}
			return false
		case syntax.KindAssignment:
			return left > 0 && variableShapes(p, p.Tree.Child(parent, syntax.FieldLeft), at, left-1)
		default:
			return false
		}
		at = parent
	}
}

// variableShapes is shapes, for the variable that a value is assigned to.
func variableShapes(p *analyzer.Pass, target, value syntax.Node, left int) bool {
	const maxUses = 16
	sym := p.Model.Symbol(target)
	if sym == nil || len(sym.Uses) > maxUses {
		return false
	}
	held := func(d semantic.Def) bool { return d.Node == target || d.Value == value }
	return slices.ContainsFunc(sym.Uses, func(use syntax.Node) bool {
		return slices.ContainsFunc(p.Model.ReachingDefs(use), held) && shapes(p, use, left)
	})
}

// unpackedTo is the target that one of several values is assigned to: h, w = top - y,
// left - x.
func unpackedTo(p *analyzer.Pass, assign, value syntax.Node) syntax.Node {
	values := slices.Collect(p.Tree.Children(p.Tree.Child(assign, syntax.FieldRight)))
	targets := slices.Collect(p.Tree.Children(p.Tree.Child(assign, syntax.FieldLeft)))
	if at := slices.Index(values, value); len(targets) == len(values) && at >= 0 {
		return targets[at]
	}
	return syntax.None
}

// multipliesList reports whether an expression repeats the items of a list that is
// written out: [pad] * (longest - len(x)).
func multipliesList(p *analyzer.Pass, n syntax.Node) bool {
	return p.Tree.Operator(n) == "*" &&
		(p.Tree.Kind(p.Tree.Child(n, syntax.FieldLeft)) == syntax.KindList || p.Tree.Kind(p.Tree.Child(n, syntax.FieldRight)) == syntax.KindList)
}

// makesTensor reports whether a call makes a tensor or an array of a given size, or
// pads one.
func makesTensor(p *analyzer.Pass, call syntax.Node) bool {
	name := p.Tree.Written(p.Tree.Callee(call))
	switch name[strings.LastIndexByte(name, '.')+1:] {
	case "zeros", "ones", "full", "empty", "new_zeros", "new_ones", "new_full", "new_empty", "new", "pad":
		return p.Model.Type(call).Kind != semantic.KindString
	}
	return false
}
