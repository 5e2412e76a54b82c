// Package jax holds the rules about JAX and the libraries on it (NRN8xx): platforms,
// settings, control flow and dtypes. Package operators reports the facts of the
// operator tables about single functions of JAX.
package jax

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// Rules are the rules of this family, sorted by code.
func Rules() []*analyzer.Rule {
	return []*analyzer.Rule{
		gpuPlatform, platformTest, gpuSetting, gpuFlags, multiProcess,
		x64, unsupportedDType, threefrySetting,
		dynamicLoop, wrappedControlFlow, computedPosition, dynamicShape, outOfBoundsMode, variadicReduce, dotAlgorithm, integerDot,
		compiledInit,
		gpuKernel, cudnnAttention, foreignKernel, nkiCall,
	}
}

// aboutJAX reports whether a file can be about JAX at all; other files then cost
// nothing. A file that imports it through the project still calls jax.numpy jnp.
func aboutJAX(p *analyzer.Pass) bool {
	if !p.Model.TextHas("jax") && !p.Model.TextHas("JAX") && !p.Model.TextHas("jnp") {
		return p.Model.ImportsAny(p.DB.JAXPackages()...)
	}
	return true
}

// onJAX makes the run function of a rule that looks at files about JAX.
func onJAX(run func(*analyzer.Pass)) func(*analyzer.Pass) error {
	return func(p *analyzer.Pass) error {
		if aboutJAX(p) {
			run(p)
		}
		return nil
	}
}

// notThere reports whether the code at a place does not run on Neuron: another arm
// serves it, or the host computes it.
func notThere(p *analyzer.Pass, n syntax.Node) bool {
	return p.Model.GuardedForNeuron(n) || p.Model.OnHost(n) || p.Model.JAXOnHost(n)
}

// code sets a piece of code apart from the words around it.
func code(text string) string { return "`" + text + "`" }

// last is the last part of a qualified name.
func last(name string) string { return name[strings.LastIndexByte(name, '.')+1:] }
