package operators

import (
	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/opcall"
	"github.com/neuronlint/neuronlint/rules/internal/words"
)

var operatorDType = &analyzer.Rule{
	Code:     "NRN504",
	Name:     "operator-dtype",
	Category: analyzer.CategoryDtype,
	Since:    "0.1.0",
	Doc: `An operator that the Neuron stack does not run for this dtype.

## What breaks

The compiler accepts the operator for floating point but rejects integers or complex
numbers, computes integers in float32 (exact only up to 2^24), or torch-xla sends the
dtype to the host. Some of these limits differ between NeuronCores, so --target matters.

## Example

    def forward(self, ids):
        return torch.topk(ids.long(), 4)

## Use instead

    def forward(self, ids):
        return torch.topk(ids.float(), 4)

## When there is no fix

float32 holds integers exactly up to 2^24; only the author knows whether that is enough.

## When it is reported

- operators on a visible dtype: a cast (x.long(), x.to(torch.int64)), a dtype argument,
  or a result with a fixed dtype (argmax, comparisons, torch.view_as_complex)

## When it is silent

- operators on an unknown dtype: the finding is possible, and hidden by default

## Source

Cited with the finding: the error codes of neuronx-cc and the known issues in
the documentation of the AWS Neuron SDK, and the kernels of torch-xla 2.8.
Error codes are documented from SDK 2.27 on; for 2.26 the finding says "may".
`,
	Words: words.Operators,
	Run: func(p *analyzer.Pass) error {
		reportAll(p, func(f opcall.Finding) bool { return f.DType })
		return nil
	},
}
