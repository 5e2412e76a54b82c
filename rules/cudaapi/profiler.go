package cudaapi

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules/internal/words"
)

var cudaProfiler = &analyzer.Rule{
	Code:     "NRN211",
	Name:     "cuda-profiler",
	Category: analyzer.CategoryProfiling,
	Since:    "0.1.0",
	Doc: `PyTorch's profiler is told to record CUDA.

## What breaks

Without CUDA use_cuda=True is dropped with a warning, so the profile covers only the
host. Tables sorted by cuda_time_total, and the attributes of that name, show device
time, which is zero if nothing on the device was recorded.

## Example

    with torch.autograd.profiler.profile(use_cuda=True) as prof:
        model(batch)
    print(prof.key_averages().table(sort_by="cuda_time_total"))

## When there is no fix

Profile with torch.profiler and the activity PrivateUse1, which has a configuration in
the native backend, or with Neuron's tools. Replace cuda_time_total with PyTorch's
vendor-neutral name, device_time_total.

## When it is silent

- ProfilerActivity.CUDA, emit_nvtx and torch.cuda.profiler, reported as CUDA functions
  (NRN201)
- use_device="cuda", reported as a device (NRN101)

## Source

PyTorch 2.8, torch/autograd/profiler.py and profiler_util.py. Profiling on
Neuron: AWS Neuron SDK 2.32, tools/neuron-explorer/how-to-profile-workload.rst;
under torch-xla SDK 2.26, torch-neuronx-profiling-api.rst.
`,
	Words: words.CUDA,
	Run:   runProfiler,
}

func runProfiler(p *analyzer.Pass) error {
	if !p.Model.TextHas("cuda") || !p.Model.ImportsAny("torch") {
		return nil
	}
	for _, call := range p.Model.Calls() {
		if arg := profilesCUDA(p, call); arg != syntax.None {
			row, _ := p.DB.Replacement("torch.autograd.profiler.emit_nvtx", p.Target.Rewrite)
			help := "see `" + row.Text + "`: " + row.Clause()
			severity := analyzer.Warning
			if _, known := p.Model.Constant(arg); !known {
				severity = analyzer.Info // it may be told not to
			}
			reportProfiler(p, p.Tree.Parent(arg), "the profiler records nothing on the device: there is no CUDA to record", help, severity)
		}
	}
	for s, name := range p.Model.StringsWith(deviceTime) {
		if sorts(p, s) {
			reportProfiler(p, s, "device times are zero unless the profiler records Neuron", byDevice(p, name), analyzer.Info)
		}
	}
	for _, name := range [...]string{"cuda_time_total", "self_cuda_time_total", "self_cuda_memory_usage"} {
		for n := range p.Model.AttributeLoads(name) {
			reportProfiler(p, n, "`"+name+"` is zero unless the profiler records Neuron", byDevice(p, name), analyzer.Info)
		}
	}
	return nil
}

// byDevice names the activity that records the device, and the column without the name
// of a vendor.
func byDevice(p *analyzer.Pass, column string) string {
	help := "use `" + strings.Replace(column, "cuda_", "device_", 1) + "`, and "
	if p.Target.Rewrite.Stack() == "xla" {
		return help + "profile Neuron with its own tools"
	}
	return help + "record with `torch.profiler.ProfilerActivity.PrivateUse1` and the Neuron configuration"
}

func reportProfiler(p *analyzer.Pass, n syntax.Node, message, help string, severity analyzer.Severity) {
	if p.Model.GuardedForNeuron(n) {
		return
	}
	p.Report(analyzer.Diagnostic{
		Span: p.Tree.Span(n), Severity: severity, Confidence: analyzer.Likely, API: "torch.autograd.profiler.profile",
		Message: message, Help: help,
		Fact: opsdb.Ref{Evidence: opsdb.FromSource, Source: "pytorch/pytorch@v2.8.0:torch/autograd/profiler.py:203"},
	})
}

// profilesCUDA is the argument by which a call of the profiler asks for CUDA;
// None if it asks for none.
func profilesCUDA(p *analyzer.Pass, call syntax.Node) syntax.Node {
	switch name, _ := p.Model.CallName(call); name {
	case "torch.autograd.profiler.profile", "torch.profiler.profile":
	default:
		return syntax.None
	}
	arg := p.Tree.Keyword(call, "use_cuda")
	if value, ok := p.Model.Constant(arg); ok && value.Number == 0 {
		return syntax.None
	}
	return arg
}

// deviceTime reports whether a text names a column of the profiler's table that
// tells the time or memory on CUDA.
func deviceTime(text string) bool {
	name, ok := strings.CutPrefix(strings.TrimPrefix(text, "self_"), "cuda_")
	return ok && (strings.HasPrefix(name, "time") || name == "memory_usage")
}

// sorts reports whether a string is an argument, and not printed or compared.
func sorts(p *analyzer.Pass, s syntax.Node) bool {
	parent := p.Tree.Parent(s)
	if p.Tree.Kind(parent) == syntax.KindKeywordArgument {
		return p.Tree.Text(p.Tree.Child(parent, syntax.FieldName)) == "sort_by"
	}
	if p.Tree.Kind(parent) != syntax.KindArgumentList {
		return false
	}
	callee := p.Tree.Callee(p.Tree.Parent(parent))
	return p.Tree.Kind(callee) == syntax.KindAttribute && p.Tree.Text(p.Tree.AttrName(callee)) == "export_stacks"
}
