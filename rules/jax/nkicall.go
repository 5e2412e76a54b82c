package jax

import (
	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules/internal/words"
)

var nkiCall = &analyzer.Rule{
	Code:     "NRN841",
	Name:     "jax-nki-call",
	Category: analyzer.CategoryKernel,
	Since:    "0.1.0",
	Doc: `A NeuronCore kernel is called through a removed function.

## What breaks

SDK 2.23 removed jax_neuronx.nki_call, so a program that calls its kernels through it
fails.

## Example

    y = nki_call(partial(kernel, width=128), x, out_shape=x)

## Use instead

    @nki.jit
    def kernel(x):
        ...

    y = kernel(x)

## When there is no fix

A kernel for nki_call writes into an argument, one for nki.jit returns its result, so
the kernel itself changes.

## Source

AWS Neuron SDK 2.32, release-notes/components/jax.rst.
`,
	Words: words.JAX,
	Run: func(p *analyzer.Pass) error {
		for n := range p.Model.Named(func(name string) bool { return name == "jax_neuronx.nki_call" }) {
			name, conf := p.Model.Name(n)
			parent := p.Tree.Parent(n)
			if name != "jax_neuronx.nki_call" || p.Tree.Kind(parent) != syntax.KindCall || p.Tree.Callee(parent) != n {
				continue
			}
			p.Report(analyzer.Diagnostic{
				Span:       p.Tree.Span(n),
				Message:    code(name) + " is gone since SDK 2.23",
				Help:       "decorate the kernel with `nki.jit` and call it",
				Severity:   analyzer.Error,
				Confidence: conf,
				API:        name,
				Fact: opsdb.Ref{
					Evidence: opsdb.Documented, SDK: "2.23-",
					Source: "aws-neuron-sdk@v2.32.0:release-notes/components/jax.rst:148",
				},
			})
		}
		return nil
	},
}
