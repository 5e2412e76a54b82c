package operators

import (
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// insteadOfPicked is the advice for picking by a mask where torch.where alone would
// give another result, because the values are used in a way that depends on which are
// left.
func insteadOfPicked(p *analyzer.Pass, u *use) string {
	switch {
	case becomes(p, u, isAveraged):
		return "instead: torch.where(mask, x, 0).sum() / mask.sum(), since a mean would count the filled values; where x has one more axis, with mask[..., None].expand_as(x)"
	case becomes(p, u, isCounted):
		return "instead: x.cpu()[mask.cpu()], which selects on the host, since torch.where would keep the length"
	}
	switch takenByLoss(p, u.Node) {
	case lossOfTorch:
		return "instead: the loss of all with reduction=\"none\", then torch.where(mask, loss, 0).sum() / mask.sum(), since a mean would count the filled values"
	case lossOfProgram:
		return "instead: pass the mask to the loss along with all of x, to weight each element"
	}
	return ""
}

// becomes reports whether the predicate is holds for the result of a mask, or for a use
// of the variable that holds the result.
func becomes(p *analyzer.Pass, u *use, is func(p *analyzer.Pass, n syntax.Node) bool) bool {
	if is(p, u.Node) {
		return true
	}
	bound := p.Tree.Parent(u.Node)
	if p.Tree.Kind(bound) != syntax.KindAssignment {
		return false
	}
	sym := p.Model.Symbol(p.Tree.Child(bound, syntax.FieldLeft))
	return sym != nil && slices.ContainsFunc(sym.Uses, func(use syntax.Node) bool {
		return is(p, use) && p.Model.MayHold(use, u.Node)
	})
}

// isAveraged reports whether x.mean() is called on an expression.
func isAveraged(p *analyzer.Pass, n syntax.Node) bool {
	method := p.Tree.Parent(n)
	call := p.Tree.Parent(method)
	if p.Tree.Kind(method) != syntax.KindAttribute || p.Tree.Kind(call) != syntax.KindCall {
		return false
	}
	positional, keyword, splat := p.Tree.ArgCount(call)
	return p.Tree.Callee(call) == method && p.Tree.Text(p.Tree.AttrName(method)) == "mean" && positional+keyword == 0 && !splat
}

// isCounted reports whether the length of a tensor is asked for, or decides whether the
// tensor equals another. In a model, whose shapes are compiled, the host is not a way
// out.
func isCounted(p *analyzer.Pass, n syntax.Node) bool {
	list := p.Tree.Parent(n)
	if p.Tree.Kind(list) != syntax.KindArgumentList {
		return false
	}
	switch p.Model.Region(n) {
	case semantic.RegionForward, semantic.RegionModule, semantic.RegionCompiled:
		return false
	}
	name, _ := p.Model.CallName(p.Tree.Parent(list))
	return name == "builtins.len" || name == "torch.equal"
}

// lossKind tells the losses of PyTorch, which can leave the values of all elements, from
// those that a program defines.
type lossKind uint8

const (
	noLoss lossKind = iota
	lossOfTorch
	lossOfProgram
)

// takenByLoss returns the kind of loss that takes an expression, if any.
func takenByLoss(p *analyzer.Pass, n syntax.Node) lossKind {
	list := p.Tree.Parent(n)
	if p.Tree.Kind(list) != syntax.KindArgumentList {
		return noLoss
	}
	callee := p.Tree.Callee(p.Tree.Parent(list))
	name, ofTorch := p.Tree.Text(callee), isOfTorch(p, callee)
	if api, _ := p.Model.Name(callee); ofTorch && api != "" {
		name = api
	}
	name = strings.ToLower(name[strings.LastIndexByte(name, '.')+1:])
	switch {
	case !strings.Contains(name, "loss") && !strings.Contains(name, "criterion") && !strings.Contains(name, "cross_entropy"):
		return noLoss
	case ofTorch:
		return lossOfTorch
	}
	return lossOfProgram
}

// isOfTorch reports whether the callee is a function of torch.nn, or a variable or an
// attribute that holds only instances of classes of torch.nn.
func isOfTorch(p *analyzer.Pass, callee syntax.Node) bool {
	if name, _ := p.Model.Name(callee); strings.HasPrefix(name, "torch.nn.") {
		return true
	}
	of := false
	if p.Tree.Kind(callee) == syntax.KindIdentifier {
		defs := p.Model.ReachingDefs(callee)
		return len(defs) > 0 && !slices.ContainsFunc(defs, func(d semantic.Def) bool { return !makesOfTorch(p.Model, d.Value) })
	}
	p.Model.Stored(callee, func(in *semantic.Model, all []semantic.Stored) {
		of = !slices.ContainsFunc(all, func(s semantic.Stored) bool { return !makesOfTorch(in, s.Value) })
	})
	return of
}

// makesOfTorch reports whether an expression makes a module of torch.nn.
func makesOfTorch(m *semantic.Model, value syntax.Node) bool {
	value = m.Tree.Unparen(value)
	if m.Tree.Kind(value) != syntax.KindCall {
		return false
	}
	name, _ := m.CallName(value)
	return strings.HasPrefix(name, "torch.nn.")
}
