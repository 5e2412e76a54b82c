package device

import (
	"slices"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules/internal/rewrite"
	"github.com/neuronlint/neuronlint/rules/internal/words"
)

var isCUDA = &analyzer.Rule{
	Code:     "NRN106",
	Name:     "is-cuda",
	Chooses:  true,
	Category: analyzer.CategoryDevice,
	Fix:      analyzer.Safe,
	Since:    "0.1.0",
	Doc: `A tensor is asked whether it lies on a CUDA device.

## What breaks

is_cuda is False for every tensor on Neuron: the GPU branch never runs, and the CPU
branch, often slower or different, always does.

## Example

    if x.is_cuda:
        y = fast(x)

## Use instead

    if x.device.type in ("cuda", "neuron"):
        y = fast(x)

The test still holds on CUDA. The fix is safe if x is known to be a tensor and the
branch calls only PyTorch and functions of the file, because only the body tells whether
the question is "on CUDA", "on an accelerator" or "not on the CPU". Findings inside the
branch must have a fix of their own.

The fix is unsafe in an assertion, which may protect a later kernel, in a test that only
selects a text about GPUs, and in one that selects a function, a class or a name by which
other code may choose a kernel.

## When there is no fix

- the branch leads to a module that the project compiles for CUDA

## When it is reported as a note

- a branch useful only on GPUs (a CUDA kernel, torch.nn.DataParallel)

## Source

PyTorch: torch/_C/__init__.pyi, Tensor.is_cuda. The device type of a tensor on
Neuron: AWS Neuron SDK 2.32, frameworks/torch/pytorch-native-overview.rst.
`,
	Words: words.Device,
	Run:   runIsCUDA,
}

func runIsCUDA(p *analyzer.Pass) error {
	for n := range p.Model.AttributeLoads("is_cuda") {
		t := p.Model.Type(p.Tree.Object(n))
		conf := t.Confidence
		switch {
		case t.Kind == semantic.KindTensor:
		case t.Kind == semantic.KindUnknown && p.Model.Ref(n).Def == syntax.None && p.Model.ImportsAny("torch"):
			conf = analyzer.Likely
		default:
			continue
		}
		if p.Model.GuardedForNeuron(n) || isShown(p, n) {
			continue
		}
		effect := missed(p, n, false)
		if effect.kind == semantic.GuardPlacement && aligns(p, n) {
			effect = effectOf(semantic.GuardGPUOnly)
		}
		if _, known := p.Model.Controlled(n, true); !known {
			conf = analyzer.Possible // stored or passed on; whether it matters does not show
		}
		fixes := isCUDAFix(p, n, effect.kind)
		p.Report(analyzer.Diagnostic{
			Span:       p.Tree.Span(n),
			Message:    "`" + rewrite.Code(p, n) + "` is False for every tensor on Neuron: " + effect.text,
			Help:       effect.help(fixes),
			Severity:   effect.severity,
			Confidence: conf,
			API:        "torch.Tensor.is_cuda",
			Refuses:    effect.kind == semantic.GuardAssertion,
			Fact:       fact(p, "torch.Tensor.is_cuda"),
			Fixes:      fixes,
		})
	}
	return nil
}

// isShown reports whether a test is written into a text and decides nothing.
func isShown(p *analyzer.Pass, n syntax.Node) bool {
	return p.Tree.Kind(p.Tree.Parent(p.Model.Condition(n))) == syntax.KindInterpolation
}

// aligns reports whether a test finds two CUDA tensors on different devices, to bring
// them together: x.is_cuda and y.is_cuda and x.get_device() != y.get_device(). Nothing
// moves there from the host.
func aligns(p *analyzer.Pass, n syntax.Node) bool {
	type key struct{}
	cond := p.Model.Condition(n)
	return analyzer.Each(p, key{}, cond, func() bool {
		asked, differ := make(map[string]bool), false
		for c := range p.Tree.All(cond) {
			switch p.Tree.Kind(c) {
			case syntax.KindAttribute:
				if p.Tree.View(p.Tree.AttrName(c)) == "is_cuda" {
					asked[p.Tree.View(p.Tree.Object(c))] = true
				}
			case syntax.KindComparison:
				_, ops := p.Tree.Comparison(c)
				differ = differ || len(ops) == 1 && ops[0] == "!="
			case syntax.KindBooleanOperator:
				if p.Tree.Operator(c) != "and" {
					return false
				}
			case syntax.KindNotOperator:
				return false
			}
		}
		return len(asked) > 1 && differ
	})
}

func isCUDAFix(p *analyzer.Pass, n syntax.Node, kind semantic.GuardKind) []analyzer.Fix {
	if keepsXLA(p) || kind <= semantic.GuardGPUOnly || choosesExpected(p, n, syntax.None) {
		return nil
	}
	regions, known := p.Model.Controlled(n, true)
	regions = slices.Concat(regions, p.Model.Unasked(n, false))
	if p.Model.ForksCUDA(n, regions) || !known && choosesForCUDA(p, n) {
		return nil
	}
	text := p.Tree.Text(p.Tree.Object(n)) + `.device.type in ("cuda", "` + rewrite.DeviceType(p) + `")`
	if p.Tree.Kind(p.Tree.Parent(n)) == syntax.KindNotOperator || p.Tree.Kind(p.Tree.Parent(n)) == syntax.KindComparison {
		text = "(" + text + ")"
	}
	fix := analyzer.Fix{
		Title: "test for the Neuron device too", Requires: requires(p), Revives: p.Model.Reach(regions),
		Edits: []analyzer.Edit{rewrite.Replace(p, n, text)},
	}
	switch {
	case !known:
		fix.Take(analyzer.Doubtful(decidesElsewhere))
	case kind == semantic.GuardAssertion:
		fix.Take(analyzer.Doubtful("the assertion may protect a CUDA kernel"))
	case picksText(p, n):
		fix.Take(analyzer.Doubtful(textOfGPUs))
	case p.Target.Rewrite != opsdb.RewriteNeuron || !p.Model.Extensible():
		fix.Take(analyzer.Doubtful("the branch may be for CUDA only"))
	default:
		fix.Take(analyzer.Sure())
	}
	if kind == semantic.GuardAssertion {
		fix = admitting(p, fix, n)
	}
	return []analyzer.Fix{fix}
}

// calledBehind are the operands behind a test that are not evaluated with the present
// result of the test on Neuron, and call something or test a device themselves: either
// all tests of one condition are mended together, or none of them.
func calledBehind(p *analyzer.Pass, test syntax.Node, holds bool) []source.Span {
	return slices.DeleteFunc(p.Model.Unasked(test, holds), func(span source.Span) bool {
		within := func(n syntax.Node) bool { return p.Tree.Span(n).In([]source.Span{span}) }
		tests := func(c *semantic.Compare) bool { return within(c.Literal) }
		return !slices.ContainsFunc(p.Model.Calls(), within) && !slices.ContainsFunc(p.Model.Compares(), tests)
	})
}
