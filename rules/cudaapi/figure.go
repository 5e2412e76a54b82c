package cudaapi

import (
	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules/internal/usage"
)

// figure reports whether a name yields a wrong figure without CUDA, such as 0 for the
// memory in use, and nothing decides by it: it is reported, stored or logged. Code
// decides by a figure where it compares it, or divides by it.
func figure(p *analyzer.Pass, u usage.Use, api opsdb.API) bool {
	if api.Consequence != opsdb.Zero || analyzer.Category(api.Category) != analyzer.CategoryMemory || u.Call == syntax.None {
		return false
	}
	const maxVariables = 2
	return !decidesBy(p, u.Call, maxVariables)
}

// decidesBy reports whether code decides by a number, directly or through up to the
// given number of variables.
func decidesBy(p *analyzer.Pass, n syntax.Node, variables int) bool {
	const maxClimb = 24
	t := p.Tree
	for range maxClimb {
		outer := t.Parent(n)
		switch t.Kind(outer) {
		case syntax.KindParenthesized, syntax.KindUnaryOperator, syntax.KindArgumentList:
		case syntax.KindCall:
			if !number(p, outer) {
				return false
			}
		case syntax.KindBinaryOperator, syntax.KindAugmentedAssignment:
			if divides(t, outer, n) {
				return true
			}
		case syntax.KindAssignment:
			target := t.Child(outer, syntax.FieldLeft)
			return t.Kind(target) == syntax.KindIdentifier && (variables == 0 || variableDecides(p, target, variables-1))
		case syntax.KindComparison, syntax.KindNotOperator, syntax.KindBooleanOperator, syntax.KindSubscript, syntax.KindAssert:
			return true
		default:
			return t.Condition(outer) == n
		}
		n = outer
	}
	return true
}

// number reports whether a call makes a number of a number.
func number(p *analyzer.Pass, call syntax.Node) bool {
	switch name, _ := p.Model.CallName(call); name {
	case "builtins.int", "builtins.float", "builtins.round", "builtins.abs", "builtins.max", "builtins.min", "builtins.sum", "builtins.range":
		return true
	}
	return false
}

// divides reports whether n is the divisor of an operation.
func divides(t *syntax.Tree, operation, n syntax.Node) bool {
	switch t.Operator(operation) {
	case "/", "//", "%", "/=", "//=", "%=":
		return t.Child(operation, syntax.FieldRight) == n
	}
	return false
}

// variableDecides reports whether code decides by the value of a variable.
func variableDecides(p *analyzer.Pass, target syntax.Node, variables int) bool {
	const maxUses = 64
	sym := p.Model.Symbol(target)
	if sym == nil || len(sym.Uses) > maxUses {
		return true
	}
	for _, use := range sym.Uses {
		if decidesBy(p, use, variables) {
			return true
		}
	}
	return false
}
