package jax

import (
	"strings"
	"unicode"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules/internal/usage"
	"github.com/neuronlint/neuronlint/rules/internal/words"
)

var gpuKernel = &analyzer.Rule{
	Code:     "NRN831",
	Name:     "jax-pallas-kernel",
	Category: analyzer.CategoryKernel,
	Since:    "0.1.0",
	Doc: `A kernel written with Pallas.

## What breaks

JAX lowers pallas_call for GPUs, through Triton or Mosaic, and for TPUs; on a CPU it
runs only with interpret=True, and other platforms have no lowering. Pallas modules for
GPUs (jax.experimental.pallas.triton, mosaic_gpu, ops.gpu) and kernels for TPUs
(ops.tpu) are useless on Neuron.

## Example

    from jax.experimental import pallas as pl

    y = pl.pallas_call(kernel, out_shape=shape)(x)

## When there is no fix

Write kernels for NeuronCores with NKI. If a kernel is only an optimisation, begin with
the plain JAX function that it replaces.

## When it is silent

- kernels that run with interpret=True
- kernels for TPUs in code marked as for TPUs only

## Source

JAX 0.6.2, jax/_src/pallas/pallas_call.py. The documentation of the AWS Neuron SDK
does not name Pallas, so the finding says "may".
`,
	Words: words.JAX,
	Run: onJAX(func(p *analyzer.Pass) {
		for call := range p.Model.CallsOf("jax.experimental.pallas.pallas_call") {
			name, conf := p.Model.CallName(call)
			if !interpreted(p, call) {
				reportKernel(p, p.Tree.Callee(call), name, "may not run on Neuron: JAX lowers it for GPUs and TPUs only", conf, nil)
			}
		}
		for _, i := range p.Model.Imports() {
			module := imported(i)
			switch {
			case i.Level != 0:
			case gpuModule(module):
				reportKernel(p, i.NameNode, module, "holds kernels for GPUs, which may not run on Neuron", analyzer.Certain, usage.Imported(p, i.Bound()))
			case tpuKernel(module) && usedBesideTPUs(p, i.Bound()):
				reportKernel(p, i.NameNode, module, "is a kernel for TPUs, which may not run on Neuron", analyzer.Certain, usage.Imported(p, i.Bound()))
			}
		}
	}),
}

// interpreted reports whether a kernel runs in Pallas's interpreter, or may.
func interpreted(p *analyzer.Pass, call syntax.Node) bool {
	value := p.Tree.Keyword(call, "interpret")
	c, ok := p.Model.Constant(value)
	return value != syntax.None && ok && c.Kind == semantic.ConstantBool && c.Number != 0
}

// imported is the qualified name of the object of an import.
func imported(i syntax.Import) string {
	if i.Name == "" || i.Name == "*" {
		return i.Module
	}
	return i.Module + "." + i.Name
}

// gpuModule names the modules of Pallas that are for GPUs.
func gpuModule(name string) bool {
	rest, ok := strings.CutPrefix(name, "jax.experimental.pallas.")
	if !ok {
		return false
	}
	for _, module := range []string{"triton", "mosaic_gpu", "gpu", "ops.gpu"} {
		if rest == module || strings.HasPrefix(rest, module+".") {
			return true
		}
	}
	return false
}

// tpuKernel names the kernels for TPUs that come with JAX, and the modules of them; their
// classes, in capitals, only hold arguments.
func tpuKernel(name string) bool {
	return strings.HasPrefix(name, "jax.experimental.pallas.ops.tpu.") && !unicode.IsUpper(rune(last(name)[0]))
}

// usedBesideTPUs reports whether a name is used in code that is not marked as only for
// TPUs.
func usedBesideTPUs(p *analyzer.Pass, name syntax.Node) bool {
	return usage.Any(p, name, func(n syntax.Node) bool { return !forTPUsAlone(p, n) })
}

func reportKernel(p *analyzer.Pass, n syntax.Node, name, what string, conf analyzer.Confidence, uses []analyzer.Related) {
	if p.Model.GuardedForNeuron(n) {
		return
	}
	p.Report(analyzer.Diagnostic{
		Span:       p.Tree.Span(n),
		Message:    code(name) + " " + what,
		Help:       "call the plain JAX function, or write the kernel in NKI",
		Severity:   analyzer.Warning,
		Confidence: conf,
		API:        name,
		Related:    uses,
		Fact: opsdb.Ref{
			Evidence: opsdb.FromSource, SDK: "2.26-",
			Source: "jax-ml/jax@jax-v0.6.2:jax/_src/pallas/pallas_call.py:1324",
		},
	})
}
