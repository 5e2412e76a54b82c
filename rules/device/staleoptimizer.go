package device

import (
	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules/internal/words"
)

var staleOptimizer = &analyzer.Rule{
	Code:     "NRN116",
	Name:     "stale-optimizer",
	Category: analyzer.CategoryDevice,
	Since:    "0.1.0",
	Doc: `An optimizer is made before its model moves to the device.

## What breaks

Nothing fails, and nothing is trained. A move from the host to CUDA keeps the parameters
and changes the memory behind them. A move to Neuron makes new parameters: the optimizer
steps the old ones, which get no gradients.

## Example

    optimizer = torch.optim.Adam(model.parameters())
    model.to(device)

## Use instead

    model.to(device)
    optimizer = torch.optim.Adam(model.parameters())

## When there is no fix

What stands between the two lines may need the optimizer, so a person moves them.

## When it is reported

- the move stands behind the optimizer in the same function, in another method of the
  class whose constructor makes the optimizer, or in a function or class of the project
  that is given the model

## When it is silent

- a model that has been moved before, unless it goes back to the host in between
- a model that the function is given, or that unknown code makes
- another optimizer that is made of the model behind the move

## Source

PyTorch 2.8: Module._apply keeps a parameter where has_compatible_shallow_copy_type
allows it (TensorImpl.h), which is so for CPU and CUDA and not for XLA devices and those
of other makers. Measured with torch-xla 2.8 (verify/rewrites/calls.tsv).
`,
	Words: words.Torch,
	Run:   runStaleOptimizer,
}

func runStaleOptimizer(p *analyzer.Pass) error {
	fact, ok := p.DB.GraphBreakOn("stale-optimizer", p.Target.Rewrite.Stack())
	if !ok {
		return nil
	}
	severity := analyzer.Error
	if fact.Ref.Evidence == opsdb.Inferred {
		severity = analyzer.Warning
	}
	for _, s := range p.Model.StaleOptimizers() {
		if !s.Likely || p.Model.Region(s.Made) == semantic.RegionTest || p.Model.GuardedForNeuron(s.Made) {
			continue
		}
		p.Report(analyzer.Diagnostic{
			Span:       p.Tree.Span(p.Tree.Callee(s.Made)),
			Message:    "this optimizer trains nothing on Neuron: `" + p.Tree.Text(s.Module) + "` moves to the device later, " + fact.Reason,
			Help:       fact.Advice,
			Severity:   severity,
			Confidence: analyzer.Likely,
			API:        "torch.nn.Module.to",
			Fact:       fact.Ref,
			Related:    p.Places("moved here", s.Moved),
		})
	}
	return nil
}
