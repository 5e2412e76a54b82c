package precision

import (
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/rules/internal/reach"
	"github.com/neuronlint/neuronlint/rules/internal/rewrite"
	"github.com/neuronlint/neuronlint/rules/internal/usage"
	"github.com/neuronlint/neuronlint/rules/internal/words"
)

var halfPrecision = &analyzer.Rule{
	Code:     "NRN305",
	Name:     "float16",
	Category: analyzer.CategoryPrecision,
	Fix:      analyzer.Display,
	Since:    "0.1.0",
	Doc: `float16 is chosen where bfloat16 may be meant.

## What breaks

Nothing: NeuronCores compute in float16. But float16 overflows above 65504, and training
in it needs loss scaling, while the GradScaler of CUDA code turns itself off on Neuron.
Prefer bfloat16, the type used for training on Neuron, which has the range of float32;
many programs chose float16 only because older GPUs lack bfloat16.

## Example

    model = model.half()
    x = x.to(torch.float16)

## Use instead

    model = model.to(torch.bfloat16)
    x = x.to(torch.bfloat16)

The fix is only shown: bfloat16 has fewer digits, and all tensors combined in one
operator must change together.

## When it is reported

- a choice of float16 by an argument, a variable, .half() or a parameter default that
  becomes one of these, also for objects that are only named like a model; the first
  place of a function stands for all of the same kind
- settings with float16 as default, if the file shows that they decide the dtype

## When it is silent

- tests for float16, choices that already include bfloat16, and arguments of a CUDA
  kernel
- tests, files that name bfloat16 elsewhere, and code that places nothing on a device:
  the finding is possible, and hidden by default

## Source

AWS Neuron SDK 2.26, about-neuron/arch/neuron-features/data-types.rst.
`,
	Words: words.Operators,
	Run:   runHalfPrecision,
}

func isHalf(name string) bool {
	switch name {
	case "torch.float16", "torch.half", "torch.Tensor.half", "torch.nn.Module.half":
		return true
	}
	return false
}

func runHalfPrecision(p *analyzer.Pass) error {
	bfloat := p.Model.TextHas("bf16") || p.Model.TextHas("bfloat16")
	unplaced := !p.Model.TextHas("cuda") && !p.Model.TextHas("device")
	message := "float16 overflows above 65504; bfloat16 has the range of float32"
	if trains(p) {
		message = "float16 overflows above 65504 and needs loss scaling in training; bfloat16 has the range of float32"
	}
	var found alike
	report := func(u usage.Use, cast bool) {
		d := analyzer.Diagnostic{
			Span: p.Tree.Span(u.Node), Severity: analyzer.Info, Confidence: min(u.Confidence, analyzer.Likely), API: u.Name,
			Message: message,
			Help:    "prefer `torch.bfloat16` on Neuron",
			Fact:    halfFact(),
			Fixes:   halfFix(p, u, cast),
		}
		if p.Model.Region(u.Node) == semantic.RegionTest || reach.InTestFile(p) || bfloat || unplaced {
			d.Confidence = analyzer.Possible
		}
		found.add(p, u.Node, d, "float16 is also chosen here", u.Name, p.Tree.EnclosingFunction(u.Node))
	}
	for u := range usage.Of(p, isHalf) {
		cast := strings.HasSuffix(u.Name, ".half") && u.Name != "torch.half"
		if u.Longer || u.Mentioned || u.Stored || p.Model.GuardedForNeuron(u.Node) || cast != (u.Call != syntax.None) || !cast && !chosen(p, u.Node) || cast && demanded(p, u.Call) {
			continue
		}
		report(u, cast)
	}
	for u := range halvedModels(p) {
		report(u, true)
	}
	found.report(p)
	reportHalfDefaults(p)
	return nil
}

// trains reports whether the file computes gradients or scales losses.
func trains(p *analyzer.Pass) bool {
	return p.Model.TextHas(".backward(") || p.Model.TextHas("GradScaler") || p.Model.TextHas("training_step")
}

