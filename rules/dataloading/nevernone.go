package dataloading

import (
	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// forNone reports whether n is left for a setting that is None, and that never is: one
// of its own stands in where it is given none.
//
//	self.length = length or 512
//	if self.length is not None: …
//	else: longest = max(len(x) for x in batch)
func forNone(p *analyzer.Pass, n syntax.Node) bool {
	branch := p.Tree.Parent(p.Tree.Statement(n)) // the block
	if p.Tree.Kind(branch) == syntax.KindBlock {
		branch = p.Tree.Parent(branch)
	}
	at, holds := branch, "is"
	if p.Tree.Kind(at) == syntax.KindElse {
		at, holds = p.Tree.Parent(at), "is not"
	}
	if p.Tree.Kind(at) != syntax.KindIf || p.Tree.Child(at, syntax.FieldAlternative) != branch && at != branch {
		return false // one of several tests
	}
	operand, op := p.Tree.NoneTest(p.Tree.Unparen(p.Tree.Condition(at)))
	return op == holds && neverNone(p, operand)
}

// neverNone reports whether an attribute of an object of the project is a number in
// all that is bound to it: self.length = length or 512.
func neverNone(p *analyzer.Pass, attr syntax.Node) (never bool) {
	p.Model.Stored(attr, func(in *semantic.Model, all []semantic.Stored) {
		never = len(all) > 0
		for _, s := range all {
			value := in.Tree.Unparen(s.Value)
			if in.Tree.Kind(value) == syntax.KindBooleanOperator && in.Tree.Operator(value) == "or" {
				value = in.Tree.Child(value, syntax.FieldRight)
			}
			c, known := in.Constant(value)
			never = never && known && c.Kind == semantic.ConstantNumber
		}
	})
	return never
}
