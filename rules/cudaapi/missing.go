package cudaapi

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// foundFirst is code that only runs where a module has a name.
type foundFirst struct {
	name string
	code source.Span
}

// lookedForFirst reports whether a name that only builds for CUDA have is used where the
// program has found it: if hasattr(torch._C, "_cuda_setRNGState"). Nothing of that runs
// on Neuron.
func lookedForFirst(p *analyzer.Pass, n syntax.Node, name string) bool {
	if !strings.HasPrefix(name, compiledForCUDA) {
		return false
	}
	type key struct{}
	for _, f := range analyzer.Once(p, key{}, func() []foundFirst { return findFirst(p) }) {
		if f.name == name && f.code.Contains(p.Tree.Span(n)) {
			return true
		}
	}
	return false
}

// compiledForCUDA begins the names that PyTorch has only where it is built for CUDA.
const compiledForCUDA = "torch._C._cuda_"

func findFirst(p *analyzer.Pass) (out []foundFirst) {
	for call := range p.Model.CallsOf("builtins.hasattr") {
		module, _ := p.Model.Name(p.Tree.Arg(call, 0, ""))
		attr, ok := p.Tree.StringValue(p.Tree.Arg(call, 1, ""))
		name := module + "." + attr
		if !ok || !strings.HasPrefix(name, compiledForCUDA) {
			continue
		}
		for _, code := range ranIfTrue(p.Tree, call) {
			out = append(out, foundFirst{name, code})
		}
	}
	return out
}

// ranIfTrue is the code that only runs where a condition, or an operand of it, holds.
func ranIfTrue(t *syntax.Tree, n syntax.Node) (out []source.Span) {
	const maxOperands = 16
	for range maxOperands {
		parent := t.Parent(n)
		switch t.Kind(parent) {
		case syntax.KindParenthesized:
		case syntax.KindBooleanOperator:
			if t.Operator(parent) != "and" {
				return out
			}
			if right := t.Child(parent, syntax.FieldRight); right != n {
				out = append(out, t.Span(right))
			}
		case syntax.KindIf, syntax.KindElif:
			if t.Condition(parent) == n {
				out = append(out, t.Span(t.Child(parent, syntax.FieldConsequence)))
			}
			return out
		case syntax.KindConditional:
			if body, cond, _ := t.Conditional(parent); cond == n {
				out = append(out, t.Span(body))
			}
			return out
		default:
			return out
		}
		n = parent
	}
	return out
}
