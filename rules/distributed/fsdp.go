package distributed

import (
	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules/internal/rewrite"
	"github.com/neuronlint/neuronlint/rules/internal/usage"
	"github.com/neuronlint/neuronlint/rules/internal/words"
)

var fsdpOnXLA = &analyzer.Rule{
	Code:     "NRN405",
	Name:     "fsdp-on-xla",
	Category: analyzer.CategoryDistributed,
	Since:    "0.1.0",
	Doc: `FullyShardedDataParallel in code that is moved to torch-xla.

## What breaks

torch-neuronx on torch-xla, up to SDK 2.26, does not support PyTorch's
FullyShardedDataParallel.

## Example

    model = FullyShardedDataParallel(model)

## When there is no fix

Shard the optimizer with
torch_xla.distributed.zero_redundancy_optimizer.ZeroRedundancyOptimizer, or the
model with NeuronX Distributed.

## When it is silent

- code that moves to the native backend, which supports it

## Source

AWS Neuron SDK 2.26, release-notes/torch/torch-neuronx/index.rst.
`,
	Words: words.Torch,
	Run:   runFSDP,
}

// fsdpFact cites the release notes of torch-neuronx, which list FSDP as unsupported.
func fsdpFact() opsdb.Ref {
	return opsdb.Ref{
		Evidence: opsdb.Documented, Stack: "xla", SDK: "2.24-2.26",
		Source: "aws-neuron-sdk@v2.26.1:release-notes/torch/torch-neuronx/index.rst:31",
	}
}

func isFSDP(name string) bool {
	switch name {
	case "torch.distributed.fsdp.FullyShardedDataParallel", "torch.distributed.fsdp.fully_shard",
		"torch.distributed._composable.fsdp.fully_shard":
		return true
	}
	return false
}

func runFSDP(p *analyzer.Pass) error {
	if p.Target.Rewrite.Stack() != "xla" {
		return nil
	}
	for u := range usage.Of(p, isFSDP) {
		if u.Call == syntax.None || p.Model.GuardedForNeuron(u.Node) {
			continue
		}
		p.Report(analyzer.Diagnostic{
			Span:       p.Tree.Span(u.Node),
			Message:    "torch-neuronx (XLA) does not support `" + rewrite.Code(p, u.Node) + "`",
			Help:       "shard the optimizer with `torch_xla.distributed.zero_redundancy_optimizer.ZeroRedundancyOptimizer`",
			Severity:   analyzer.Error,
			Confidence: u.Confidence,
			API:        u.Name,
			Fact:       fsdpFact(),
		})
	}
	return nil
}
