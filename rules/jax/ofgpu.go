package jax

import (
	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// readsGPU reports whether the function around a request for devices reads attributes
// that only GPUs have, such as their compute capability, or compares their kind with
// names of GPUs. A device of Neuron in their place would raise there, or answer no.
func readsGPU(p *analyzer.Pass, request syntax.Node) bool {
	type key struct{}
	reading := analyzer.Once(p, key{}, func() map[syntax.Node]bool { return functionsOfGPUs(p) })
	return reading[p.Tree.EnclosingFunction(request)]
}

// functionsOfGPUs are the functions that do so; None means the module.
func functionsOfGPUs(p *analyzer.Pass) map[syntax.Node]bool {
	fns := make(map[syntax.Node]bool)
	for _, name := range [...]string{"compute_capability", "platform_version"} {
		for n := range p.Model.AttributeLoads(name) {
			fns[p.Tree.EnclosingFunction(n)] = true
		}
	}
	for n := range p.Model.StringsWith(nvidia) {
		if t, ok := testedBy(p, n); ok {
			fns[p.Tree.EnclosingFunction(t.at)] = true
		}
	}
	return fns
}
