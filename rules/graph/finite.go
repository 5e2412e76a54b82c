package graph

import (
	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// notFinite reports whether a condition that holds, or does not, shows that a number is
// not finite: the code there runs when the training has gone wrong.
//
//	if not torch.isfinite(loss):
//	    print("loss is", loss.item())
func notFinite(p *analyzer.Pass, cond syntax.Node, holds bool, variables int) bool {
	if !p.Model.TextHas("isfinite") && !p.Model.TextHas("isnan") && !p.Model.TextHas("isinf") {
		return false
	}
	cond = p.Tree.Unparen(cond)
	switch p.Tree.Kind(cond) {
	case syntax.KindNotOperator:
		return notFinite(p, p.Tree.Child(cond, syntax.FieldArgument), !holds, variables)
	case syntax.KindBooleanOperator:
		left := notFinite(p, p.Tree.Child(cond, syntax.FieldLeft), holds, variables)
		right := notFinite(p, p.Tree.Child(cond, syntax.FieldRight), holds, variables)
		if both := (p.Tree.Operator(cond) == "and") == holds; both { // each side is known
			return left || right
		}
		return left && right
	case syntax.KindIdentifier:
		defs := p.Model.ReachingDefs(cond)
		return variables > 0 && len(defs) == 1 && defs[0].Kind == semantic.DefAssign && notFinite(p, defs[0].Value, holds, variables-1)
	case syntax.KindCall:
		return asksFinite(p, cond, holds, variables)
	}
	return false
}

// asksFinite is notFinite for a call: torch.isfinite(x).all(), math.isnan(x),
// x.isinf().any().
func asksFinite(p *analyzer.Pass, call syntax.Node, holds bool, variables int) bool {
	callee := p.Tree.Callee(call)
	if name, _ := p.Model.CallName(call); name == "builtins.bool" || name == "torch.any" || name == "torch.all" {
		return notFinite(p, p.Tree.Arg(call, 0, "input"), holds, variables)
	}
	if p.Tree.Kind(callee) == syntax.KindAttribute {
		callee = p.Tree.AttrName(callee)
	}
	switch p.Tree.View(callee) {
	case "isfinite":
		return !holds
	case "isnan", "isinf":
		return holds
	case "any", "all", "item":
		if object := p.Tree.Object(p.Tree.Callee(call)); object != syntax.None {
			return notFinite(p, object, holds, variables)
		}
	}
	return false
}
