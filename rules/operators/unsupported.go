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

The program stops at the call, or when the graph with it is compiled. The compiler
rejects the operator, or there is neither a lowering nor a host kernel to fall back to:
sparse, quantized and MKL-DNN tensors do not exist on the device, and some PyTorch
kernels exist only for CUDA.

## Example

    class Ranking(nn.Module):
        def forward(self, scores):
            return torch.sort(scores, dim=-1, descending=True)

## Use instead

    class Ranking(nn.Module):
        def forward(self, scores):
            return torch.topk(scores, scores.shape[-1], dim=-1)

The help names the closest replacement.

## When there is no fix

A replacement differs from the operator in order, precision or speed, so a person must
choose.

## When it is reported

With the default settings operators are judged by SDK 2.26, so by the lowerings of
torch-xla 2.8 and by the compiler of that SDK; with --sdk 2.33 by the documentation of
the native backend. The finding names its stack.

- Documents and source code make an error; a conclusion from them is a warning that says
  "may".
- The finding is likely if tensors are on the device: in forward and the functions of
  the file that it calls, in other methods of a module, in training loops, and in
  functions and classes that put tensors on the device of their arguments
  (device=x.device).
- A sparse tensor made on the host is reported where it moves to the device.
- A function of another file that always passes its argument to such an operator is
  reported where a model or a training loop calls it, once in a file, with the places of
  the other calls. So is one that only passes it on to a function of JAX, or to an entry
  of a table for a backend.
- If a call runs one of several functions (from a table, a choice or an attribute), the
  finding says that it is about one of them. It is likely if at most three are possible
  or half of them have a problem.

## When it is silent

- operators about which nothing is known
- tensors that move to the host first
- data preparation, or a script without a model: the finding is possible, and hidden by
  default

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
