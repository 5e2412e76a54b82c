package device

import (
	"regexp"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// picksText reports whether a test decides only a text that speaks of GPUs: "(GPU 0)"
// if x.is_cuda else "". The text would be false for a NeuronCore.
func picksText(p *analyzer.Pass, test syntax.Node) bool {
	choice := p.Tree.Parent(p.Model.Condition(test))
	switch p.Tree.Kind(choice) {
	case syntax.KindConditional:
		body, _, orelse := p.Tree.Conditional(choice)
		return saysGPU(p.Tree, body) || saysGPU(p.Tree, orelse)
	case syntax.KindIf, syntax.KindElif:
		return bindsText(p.Tree, p.Tree.Child(choice, syntax.FieldConsequence))
	}
	return false
}

// bindsText reports whether a suite only binds such texts, or shows them.
func bindsText(t *syntax.Tree, suite syntax.Node) bool {
	found := false
	for stmt := range t.Children(suite) {
		if t.Kind(stmt) == syntax.KindComment {
			continue
		}
		value := t.First(stmt)
		switch t.Kind(value) {
		case syntax.KindAssignment:
			value = t.Child(value, syntax.FieldRight)
		case syntax.KindCall:
			if t.View(t.Callee(value)) != "print" {
				return false
			}
			value = t.Arg(value, 0, "")
		default:
			return false
		}
		if !saysGPU(t, value) {
			return false
		}
		found = true
	}
	return found
}

// aDevice is a text that is the device itself, which other rules judge.
var aDevice = regexp.MustCompile(`^\W*cuda(:\d+)?\W*$`)

// saysGPU reports whether an expression is a text that speaks of GPUs, as it stands or
// with something filled in.
func saysGPU(t *syntax.Tree, n syntax.Node) bool {
	n = t.Unparen(n)
	switch t.Kind(n) {
	case syntax.KindString, syntax.KindConcatenatedString:
		text := t.Text(n)
		lower := strings.ToLower(text)
		return (strings.Contains(lower, "gpu") || strings.Contains(lower, "cuda")) && !aDevice.MatchString(text)
	case syntax.KindCall:
		callee := t.Callee(n)
		return t.Kind(callee) == syntax.KindAttribute && t.View(t.AttrName(callee)) == "format" && saysGPU(t, t.Object(callee))
	case syntax.KindBinaryOperator:
		return saysGPU(t, t.Child(n, syntax.FieldLeft)) || saysGPU(t, t.Child(n, syntax.FieldRight))
	}
	return false
}
