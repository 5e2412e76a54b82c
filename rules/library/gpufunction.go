package library

import (
	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/rules/internal/words"
)

var gpuFunction = &analyzer.Rule{
	Code:     "NRN707",
	Name:     "gpu-only-function",
	Category: analyzer.CategoryLibrary,
	Since:    "0.2.0",
	Doc: `A function of another file that runs on GPUs only.

## What breaks

The function launches a Triton kernel, or calls a compiled CUDA extension or a library
made for CUDA, whenever it is called. On Neuron the call raises.

## Example

    from .kernels import fused_norm  # launches a Triton kernel

    x = fused_norm(x)

## When there is no fix

Call an implementation in PyTorch operators, or rewrite the kernel in NKI. The finding
names the code that needs the GPU; it has a finding of its own in its file.

## When it is silent

- the function reaches that code behind a test, in a try statement, or after a return
- the call does not run without CUDA, or has a fallback
- the function lies in the same file: the kernel's own finding lists its launches

Each function is reported once in a file, where it is called first: as an error, or as
a warning where a test decides about the call.

## Source

AWS Neuron SDK 2.32, frameworks/torch/pytorch-native-overview.rst (NKI kernels in
PyTorch, compared with Triton).
`,
	Words: words.Operators,
	Run:   runGPUFunction,
}

// needPlace is the code for GPUs in another file that calls lead to.
type needPlace struct {
	path string
	span source.Span
}

func runGPUFunction(p *analyzer.Pass) error {
	if !p.Model.ImportsAny("torch", "jax") {
		return nil // the file that calls it from PyTorch or JAX is told
	}
	found := make(map[needPlace]*analyzer.Diagnostic)
	var order []*analyzer.Diagnostic
	for _, call := range p.Model.Calls() {
		need, ok := p.Model.NeedsGPU(call)
		if !ok || settled(p, call) || avoided(p, call) {
			continue
		}
		callee := named(p.Tree, call)
		at := needPlace{need.Module.Path, need.At}
		if d := found[at]; d == nil {
			d = gpuFunctionFinding(p, call, need)
			found[at], order = d, append(order, d)
		} else if len(d.Related) < analyzer.MaxRelated {
			d.Related = append(d.Related, analyzer.Related{Span: p.Tree.Span(callee), Message: "also called here"})
		}
	}
	for _, d := range order {
		p.Report(*d)
	}
	return nil
}

// named is the function that a call names, or the kernel that it launches on a grid.
func named(t *syntax.Tree, call syntax.Node) syntax.Node {
	callee := t.Unparen(t.Callee(call))
	if t.Kind(callee) != syntax.KindSubscript {
		return callee
	}
	kernel := t.Unparen(t.Child(callee, syntax.FieldValue))
	if t.Kind(kernel) == syntax.KindCall {
		return t.Arg(kernel, 0, "triton_kernel") // of wrap_triton
	}
	return kernel
}

func gpuFunctionFinding(p *analyzer.Pass, call syntax.Node, need semantic.GPUNeed) *analyzer.Diagnostic {
	callee := named(p.Tree, call)
	name := p.Tree.Text(callee)
	does := "it always calls " + code(need.Callee) + ", which is for GPUs"
	switch {
	case need.Kernel && name == need.Callee:
		does = "it is a kernel compiled for GPUs"
	case need.Kernel:
		does = "it always launches the kernel " + code(need.Callee) + ", which is compiled for GPUs"
	}
	fails, severity := " fails on Neuron: ", analyzer.Warning // an option may choose the call
	if p.Model.RunsAlways(call) {
		severity = analyzer.Error
	}
	help, fact := instead(p)
	help += ", or use PyTorch operators"
	if lib, ok := p.DB.Library(need.API); ok {
		help, fact = importHelp(lib), lib.Ref
		if !sure(lib) {
			fails, severity = " may fail on Neuron: ", analyzer.Warning
		}
	}
	return &analyzer.Diagnostic{
		Span:       p.Tree.Span(callee),
		Message:    code(name) + fails + does,
		Help:       help,
		Severity:   severity,
		Confidence: analyzer.Likely,
		API:        need.Callee,
		Fact:       fact,
		Related:    []analyzer.Related{{Path: need.Module.Path, Span: need.At, Message: "GPU code here"}},
	}
}
