package device

import (
	"bytes"
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/rules/internal/rewrite"
)

// bfloat16Query asks whether CUDA computes in bfloat16. CUDA always does, if need be by
// emulation, and so does every NeuronCore.
const bfloat16Query = "torch.cuda.is_bf16_supported"

// choosesDtype reports whether a query decides only which of two dtypes expressions
// yield: on Neuron the dtype of the accelerator is meant, and every user of it gets on
// Neuron the dtype that it got on CUDA.
func choosesDtype(p *analyzer.Pass, atom syntax.Node) bool {
	chooses := false
	for _, g := range p.Model.GuardsOf(atom) {
		if g.Kind == semantic.GuardOperand && queryName(p, atom) != bfloat16Query && asksBesideBFloat16(p, atom) {
			continue
		}
		// A variable of another name may be handed to code that means CUDA.
		direct := p.Tree.Within(atom, g.Cond) || queryName(p, atom) == bfloat16Query || asksBesideBFloat16(p, atom)
		if g.Kind != semantic.GuardOther || p.Tree.Kind(g.Node) != syntax.KindConditional || !direct {
			return false
		}
		if !p.Tree.Within(atom, g.Cond) && !onlyOfDtypes(p, atom) {
			return false
		}
		yes, _, no := p.Tree.Conditional(g.Node)
		if !isDtype(p, yes) || !isDtype(p, no) {
			return false
		}
		chooses = true
	}
	return chooses
}

// onlyOfDtypes reports whether the variable that keeps a query's answer is only read by
// conditional expressions, which choose, or passed to a setting that is named for
// bfloat16: fused=answer means kernels of CUDA.
func onlyOfDtypes(p *analyzer.Pass, atom syntax.Node) bool {
	at := p.Tree.Parent(atom)
	for p.Tree.Kind(at) == syntax.KindBooleanOperator || p.Tree.Kind(at) == syntax.KindParenthesized {
		at = p.Tree.Parent(at)
	}
	sym := p.Model.Symbol(p.Tree.Child(at, syntax.FieldLeft))
	if p.Tree.Kind(at) != syntax.KindAssignment || sym == nil {
		return false
	}
	return !slices.ContainsFunc(sym.Uses, func(use syntax.Node) bool {
		parent := p.Tree.Parent(use)
		switch p.Tree.Kind(parent) {
		case syntax.KindConditional:
			return p.Tree.Condition(parent) != use
		case syntax.KindKeywordArgument:
			name := p.Tree.Text(p.Tree.Child(parent, syntax.FieldName))
			return !strings.Contains(name, "bf16") && !strings.Contains(name, "bfloat16")
		}
		return true
	})
}

// isDtype reports whether an expression is a floating-point dtype that Neuron
// has, or the name of one.
func isDtype(p *analyzer.Pass, n syntax.Node) bool {
	switch c, _ := p.Model.Constant(n); c.Kind {
	case semantic.ConstantDType, semantic.ConstantString:
		switch c.Text {
		case "bfloat16", "float16", "half", "float32", "float", "bf16", "fp16", "fp32":
			return true
		}
	}
	return false
}

// asksBesideBFloat16 reports whether a query stands before one of bfloat16, as in
// torch.cuda.is_available() and torch.cuda.is_bf16_supported().
func asksBesideBFloat16(p *analyzer.Pass, atom syntax.Node) bool {
	and := p.Tree.Parent(atom)
	name, _ := p.Model.CallName(p.Tree.Child(and, syntax.FieldRight))
	return p.Tree.Kind(and) == syntax.KindBooleanOperator && p.Tree.Operator(and) == "and" && name == bfloat16Query
}

// bfloat16Edits asks for the accelerator in place of bfloat16, or nothing where
// the accelerator has just been asked for.
func bfloat16Edits(p *analyzer.Pass, atom syntax.Node) []analyzer.Edit {
	if positional, keyword, splat := p.Tree.ArgCount(atom); positional+keyword > 0 || splat {
		return nil
	}
	if left := p.Tree.Child(p.Tree.Parent(atom), syntax.FieldLeft); left != atom && queryName(p, left) == "torch.cuda.is_available" && asksBesideBFloat16(p, left) {
		rest := source.Span{Start: p.Tree.Stop(left), End: p.Tree.Stop(atom)}
		if !bytes.ContainsAny(p.Tree.Source()[rest.Start:rest.End], "#\n") {
			return []analyzer.Edit{rewrite.Edit(p, rest, "")}
		}
	}
	return rewrite.Rename(p, p.Tree.Callee(atom), available)
}
