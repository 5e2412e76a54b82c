package jax

import (
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules/internal/words"
)

var foreignKernel = &analyzer.Rule{
	Code:     "NRN833",
	Name:     "jax-foreign-kernel",
	Category: analyzer.CategoryKernel,
	Since:    "0.1.0",
	Doc: `A compiled kernel is called through JAX's foreign function interface.

## What breaks

jax.ffi.ffi_call puts a custom call into the program, and neuronx-cc rejects custom
calls that are not on its list. A kernel registered for "CUDA", or a lowering of a
primitive for "cuda" only, does not exist on Neuron.

## Example

    jax.ffi.register_ffi_target("rms_norm", capsule, platform="CUDA")
    y = jax.ffi.ffi_call("rms_norm", shape)(x)

## When there is no fix

Write kernels for NeuronCores with NKI. If a kernel is only an optimisation, begin with
the plain JAX function that it replaces.

## When it is silent

- custom calls with a name that begins with AwsNeuron
- a lowering for CUDA beside one for all platforms

## Source

AWS Neuron SDK 2.27, compiler/error-codes/EVRF015.rst. The page is later than SDK
2.26, so the finding says "may".
`,
	Words: words.JAX,
	Run: onJAX(func(p *analyzer.Pass) {
		for call := range p.Model.CallsNamed(foreign) {
			if !notThere(p, call) {
				reportForeign(p, call)
			}
		}
	}),
}

// registers are the functions that register code for one platform. The other foreign
// functions are custom calls.
var registers = []string{
	"jax.ffi.register_ffi_target", "jax.extend.ffi.register_ffi_target", "jaxlib.xla_client.register_custom_call_target",
	registersLowering,
}

const registersLowering = "jax.interpreters.mlir.register_lowering"

// foreign names the functions of JAX that bring in compiled kernels.
func foreign(name string) bool {
	switch name {
	case "jax.ffi.ffi_call", "jax.extend.ffi.ffi_call", "jax.ffi.ffi_lowering", "jax.extend.ffi.ffi_lowering", "jax.interpreters.mlir.custom_call":
		return true
	}
	return slices.Contains(registers, name)
}

func reportForeign(p *analyzer.Pass, call syntax.Node) {
	name, conf := p.Model.CallName(call)
	var message string
	if slices.Contains(registers, name) {
		platform := text(p, p.Tree.Arg(call, 2, "platform"))
		if !isGPU(platform) || name == registersLowering && lowered(p, call) {
			return
		}
		message = "the function registered for " + code(platform) + " may not serve Neuron, where JAX does not find it"
	} else {
		target := text(p, p.Tree.Arg(call, 0, "call_target_name"))
		if strings.HasPrefix(target, "AwsNeuron") {
			return
		}
		if target != "" {
			target = " " + code(target)
		}
		message = "the custom call" + target + " may be refused: neuronx-cc takes those on its list (NCC_EVRF015)"
	}
	p.Report(analyzer.Diagnostic{
		Span:       p.Tree.Span(p.Tree.Callee(call)),
		Message:    message,
		Help:       "call the plain JAX function on Neuron, or write the kernel in NKI",
		Severity:   analyzer.Warning,
		Confidence: conf,
		API:        name,
		Fact: opsdb.Ref{
			Evidence: opsdb.Inferred, SDK: "2.26-",
			Source: "aws-neuron-sdk@v2.27.0:compiler/error-codes/EVRF015.rst:9",
		},
	})
}

// lowered reports whether the file lowers a primitive for all platforms, or for
// Neuron, beside the lowering for one.
func lowered(p *analyzer.Pass, lowering syntax.Node) bool {
	primitive := p.Tree.Text(p.Tree.Arg(lowering, 0, "prim"))
	for call := range p.Model.CallsOf(registersLowering) {
		platform := p.Tree.Arg(call, 2, "platform")
		if (platform == syntax.None || text(p, platform) == platformName) && p.Tree.Text(p.Tree.Arg(call, 0, "prim")) == primitive {
			return true
		}
	}
	return false
}

// text is the string that an expression is known to be, or "".
func text(p *analyzer.Pass, n syntax.Node) string {
	if c, ok := p.Model.Constant(n); ok && c.Kind == semantic.ConstantString {
		return c.Text
	}
	return ""
}
