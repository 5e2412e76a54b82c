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
	Doc: `An operator that the Neuron stack runs for other arguments than these.

## What breaks

The operator is fine as such, but not as it is called here: interpolation with
mode="bicubic" has no lowering while "bilinear" has one, torch.where with the
condition alone looks for the places on the host, a boolean mask as index makes
a result whose size depends on the data. The call is refused, or runs on the
host and cuts the graph, as the message says.

The condition of the verdict is checked against the call: literals, names bound
to one constant, defaults of the API, dtypes where the text shows them. Where it
surely holds the finding is reported, and as likely where an argument can have
several values and it holds for one of them: the arms of a choice, the elements
that a loop or random.choice goes over, the entries of a table, what an attribute
or a parameter of the file is given. Where an argument is not known the finding
is no more than possible, and hidden unless asked for; where it does not hold
there is none.

What holds for gradients alone, such as those of F.interpolate(mode="bilinear"), is
reported for calls that training differentiates if anything does: in forward, of tensors
that weights have been at or that other layers hand on, and layers that a module is built
of. A gradient that only runs on the host is a warning in a file that trains, and worth
knowing elsewhere; nothing is reported under torch.no_grad.

With the default settings operators are judged by SDK 2.26, so by the lowering
of torch-xla 2.8 and by the compiler of that SDK; the finding names the stack
that it is about. As with the other rules of this family the place matters too:
forward and what it calls, other methods of a module, training loops. A function of
another file that calls the operator so in any case, or with the defaults of its own
parameters that a call leaves alone, or picks from a tensor it is given by a mask, is
reported where a model or a training loop hands it that tensor. A call of one of several
functions, which a table, a choice or an attribute holds, is judged by each of them, and
the finding says that it is about one.

## Example

    def forward(self, x, keep):
        x = F.interpolate(x, scale_factor=2, mode="bicubic")
        return x[x > 0]

## Use instead

    def forward(self, x, keep):
        x = F.interpolate(x, scale_factor=2, mode="bilinear")
        return torch.where(x > 0, x, 0)

The help names what comes closest.

## When there is no fix

Other arguments mean other results, so the choice is a person's.

What a test draws by jax.random.randint is mostly there to be something, and reported
once in a file, as a note.

What is concluded for a function of JAX from the general rules that lower it is reported
once in a file, with the places of the others.

Keys of JAX's default generator are reported once in a file, where the first one
is made, with the places of the others, unless the file chooses the generator itself,
or its package does or a module that it imports: a setting of the program is what mends
them. In a file of tests it is a note, and the conftest.py beside it counts as well. A key that only goes to Threefry by its
name (threefry_2x32) is not: that call is reported, and the setting changes nothing for it.

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
