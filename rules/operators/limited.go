package operators

import (
	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules/internal/words"
)

var limitedOperator = &analyzer.Rule{
	Code:     "NRN503",
	Name:     "limited-operator",
	Category: analyzer.CategoryOpSupport,
	Since:    "0.1.0",
	Doc: `An operator that the Neuron stack does not run with these arguments.

## What breaks

The operator works in general, but not with these arguments: the call is rejected, or
runs on the host and cuts the graph. For example, interpolation with mode="bicubic" has
no lowering while "bilinear" has one, torch.where with one argument searches on the
host, and a boolean mask as index makes a result of data-dependent size.

## Example

    def forward(self, x, keep):
        x = F.interpolate(x, scale_factor=2, mode="bicubic")
        return x[x > 0]

## Use instead

    def forward(self, x, keep):
        x = F.interpolate(x, scale_factor=2, mode="bilinear")
        return torch.where(x > 0, x, 0)

The help names the closest replacement.

## When there is no fix

Other arguments mean other results, so a person must choose.

## When it is reported

With the default settings operators are judged by SDK 2.26, so by the lowerings of
torch-xla 2.8 and by the compiler of that SDK; the finding names its stack. The
condition of the verdict is checked against the call: literals, names bound to one
constant, API defaults, and visible dtypes.

- If it certainly holds, the finding is reported. It is likely if an argument can have
  several values and the condition holds for one of them: the arms of a choice, the
  elements of a loop or of random.choice, the entries of a table, the values given to an
  attribute or a parameter of the file.
- A condition on gradients, such as that of F.interpolate(mode="bilinear"), is reported
  for calls that training would differentiate: in forward, on tensors combined with
  weights or passed between layers, and for layers of a module. A gradient that only
  runs on the host is a warning in a file that trains, and a note elsewhere.
- The place matters as for NRN501: forward and the functions it calls, other methods of
  a module, training loops.
- A function of another file is reported where a model or a training loop passes it the
  tensor, if it always calls the operator with these arguments, does so by its own
  defaults, or picks from the tensor by a mask.
- A call of one of several functions (from a table, a choice or an attribute) is judged
  by each of them, and the finding says that it is about one.
- jax.random.randint in tests, whose values seldom matter, is reported once in a file,
  as a note. So is, once in a file, a conclusion from the general lowering of a JAX
  function.
- Keys of JAX's default generator are reported once in a file, at the first one, with
  the places of the others; as a note in a file of tests. A key that only goes to
  Threefry by name (threefry_2x32) is not reported, but that call is: the setting does
  not change it.

## When it is silent

- calls for which the condition does not hold; if an argument is unknown the finding is
  possible, and hidden by default
- gradients under torch.no_grad
- keys of JAX's default generator if the generator is chosen in the file, its package, a
  module that it imports, or the conftest.py beside a test file

## Source

Cited with the finding: the kernels of torch-xla 2.8
(torch_xla/csrc/aten_xla_type.cpp), the documentation and the error codes of the
AWS Neuron SDK, and the known issues of JAX on Neuron.
`,
	Words: words.Operators,
	Run: func(p *analyzer.Pass) error {
		var key firstKey
		var inputs testInputs
		var all []*found
		for _, u := range findAll(p) {
			f := u.finding
			limited := !f.DType && (f.Condition != "" || f.Verdict.Status == opsdb.Limited)
			if limited && !key.takes(p, u.use, f) && !inputs.takes(p, u) {
				all = append(all, u)
			}
		}
		reportOnce(p, all, func(n syntax.Node) syntax.Node { return n })
		key.report(p)
		inputs.report(p)
		reportMasks(p)
		reportCalled(p, func(f opsdb.Finding) bool { return f.Condition != "" })
		reportForwarded(p, func(f opsdb.Finding) bool { return f.Verdict.Status == opsdb.Limited })
		return nil
	},
}
