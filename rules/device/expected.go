package device

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/rules/internal/reach"
)

// choosesExpected reports whether a test of the device in a file of tests chooses among
// measured numbers: {"cuda": 1.25, "cpu": 1.3}[device], or a tolerance. The numbers for
// CUDA do not hold for Neuron, which nobody has measured.
func choosesExpected(p *analyzer.Pass, test, literal syntax.Node) bool {
	if !reach.InTestFile(p) {
		return false
	}
	if pair := p.Tree.Parent(literal); literal != syntax.None && p.Tree.Kind(pair) == syntax.KindPair {
		return measuredValue(p.Tree, p.Tree.Child(pair, syntax.FieldValue))
	}
	choice := p.Tree.Parent(p.Model.Condition(test))
	switch p.Tree.Kind(choice) {
	case syntax.KindConditional:
		body, _, orelse := p.Tree.Conditional(choice)
		return measuredValue(p.Tree, body) && measuredValue(p.Tree, orelse)
	case syntax.KindIf, syntax.KindElif:
		return assignsMeasured(p.Tree, p.Tree.Child(choice, syntax.FieldConsequence))
	}
	return false
}

// assignsMeasured reports whether a suite only binds such numbers.
func assignsMeasured(t *syntax.Tree, suite syntax.Node) bool {
	found := false
	for stmt := range t.Children(suite) {
		assign := stmt
		if t.Kind(stmt) == syntax.KindExpressionStatement {
			assign = t.First(stmt)
		}
		switch {
		case t.Kind(stmt) == syntax.KindComment:
		case t.Kind(assign) == syntax.KindAssignment && measuredValue(t, t.Child(assign, syntax.FieldRight)):
			found = true
		default:
			return false
		}
	}
	return found
}

// measuredValue reports whether an expression is a number, a text, or an array or a
// list of them.
func measuredValue(t *syntax.Tree, n syntax.Node) bool {
	n = t.Unparen(n)
	switch t.Kind(n) {
	case syntax.KindInteger, syntax.KindFloat, syntax.KindString, syntax.KindConcatenatedString, syntax.KindTrue, syntax.KindFalse:
		return true
	case syntax.KindUnaryOperator:
		return measuredValue(t, t.Child(n, syntax.FieldArgument))
	case syntax.KindCall:
		made := strings.ToLower(t.Written(t.Callee(n)))
		return (strings.HasSuffix(made, "tensor") || strings.HasSuffix(made, "array")) && measuredValue(t, t.Arg(n, 0, ""))
	case syntax.KindList, syntax.KindTuple, syntax.KindSet, syntax.KindDictionary:
		some := false
		for item := range t.Children(n) {
			if t.Kind(item) == syntax.KindPair {
				item = t.Child(item, syntax.FieldValue)
			}
			if t.Kind(item) != syntax.KindComment && !measuredValue(t, item) {
				return false
			}
			some = true
		}
		return some
	}
	return false
}
