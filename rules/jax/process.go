package jax

import (
	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules/internal/reach"
	"github.com/neuronlint/neuronlint/rules/internal/words"
)

var multiProcess = &analyzer.Rule{
	Code:     "NRN805",
	Name:     "jax-multi-process",
	Category: analyzer.CategoryDistributed,
	Since:    "0.1.0",
	Doc: `A program of several processes lacks Neuron's process settings.

## What breaks

On Neuron the environment must tell each process of jax.distributed the number of
NeuronCores of every process and its own index. Launchers for GPUs set neither.

## Example

    jax.distributed.initialize()

## When there is no fix

The launcher, usually a script and not this file, must set
NEURON_PJRT_PROCESSES_NUM_DEVICES, a list with the number of NeuronCores of each
process, and NEURON_PJRT_PROCESS_INDEX, the rank.

## When it is silent

- files that name NEURON_PJRT_PROCESS_INDEX
- tests that mention TPUs

## Source

AWS Neuron SDK 2.26, frameworks/jax/api-reference-guide/neuron-envvars.rst.
`,
	Words: words.JAX,
	Run: onJAX(func(p *analyzer.Pass) {
		if p.Model.TextHas("NEURON_PJRT_PROCESS") || reach.InTestFile(p) && p.Model.TextHas("TPU") {
			return // told already, or a test of TPUs
		}
		for call := range p.Model.CallsOf("jax.distributed.initialize") {
			if p.Model.GuardedForNeuron(call) {
				continue
			}
			name, conf := p.Model.CallName(call)
			p.Report(analyzer.Diagnostic{
				Span:       p.Tree.Span(call),
				Message:    "on Neuron each process needs `NEURON_PJRT_PROCESSES_NUM_DEVICES` and `NEURON_PJRT_PROCESS_INDEX` in its environment",
				Help:       "set both where the processes are started",
				Severity:   analyzer.Info,
				Confidence: conf,
				API:        name,
				Fact: opsdb.Ref{
					Evidence: opsdb.Documented, SDK: "2.26-",
					Source: "aws-neuron-sdk@v2.26.1:frameworks/jax/api-reference-guide/neuron-envvars.rst:49",
				},
			})
		}
	}),
}
