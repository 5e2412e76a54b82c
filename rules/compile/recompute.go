package compile

import (
	"cmp"
	"slices"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/rules/internal/usage"
	"github.com/neuronlint/neuronlint/rules/internal/words"
)

var activationCheckpoint = &analyzer.Rule{
	Code:     "NRN624",
	Name:     "activation-checkpoint",
	Category: analyzer.CategoryCompile,
	Since:    "0.1.0",
	Doc: `PyTorch's activation checkpointing is used with torch-xla.

## What breaks

With torch-xla, torch.utils.checkpoint looks in torch for a module of the device, which
does not exist, and may raise AttributeError: module 'torch' has no attribute 'xla'.

## Example

    from torch.utils.checkpoint import checkpoint

    x = checkpoint(block, x, use_reentrant=False)

## Use instead

    from torch_xla.utils.checkpoint import checkpoint

    x = checkpoint(block, x, use_reentrant=True)

## When there is no fix

torch-xla's function supports only use_reentrant=True, and values that the block reads
besides its arguments decide whether that gives the same gradients.

## When it is reported

- for torch-xla only, at the first call in a file, with the places of the others

## When it is silent

- the native backend, which supports it
- files that import neuronx_distributed, which has its own activation checkpointing

## Source

AWS Neuron SDK 2.26, about-neuron/appnotes/torch-neuronx/introducing-pytorch-2-8.rst.
For the native backend: SDK 2.32, frameworks/torch/pytorch-native-overview.rst. For
neuronx_distributed: activation_checkpoint_config in SDK 2.26,
libraries/neuronx-distributed/api-reference-guide-training.rst.
`,
	Words: words.Torch,
	Run:   runActivationCheckpoint,
}

func isActivationCheckpoint(name string) bool {
	return name == "torch.utils.checkpoint.checkpoint" || name == "torch.utils.checkpoint.checkpoint_sequential"
}

func runActivationCheckpoint(p *analyzer.Pass) error {
	r, ok := p.DB.Replacement("torch.utils.checkpoint.checkpoint", p.Target.Rewrite)
	if !ok || p.Target.Rewrite.Stack() != "xla" || p.Model.ImportsAny("neuronx_distributed") {
		return nil
	}
	var calls []usage.Use
	for u := range usage.Of(p, isActivationCheckpoint) {
		if u.Call != syntax.None && !p.Model.GuardedForNeuron(u.Node) {
			calls = append(calls, u)
		}
	}
	if len(calls) == 0 {
		return nil
	}
	slices.SortFunc(calls, func(a, b usage.Use) int { return cmp.Compare(p.Tree.Start(a.Node), p.Tree.Start(b.Node)) })
	first := calls[0]
	var others []syntax.Node
	for _, u := range calls[1:] {
		others = append(others, u.Node)
	}
	p.Report(analyzer.Diagnostic{
		Span:       p.Tree.Span(first.Node),
		Message:    "`" + first.Name + "` may raise with torch-xla: it looks for a module named torch.xla",
		Help:       "call `" + r.Text + "` with use_reentrant=True",
		Severity:   analyzer.Warning,
		Confidence: first.Confidence,
		API:        first.Name,
		Fact:       r.Ref,
		Related:    p.Places("another call here", others...),
	})
	return nil
}
