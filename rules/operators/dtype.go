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

The compiler takes the operator for floating point and refuses it for integers
or complex numbers, computes integers in float32 (exact up to 2^24 only), or
torch-xla sends the dtype to the host. Some of these limits differ from one
NeuronCore to the next, so --target matters.

A finding is reported where the text shows the dtype: a cast (x.long(),
x.to(torch.int64)), a dtype argument, an operator whose result has one dtype
(argmax, comparisons, torch.view_as_complex). Where it is not known the finding
is no more than possible, and hidden unless asked for.

## Example

    def forward(self, ids):
        return torch.topk(ids.long(), 4)

## Use instead

    def forward(self, ids):
        return torch.topk(ids.float(), 4)

## When there is no fix

float32 holds integers up to 2^24 exactly; whether that is enough, the program
knows.

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
