package rewrite

import (
	"slices"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// NumberedType is an expression for the type of the accelerator in use, to stand beside
// the number of one: the host has no numbers, so there is nothing to fall back to. It is
// not ok while a module is imported, where a machine without an accelerator would stop.
func NumberedType(p *analyzer.Pass, n syntax.Node) (text string, imports []analyzer.Edit, ok bool) {
	if p.Tree.AtImport(n) {
		return "", nil, false
	}
	text, imports, ok = Qualified(p, "torch.accelerator.current_accelerator", n)
	return text + "().type", imports, ok
}

// AcceleratorType is an expression for the type of the accelerator in use that can take
// the place of n or stand beside it as an argument, and the imports that it needs. On a
// machine with a CPU only there is no accelerator to take the type of: the expression
// is "cpu" there, unless n is in code that asks for one first. It is not ok in a
// decorator or a default, where it would choose for everyone who imports the module.
func AcceleratorType(p *analyzer.Pass, n syntax.Node) (text string, imports []analyzer.Edit, ok bool) {
	if p.Tree.InSignature(n) {
		return "", nil, false
	}
	text, imports, ok = Qualified(p, "torch.accelerator.current_accelerator", n)
	text += "().type"
	if !ok || asksFirst(p, n) {
		return text, imports, ok
	}
	query, more, ok := Qualified(p, "torch.accelerator.is_available", n)
	text += " if " + query + `() else "cpu"`
	switch p.Tree.Kind(p.Tree.Parent(n)) {
	case syntax.KindConditional, syntax.KindBooleanOperator, syntax.KindNotOperator, syntax.KindComparison,
		syntax.KindBinaryOperator, syntax.KindLambda, syntax.KindAttribute, syntax.KindSubscript, syntax.KindIfClause:
		text = "(" + text + ")"
	}
	return text, Once(append(imports, more...)), ok
}

// asksFirst reports whether n is only evaluated where there is CUDA.
func asksFirst(p *analyzer.Pass, n syntax.Node) bool {
	return slices.ContainsFunc(p.Model.Guards(), func(g *semantic.Guard) bool { return p.Tree.Span(n).In(g.Dead) })
}
