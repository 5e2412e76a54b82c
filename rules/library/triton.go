package library

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules/internal/words"
)

var tritonKernel = &analyzer.Rule{
	Code:     "NRN703",
	Name:     "triton-kernel",
	Category: analyzer.CategoryKernel,
	Since:    "0.1.0",
	Doc: `A kernel written in Triton.

## What breaks

Triton compiles for GPUs and not for NeuronCores: launching the kernel raises.

## Example

    @triton.jit
    def scale_kernel(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
        at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
        tl.store(out_ptr + at, 2 * tl.load(x_ptr + at, mask=at < n), mask=at < n)

    scale_kernel[(blocks,)](x, out, n, BLOCK=1024)

## When there is no fix

Rewrite the kernel in NKI, the Neuron Kernel Interface, which defines and registers
kernels much as Triton does. Plain PyTorch operators do the same computation without a
kernel.

## When it is reported

- as an error if the file launches the kernel in code that runs on Neuron
- as a warning if it does not launch the kernel
- as a note if every launch is behind a test for CUDA or Triton, so that another
  implementation takes over

The import of triton is not reported as well.

## Source

AWS Neuron SDK 2.32, frameworks/torch/pytorch-native-overview.rst (NKI kernels in
PyTorch, compared with Triton).
`,
	Words: func(db *opsdb.DB) analyzer.Words {
		return words.Libraries(db).And(analyzer.Words{Parts: []string{"triton"}})
	},
	Run: runTritonKernel,
}

func runTritonKernel(p *analyzer.Pass) error {
	lib, _ := p.DB.Library("triton")
	for _, k := range kernels(p, "triton", isTriton) {
		if settled(p, k.at) {
			continue
		}
		severity, unused := k.severity(p)
		message := code(k.name) + " is a Triton kernel, which is compiled for GPUs and not for Neuron"
		if unused {
			message = "the Triton kernel " + code(k.name) + " is not used on Neuron"
		}
		p.Report(analyzer.Diagnostic{
			Span:       p.Tree.Span(k.at),
			Message:    message,
			Help:       "rewrite the kernel in NKI, or use PyTorch operators",
			Severity:   severity,
			Avoided:    unused,
			Confidence: k.confidence,
			API:        k.compiler,
			Fact:       lib.Ref,
			Related:    k.related(p),
		})
	}
	return nil
}

// isTriton recognises the decorators that make a function a Triton kernel, in
// whichever module of Triton they are named.
func isTriton(name string) bool {
	if !strings.HasPrefix(name, "triton.") {
		return false
	}
	switch name[strings.LastIndexByte(name, '.')+1:] {
	case "jit", "autotune", "heuristics":
		return true
	}
	return false
}