// halfFix writes bfloat16.
func halfFix(p *analyzer.Pass, u usage.Use, cast bool) []analyzer.Fix {
	if p.Tree.InError(u.Node) {
		return nil
	}
	fix := analyzer.Fix{Title: "use torch.bfloat16"}
	fix.Take(analyzer.ShownBecause("bfloat16 has fewer digits, and all tensors that meet need the same type"))
	if !cast {
		if fix.Edits = rewrite.Rename(p, u.Node, "torch.bfloat16"); len(fix.Edits) == 0 {
			return nil
		}
		return []analyzer.Fix{fix}
	}
	if positional, keyword, splat := p.Tree.ArgCount(u.Call); positional+keyword > 0 || splat || p.Tree.Kind(u.Node) != syntax.KindAttribute {
		return nil
	}
	dtype, edits, ok := rewrite.Qualified(p, "torch.bfloat16", u.Node)
	if !ok {
		return nil
	}
	method := source.Span{Start: p.Tree.Start(p.Tree.AttrName(u.Node)), End: p.Tree.Stop(u.Call)}
	edits = append(edits, rewrite.Edit(p, method, "to("+dtype+")"))
	fix.Edits = edits
	return []analyzer.Fix{fix}
}

// demanded reports whether a cast makes an argument of a library for CUDA alone,
// whose kernels say which type they take.
func demanded(p *analyzer.Pass, cast syntax.Node) bool {
	args := p.Tree.Parent(cast)
	if p.Tree.Kind(args) == syntax.KindKeywordArgument {
		args = p.Tree.Parent(args)
	}
	if p.Tree.Kind(args) != syntax.KindArgumentList {
		return false
	}
	name, _ := p.Model.CallName(p.Tree.Parent(args))
	lib, _ := p.DB.Library(name)
	return lib.CUDAOnly
}

// chosen reports whether a dtype is a choice of the program: an argument of a call, the
// value of an assignment or a return, or the default of a parameter used so, perhaps in
// one arm of a choice whose other arms do not know bfloat16.
func chosen(p *analyzer.Pass, n syntax.Node) bool {
	for {
		parent := p.Tree.Parent(n)
		switch p.Tree.Kind(parent) {
		case syntax.KindConditional:
			if p.Tree.Condition(parent) == n || strings.Contains(p.Tree.Text(parent), "bfloat16") {
				return false
			}
			n = parent
		case syntax.KindParenthesized:
			n = parent
		case syntax.KindKeywordArgument, syntax.KindReturn:
			return true
		case syntax.KindAssignment:
			return p.Tree.Field(n) == syntax.FieldRight
		case syntax.KindDefaultParameter, syntax.KindTypedDefaultParameter:
			sym := p.Model.Symbol(p.Tree.Child(parent, syntax.FieldName))
			return sym != nil && slices.ContainsFunc(sym.Uses, func(use syntax.Node) bool { return chosen(p, use) })
		case syntax.KindArgumentList:
			name, _ := p.Model.CallName(p.Tree.Parent(parent))
			return castsTo(name) || name == "" && moves(p, p.Tree.Parent(parent))
		default:
			return false
		}
	}
}

// castsTo reports whether a function takes a dtype by position.
func castsTo(name string) bool {
	switch name {
	case "torch.Tensor.to", "torch.nn.Module.to", "torch.Tensor.type", "torch.Tensor.view", "torch.set_default_dtype":
		return true
	}
	return false
}

// moves reports whether a call is of a method to, of an object that nothing else is
// known of: batch.pop("x").to(device, torch.float16).
func moves(p *analyzer.Pass, call syntax.Node) bool {
	callee := p.Tree.Callee(call)
	return p.Tree.Kind(callee) == syntax.KindAttribute && p.Tree.Text(p.Tree.AttrName(callee)) == "to"
}
