package graph

import (
	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/rules/internal/words"
)

var anomalyDetection = &analyzer.Rule{
	Code:     "NRN605",
	Name:     "anomaly-detection",
	Category: analyzer.CategoryHostSync,
	Since:    "0.1.0",
	Doc: `Autograd's anomaly detection is left on.

## What breaks

Nothing fails. While anomaly detection is on, autograd checks each gradient for NaN,
which reads a value back for every operation of the backward pass.

## Example

    torch.autograd.set_detect_anomaly(True)

## Use instead

    torch.autograd.set_detect_anomaly(args.detect_anomaly)

Or remove it once the fault is found.

## When there is no fix

Without it the forward pass raises the same errors but shows no trace to the operation,
so a person must decide.

## Source

The documentation of torch.autograd; the cost of reading a value: the AWS Neuron SDK
(see NRN601). The combination of the two is inferred.
`,
	Words: words.Operators,
	Run:   runAnomalyDetection,
}

func runAnomalyDetection(p *analyzer.Pass) error {
	for call := range p.Model.CallsOf("torch.autograd.set_detect_anomaly", "torch.autograd.detect_anomaly") {
		name, conf := p.Model.CallName(call)
		mode := p.Tree.Arg(call, 0, "mode")
		if p.Model.Region(call) == semantic.RegionTest || name == "torch.autograd.set_detect_anomaly" && p.Tree.Kind(mode) != syntax.KindTrue {
			continue
		}
		report(p, &finding{
			idiom: "anomaly-detection", at: p.Tree.Callee(call), what: "anomaly detection", place: perStep,
			confidence: conf, api: name,
		})
	}
	return nil
}
