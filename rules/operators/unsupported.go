package operators

import (
	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/opcall"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules/internal/words"
)

var unsupportedOperator = &analyzer.Rule{
	Code:     "NRN501",
	Name:     "unsupported-operator",
	Category: analyzer.CategoryOpSupport,
	Since:    "0.1.0",
	Doc: `An operator that the Neuron stack does not run at all.

## What breaks

The compiler refuses the operator, or there is neither a lowering nor a kernel
for the host to fall back to: sparse, quantised and MKL-DNN tensors do not exist
on the device, and some kernels of PyTorch are written for CUDA alone. The
program stops at the call, or when the graph that holds it is compiled.

With the default settings operators are judged by SDK 2.26, so by the lowering
of torch-xla 2.8 and by the compiler of that SDK; with --sdk 2.33 by what is
documented of the native backend. The finding names the stack that it is about.
Documents make an error, and so does source code; what only follows from them is
a warning that says "may". An operator of which nothing is known is not
reported.

The finding is likely where tensors are on the device: in forward and what it
calls in the same file, in other methods of a module, in training loops, and in
functions and classes that put tensors where those are that they are given
(device=x.device). A sparse tensor that is made on the host is reported where it is moved to
the device. Elsewhere, in data preparation or in a script without a model, it is no more
than possible, and hidden unless asked for. A function of another file that hands
what it is given to such an operator in any case is reported where a model or a
training loop calls it, once in a file, with the places of the other calls. So is one
that does nothing but hand on to a function of JAX, or to what a table holds for
a backend. Tensors that are moved to the host first are left alone.

Where a call runs one of several functions (what a table, a choice or an attribute
holds) the finding says that it is about one of them. It is likely where no more than
three are possible or half of them are in trouble.

## Example

    class Ranking(nn.Module):
        def forward(self, scores):
            return torch.sort(scores, dim=-1, descending=True)

## Use instead

    class Ranking(nn.Module):
        def forward(self, scores):
            return torch.topk(scores, scores.shape[-1], dim=-1)

The help names what comes closest.

## When there is no fix

A replacement differs from the operator in order, precision or speed, so it is
for a person to choose.

## Source

Cited with the finding: the documentation of the AWS Neuron SDK, the lowering
tables of torch-xla 2.8 (codegen/xla_native_functions.yaml and the kernels), the
declarations of PyTorch 2.8, and the known issues of JAX on Neuron.
`,
	Words: words.Operators,
	Run: func(p *analyzer.Pass) error {
		reportAll(p, func(f opcall.Finding) bool {
			return f.Condition == "" && refuses(f.Finding)
		})
		reportCalled(p, func(f opsdb.Finding) bool { return f.Condition == "" && refuses(f) })
		reportForwarded(p, refuses)
		return nil
	},
}
