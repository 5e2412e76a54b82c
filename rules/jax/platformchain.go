package jax

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// afterNeuron reports whether a place runs only where a request for Neuron was refused,
// or a request for GPUs, which is mended to one for Neuron: it stands in the except
// clause of a try statement whose body makes that request.
func afterNeuron(p *analyzer.Pass, n syntax.Node) bool {
	for at := n; at != syntax.None; at = p.Tree.Parent(at) {
		switch p.Tree.Kind(at) {
		case syntax.KindExcept:
			if asksForNeuron(p, p.Tree.Child(p.Tree.Parent(at), syntax.FieldBody)) {
				return true
			}
		case syntax.KindFunction, syntax.KindLambda:
			return false
		}
	}
	return false
}

// asksForNeuron reports whether a block asks JAX for the devices of Neuron, or
// for those of GPUs.
func asksForNeuron(p *analyzer.Pass, block syntax.Node) bool {
	span := p.Tree.Span(block)
	for call := range p.Model.CallsOf("jax.devices", "jax.local_devices") {
		param, ok := p.DB.JAXPlatform(calledName(p, call))
		if !ok || !span.Contains(p.Tree.Span(call)) {
			continue
		}
		c, ok := p.Model.Constant(p.Tree.Arg(call, param.Position, param.Keyword))
		if ok && (namesGPU(c.Text) || strings.EqualFold(c.Text, platformName)) {
			return true
		}
	}
	return false
}

// calledName is the public name of the callee of a call.
func calledName(p *analyzer.Pass, call syntax.Node) string {
	name, _ := p.Model.CallName(call)
	return name
}
