package distributed

import (
	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules/internal/rewrite"
	"github.com/neuronlint/neuronlint/rules/internal/words"
)

var ncclBackend = &analyzer.Rule{
	Code:     "NRN401",
	Name:     "nccl-backend",
	Category: analyzer.CategoryDistributed,
	Fix:      analyzer.Safe,
	Since:    "0.1.0",
	Doc: `The NCCL backend of torch.distributed.

## What breaks

init_process_group("nccl") fails on Neuron: PyTorch has no NCCL there. A test such as
get_backend() == "nccl" is never true.

## Example

    dist.init_process_group("nccl")
    backend = "nccl" if use_gpu else "gloo"
    dist.init_process_group(backend)

## Use instead

    dist.init_process_group("neuron")
    backend = "neuron" if use_gpu else "gloo"
    dist.init_process_group(backend)

The fix is safe if the literal is passed directly, or through a local variable used for
nothing else; tests of the variable change with it. A list searched for get_backend()
gets "neuron" beside "nccl".

It is unsafe for:

- parameters, options and attributes, which other code may set or read
- backends by device ("cpu:gloo,cuda:nccl")
- files that start processes with torch.multiprocessing.spawn and never name LOCAL_RANK:
  a launcher uses that variable to give each process its NeuronCore, and spawn does not
  set it

With --rewrite xla the backend is "xla", registered by import
torch_xla.distributed.xla_backend. With --rewrite portable PyTorch is asked for the
accelerator's default.

## When it is reported

- a literal that reaches a backend argument through variables, parameters and their
  callers, command-line options, attributes, conditional expressions or dictionaries of
  the file
- elsewhere, a "nccl" whose place reveals its purpose: the default of an option,
  parameter or field with a name ending in backend, or an argument or dictionary entry
  of such a name

## Source

"neuron": AWS Neuron SDK 2.33, torch/guides/torch-distributed.html. "xla": SDK
2.26, pytorch-neuron-programming-guide.rst. Without NCCL: PyTorch 2.8,
torch/distributed/distributed_c10d.py.
`,
	Words: func(db *opsdb.DB) analyzer.Words {
		return words.Torch(db).And(analyzer.Words{Names: []string{"nccl"}}) // files of options know no PyTorch
	},
	Run: runNCCL,
}

func runNCCL(p *analyzer.Pass) error {
	if !p.Model.AnyString(namesNCCL) {
		return nil
	}
	f := findBackends(p)
	for _, b := range f.list {
		if p.Model.GuardedForNeuron(b.literal) {
			continue
		}
		d := b.diagnostic(f)
		if rewrite.Line(p, b.literal) != rewrite.Line(p, b.sink) {
			d.Related = []analyzer.Related{{Span: p.Tree.Span(b.sink), Message: "becomes the backend here"}}
		}
		p.Report(d)
	}
	reportNamed(p, f)
	for _, c := range f.asked {
		p.Report(analyzer.Diagnostic{
			Span:       p.Tree.Span(c),
			Message:    "the backend is never " + rewrite.Code(p, c) + " on Neuron",
			Help:       "test for `\"neuron\"` as well, or that the backend is not `\"gloo\"`",
			Severity:   analyzer.Warning,
			Confidence: analyzer.Certain,
			API:        "torch.distributed.get_backend",
			Fact:       backendRow(p).Ref,
			Fixes:      testFix(p, c, f.group(), len(f.list) > 0),
		})
	}
	return nil
}

// diagnostic says that a backend is not there.
func (b *backend) diagnostic(f *finder) analyzer.Diagnostic {
	return analyzer.Diagnostic{
		Span:       f.p.Tree.Span(b.literal),
		Message:    "backend `" + rewrite.Code(f.p, b.literal) + "` fails on Neuron: PyTorch has no NCCL there",
		Help:       ncclHelp(f.p),
		Severity:   analyzer.Error,
		Confidence: b.confidence,
		API:        b.api,
		Fact:       backendRow(f.p).Ref,
		Fixes:      b.fixes(f.p, f.group()),
	}
}
