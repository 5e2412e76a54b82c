// Package library holds the rules about Python packages, kernels and tools
// that exist for NVIDIA GPUs only, or have no form for Neuron (NRN7xx).
package library

import (
	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/opsdb"
)

// Rules are the rules of this family, sorted by code.
func Rules() []*analyzer.Rule {
	return []*analyzer.Rule{cudaOnlyLibrary, libraryWithoutNeuron, tritonKernel, cudaExtension, rawKernel, nvidiaTool, gpuFunction}
}

// instead is the advice for code that is compiled for CUDA: the kernel is written anew.
func instead(p *analyzer.Pass) (help string, fact opsdb.Ref) {
	r, _ := p.DB.Replacement("torch.utils.cpp_extension.CUDAExtension", p.Target.Rewrite)
	if p.Target.Rewrite == opsdb.RewriteXLA {
		return "rewrite the kernel in NKI or as a Neuron C++ operator", r.Ref
	}
	return "rewrite the kernel in NKI", r.Ref
}

// code sets a name in backquotes, as messages do.
func code(name string) string { return "`" + name + "`" }
