package operators

import (
	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/opcall"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules/internal/words"
)

var operatorOnHost = &analyzer.Rule{
	Code:     "NRN502",
	Name:     "operator-on-host",
	Category: analyzer.CategoryOpSupport,
	Since:    "0.1.0",
	Doc: `An operator that has no lowering and runs on the host.

## What breaks

Nothing fails, but the device waits: the graph is cut before the operator, its inputs
are copied to the host, the CPU computes it, and the result is copied back. Each piece
of the graph is compiled separately. Inside a model this happens in every step.

## Example

    class Patches(nn.Module):
        def __init__(self):
            super().__init__()
            self.unfold = nn.Unfold(kernel_size=4, stride=4)

        def forward(self, x):
            return self.unfold(x)

## Use instead

    class Patches(nn.Module):
        def forward(self, x):
            b, c, h, w = x.shape
            x = x.reshape(b, c, h // 4, 4, w // 4, 4)
            return x.permute(0, 1, 3, 5, 2, 4).reshape(b, c * 16, -1)

The help names the closest replacement. If the host is the right place, move the tensor
there once, outside the step.

## When there is no fix

A replacement differs from the operator in precision, speed or coverage, so a person
must choose.

## When it is reported

With the default settings operators are judged by SDK 2.26, so by the lowerings of
torch-xla 2.8; with --sdk 2.33 by the documentation of the native backend. The finding
names its stack.

- "torch-xla 2.8 has no lowering" comes from its tables; "may run on the host" follows
  from the operators inside a composite operator.
- The finding is likely if tensors are on the device: in forward and the functions of
  the file that it calls, in other methods of a module, in training loops and functions
  that train one step, in functions and classes that put tensors on the device of their
  arguments (device=x.device), and in loops over data that visibly moves to a device.
- A function of another file that always passes its argument to such an operator is
  reported where a model or a training loop calls it, once in a file, with the places of
  the other calls.
- If a call runs one of several functions (from a table, a choice or an attribute), the
  finding says that it is about one of them. It is likely if at most three are possible
  or half of them have a problem.

## When it is silent

- operators about which nothing is known, or that only unusual calls reach
- tensors that move to the host first
- data preparation, or a script without a model: the finding is possible, and hidden by
  default

## Source

Cited with the finding: the lowering tables of torch-xla 2.8
(codegen/xla_native_functions.yaml, torch_xla/csrc/aten_fallback.cpp) and, for
operators made of others, the bodies of PyTorch's composite operators.
`,
	Words: words.Operators,
	Run: func(p *analyzer.Pass) error {
		reportAll(p, func(f opcall.Finding) bool { return f.Condition == "" && runsOnHost(f.Finding) })
		reportCalled(p, func(f opsdb.Finding) bool { return f.Condition == "" && runsOnHost(f) })
		return nil
	},
}
