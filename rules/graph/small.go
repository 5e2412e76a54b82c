package graph

import (
	"math"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// small reports whether a number surely fits in 32 bits: it is written out, a length, a
// position in a loop over one, or a sum of these.
func small(p *analyzer.Pass, n syntax.Node) bool {
	return smallWithin(p, n, maxEvidence)
}

func smallWithin(p *analyzer.Pass, n syntax.Node, left int) bool {
	return semantic.Walked(p.Model, smallNumber{n, left}, func() bool { return decidedSmall(p, bound(p, n), left) })
}

// smallNumber is a question of smallWithin.
type smallNumber struct {
	n    syntax.Node
	left int
}

func decidedSmall(p *analyzer.Pass, n syntax.Node, left int) bool {
	if c, ok := p.Model.Constant(n); ok {
		return (c.Kind == semantic.ConstantNumber || c.Kind == semantic.ConstantBool) && math.Abs(c.Number) <= math.MaxInt32
	}
	switch p.Tree.Kind(n) {
	case syntax.KindCall:
		return left > 0 && smallCall(p, n, left-1)
	case syntax.KindConditional:
		body, _, orelse := p.Tree.Conditional(n)
		return left > 0 && smallWithin(p, body, left-1) && smallWithin(p, orelse, left-1)
	case syntax.KindSubscript:
		return isShape(p, p.Tree.Child(n, syntax.FieldValue))
	case syntax.KindIdentifier:
		return counts(p, n, left)
	case syntax.KindBinaryOperator:
		switch p.Tree.Operator(n) {
		case "+", "-", "//", "%":
			return left > 0 && smallWithin(p, p.Tree.Child(n, syntax.FieldLeft), left-1) && smallWithin(p, p.Tree.Child(n, syntax.FieldRight), left-1)
		}
	}
	return false
}

// smallCall is small for the result of a function of numbers.
func smallCall(p *analyzer.Pass, call syntax.Node, left int) bool {
	name, _ := p.Model.CallName(call)
	switch name {
	case "builtins.len", "torch.Tensor.size", "torch.Tensor.dim":
		return true
	case "builtins.int":
		return smallWithin(p, p.Tree.Arg(call, 0, ""), left)
	case "builtins.min":
		for a := range p.Tree.Args(call) {
			if smallWithin(p, a.Value, left) {
				return true
			}
		}
	case "builtins.max":
		for a := range p.Tree.Args(call) {
			if !smallWithin(p, a.Value, left) {
				return false
			}
		}
		return true
	}
	return false
}

// isShape reports whether n is the shape of something.
func isShape(p *analyzer.Pass, n syntax.Node) bool {
	n = bound(p, n)
	if name, _ := p.Model.CallName(n); name == "torch.Tensor.size" {
		return true
	}
	return p.Tree.Kind(n) == syntax.KindAttribute && p.Tree.Text(p.Tree.AttrName(n)) == "shape"
}

// counts reports whether a name is a size unpacked from a shape, counts the rounds of a
// loop, or holds one of several small numbers.
func counts(p *analyzer.Pass, n syntax.Node, left int) bool {
	defs := p.Model.ReachingDefs(n)
	for _, d := range defs {
		switch {
		case d.Kind == semantic.DefUnpack && isShape(p, d.Value):
		case d.Kind == semantic.DefFor && countsRounds(p, d):
		case d.Kind == semantic.DefAssign && len(defs) > 1 && left > 0 && smallWithin(p, d.Value, left-1):
		default:
			return false
		}
	}
	return len(defs) > 0
}

// countsRounds reports whether the variable of a loop runs over a range that fits, or
// numbers the items of the loop.
func countsRounds(p *analyzer.Pass, d semantic.Def) bool {
	name, _ := p.Model.CallName(d.Value)
	switch name {
	case "builtins.enumerate":
		return d.Index == 0
	case "builtins.reversed", "tqdm.tqdm", "tqdm.auto.tqdm":
		d.Value = p.Tree.Arg(d.Value, 0, "")
		return countsRounds(p, d)
	}
	return name == "builtins.range" && boundsFit(p, d.Value)
}

// countsMask reports whether a call counts where a mask holds.
func countsMask(p *analyzer.Pass, call syntax.Node) bool {
	counted := syntax.None
	switch name, _ := p.Model.CallName(call); name {
	case "torch.Tensor.sum":
		counted = p.Tree.Object(p.Tree.Callee(call))
	case "torch.sum":
		counted = p.Tree.Arg(call, 0, "input")
	}
	return counted != syntax.None && (namedMask(p, counted) || p.Model.DType(counted) == "bool")
}

// limited reports whether a value computed from a tensor is held below a bound where it
// is used: torch.min(bucket, last), x.long().clamp(0, n - 1).
func limited(p *analyzer.Pass, n syntax.Node, variables int) bool {
	for {
		n = withValues(p, n)
		at := p.Tree.Parent(n)
		switch p.Tree.Kind(at) {
		case syntax.KindParenthesized, syntax.KindUnaryOperator, syntax.KindBinaryOperator:
			if p.Tree.Operator(at) == "%" && p.Tree.Child(at, syntax.FieldLeft) == n {
				return true
			}
			n = at
		case syntax.KindAttribute:
			call := p.Tree.Parent(at)
			return p.Tree.Object(at) == n && p.Tree.Callee(call) == at && limits(p, call)
		case syntax.KindArgumentList:
			return limits(p, p.Tree.Parent(at))
		case syntax.KindAssignment:
			sym := p.Model.Symbol(p.Tree.Child(at, syntax.FieldLeft))
			if sym == nil || variables == 0 || len(sym.Uses) > maxUses || p.Tree.Child(at, syntax.FieldRight) != n {
				return false
			}
			for _, use := range sym.Uses {
				if p.Model.MayHold(use, p.Tree.Unparen(n)) && limited(p, use, variables-1) {
					return true
				}
			}
			return false
		default:
			return false
		}
	}
}

// limits reports whether a call holds the numbers of a tensor below a bound.
func limits(p *analyzer.Pass, call syntax.Node) bool {
	switch name, _ := p.Model.CallName(call); name {
	case "torch.min": // of a tensor and a dimension it is a reduction
		return p.Model.Type(p.Tree.Arg(call, 1, "other")).Kind == semantic.KindTensor
	case "torch.Tensor.min":
		return p.Model.Type(p.Tree.Arg(call, 0, "other")).Kind == semantic.KindTensor
	case "torch.minimum", "torch.Tensor.minimum", "torch.remainder", "torch.Tensor.remainder":
		return true
	case "torch.clamp", "torch.clip":
		return p.Tree.Arg(call, 2, "max") != syntax.None
	case "torch.Tensor.clamp", "torch.Tensor.clip", "torch.Tensor.clamp_", "torch.Tensor.clip_":
		return p.Tree.Arg(call, 1, "max") != syntax.None
	}
	return false
}
