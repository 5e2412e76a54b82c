package compile

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules/internal/usage"
	"github.com/neuronlint/neuronlint/rules/internal/words"
)

var inductorConfig = &analyzer.Rule{
	Code:     "NRN622",
	Name:     "inductor-only",
	Category: analyzer.CategoryCompile,
	Since:    "0.1.0",
	Doc: `Settings and functions of Inductor, PyTorch's own compiler for GPUs.

## What breaks

Neuron's torch.compile backend does not use Inductor, so its settings
(torch._inductor.config) can be made but nothing reads them. Ahead-of-time compilation
(torch._inductor.aoti_compile_and_package and similar functions) produces code for CPUs
and GPUs, which never runs on Neuron.

## Example

    torch._inductor.config.coordinate_descent_tuning = True

## When there is no fix

Keep the settings for code that still runs on CUDA, and remove them elsewhere. Instead
of compiling ahead of time, use torch.compile(backend="neuron"), or torch_neuronx.trace
under torch-xla.

## When it is silent

- settings of Dynamo (torch._dynamo.config), which hold for every backend

## Source

AWS Neuron SDK 2.32, frameworks/torch/pytorch-native-overview.rst; under
torch-xla torch.compile is not supported at all, SDK 2.26,
about-neuron/appnotes/torch-neuronx/introducing-pytorch-2-8.rst.
`,
	Words: words.Torch,
	Run:   runInductorConfig,
}

func isInductor(name string) bool {
	return strings.HasPrefix(name, "torch._inductor.") || name == "torch._export.aot_compile" || name == "torch._export.aot_load"
}

func runInductorConfig(p *analyzer.Pass) error {
	for u := range usage.Of(p, isInductor) {
		if u.Longer || u.Mentioned || p.Model.GuardedForNeuron(u.Node) || u.Name == "torch._inductor.config" {
			continue
		}
		d := analyzer.Diagnostic{
			Span: p.Tree.Span(u.Node), Severity: analyzer.Info, Confidence: u.Confidence, API: u.Name, Fact: inductorFact(p),
			Message: "`" + u.Name + "` is a setting of Inductor, which Neuron does not use",
			Help:    "remove it, or keep it where the code still runs on CUDA",
		}
		switch {
		case u.Name == "torch._inductor.config.patch":
			d.Message = "`torch._inductor.config.patch` changes settings of Inductor, which Neuron does not use"
		case !strings.HasPrefix(u.Name, "torch._inductor.config."):
			if u.Call == syntax.None {
				continue
			}
			d.Severity = analyzer.Warning
			d.Message = "`" + u.Name + "` is part of Inductor, which generates no code for Neuron"
			d.Help = "compile for Neuron instead: `torch.compile(backend=\"neuron\")`, or `torch_neuronx.trace` under torch-xla"
		}
		p.Report(d)
	}
	return nil
}

// inductorFact says that Neuron compiles without Inductor.
func inductorFact(p *analyzer.Pass) opsdb.Ref {
	if p.Target.Rewrite.Stack() == "xla" {
		row, _ := p.DB.Replacement(torchCompile, p.Target.Rewrite)
		return row.Ref
	}
	return opsdb.Ref{
		Evidence: opsdb.Documented, Stack: "native", SDK: "2.27-",
		Source: "aws-neuron-sdk@v2.32.0:frameworks/torch/pytorch-native-overview.rst:185",
	}
}
