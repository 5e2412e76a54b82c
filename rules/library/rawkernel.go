package library

import (
	"path"
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules/internal/words"
)

var rawKernel = &analyzer.Rule{
	Code:     "NRN705",
	Name:     "cuda-raw-kernel",
	Category: analyzer.CategoryKernel,
	Since:    "0.1.0",
	Doc: `A kernel for CUDA, or CUDA's own libraries, used from Python.

## What breaks

CUDA source passed to CuPy or PyCUDA, functions compiled by numba.cuda, and CUDA
libraries loaded with ctypes raise without CUDA. An operator registered with
torch.library for CUDA only has no kernel for Neuron and raises when called.

## Example

    add = cupy.RawKernel(source, "add")

    @torch.library.custom_op("shop::scale", mutates_args=(), device_types="cuda")
    def scale(x: torch.Tensor) -> torch.Tensor: ...

    runtime = ctypes.CDLL("libcudart.so")

## When there is no fix

Rewrite the kernel in NKI or with PyTorch operators. Remove the use of the CUDA library,
such as setting a device limit. For an operator of torch.library, register the PyTorch
form without device_types, so that it serves every device, and keep the CUDA kernel
beside it.

## When it is reported

- as an error: CUDA source, numba.cuda and CUDA libraries
- as a warning: an operator of torch.library for CUDA only, because other files may
  register another kernel

## When it is silent

- operators that also have a kernel for all devices, for PrivateUse1 or for XLA

## Source

AWS Neuron SDK 2.32, frameworks/torch/pytorch-native-overview.rst (NKI kernels as
custom operators); SDK 2.26, about-neuron/faq/training/neuron-training.rst
(dependencies on CUDA must be removed).
`,
	Words: func(db *opsdb.DB) analyzer.Words {
		return words.Torch(db).And(analyzer.Words{Parts: cudaLibraries(), Packages: []string{"numba", "cupy", "cupyx", "pycuda"}})
	},
	Run: runRawKernel,
}

func runRawKernel(p *analyzer.Pass) error {
	reportNumba(p)
	for call := range p.Model.CallsNamed(mayHoldSource) {
		api, conf := p.Model.CallName(call)
		if file := loadedLibrary(p, call, api); file != "" {
			reportLoad(p, call, conf, api, file)
		} else if what := rawSource(p, call, api); what != "" {
			report705(p, call, conf, api, what, callSeverity(p, call, loadFails))
		}
	}
	reportOperators(p)
	return nil
}

func report705(p *analyzer.Pass, n syntax.Node, conf analyzer.Confidence, api, message string, s analyzer.Severity) {
	if settled(p, n) {
		return
	}
	help, fact := instead(p)
	if p.Tree.Kind(n) == syntax.KindCall {
		n = p.Tree.Callee(n)
	}
	p.Report(analyzer.Diagnostic{
		Span: p.Tree.Span(n), Message: message, Help: help, Severity: s, Confidence: conf, API: api, Fact: fact,
	})
}

// reportNumba reports the functions that numba compiles for CUDA.
func reportNumba(p *analyzer.Pass) {
	for _, k := range kernels(p, "cuda", isNumbaCUDA) {
		if settled(p, k.at) {
			continue
		}
		severity, unused := k.severity(p)
		message := code(k.name) + " is compiled for CUDA by " + code(k.compiler)
		if unused {
			message = "the CUDA kernel " + code(k.name) + " is not used on Neuron"
		}
		help, fact := instead(p)
		p.Report(analyzer.Diagnostic{
			Span: p.Tree.Span(k.at), Message: message, Help: help, Severity: severity, Avoided: unused, Confidence: k.confidence,
			API: k.compiler, Fact: fact, Related: k.related(p),
		})
	}
}

// isNumbaCUDA recognises the decorators that compile a Python function for CUDA.
func isNumbaCUDA(name string) bool {
	return name == "numba.cuda.jit" || name == "cupyx.jit.rawkernel"
}

// rawSource names the CUDA-only part of a call: compiling CUDA source.
func rawSource(p *analyzer.Pass, call syntax.Node, api string) string {
	switch api {
	case "cupy.RawKernel", "cupy.RawModule", "cupy.ElementwiseKernel", "cupy.ReductionKernel",
		"pycuda.compiler.SourceModule", "pycuda.compiler.DynamicSourceModule",
		"pycuda.elementwise.ElementwiseKernel", "pycuda.reduction.ReductionKernel":
		return code(api) + " compiles CUDA source, which Neuron cannot run"
	case "numba.vectorize", "numba.guvectorize":
		if target, _ := p.Tree.StringValue(p.Tree.Keyword(call, "target")); target == "cuda" {
			return code(api) + " compiles the function for CUDA, which Neuron cannot run"
		}
	}
	return ""
}

// loadedLibrary is the library of CUDA that a call loads; "" if it loads none.
func loadedLibrary(p *analyzer.Pass, call syntax.Node, api string) string {
	switch api {
	case "ctypes.CDLL", "ctypes.PyDLL", "ctypes.WinDLL", "ctypes.cdll.LoadLibrary":
		for _, n := range p.Model.Alternatives(p.Tree.Arg(call, 0, "name")) {
			if file, _ := p.Tree.StringValue(n); isCUDALibrary(file) {
				return path.Base(file)
			}
		}
	}
	return ""
}

// reportLoad reports that a library of CUDA is loaded. That is no kernel: the calls are
// left out, and the rest of the file is mended as it would be without them.
func reportLoad(p *analyzer.Pass, call syntax.Node, conf analyzer.Confidence, api, file string) {
	if settled(p, call) {
		return
	}
	_, fact := instead(p)
	p.Report(analyzer.Diagnostic{
		Span: p.Tree.Span(p.Tree.Callee(call)), Category: analyzer.CategoryCUDAAPI, API: api, Fact: fact,
		Message:  code(file) + " is a CUDA library, and loading it raises without CUDA",
		Help:     "drop the code that needs the library, or load it only where CUDA is available",
		Severity: callSeverity(p, call, loadFails), Confidence: conf,
	})
}

// mayHoldSource names the packages that rawSource knows functions of.
func mayHoldSource(api string) bool {
	pkg, _, _ := strings.Cut(api, ".")
	switch pkg {
	case "cupy", "pycuda", "numba", "ctypes":
		return true
	}
	return false
}

// isCUDALibrary recognises the files of CUDA's libraries on Linux and Windows.
func isCUDALibrary(file string) bool {
	name := strings.TrimPrefix(path.Base(strings.ToLower(strings.ReplaceAll(file, `\`, "/"))), "lib")
	stem, _, _ := strings.Cut(name, ".")
	stem, _, _ = strings.Cut(stem, "64_")
	stem, _, _ = strings.Cut(stem, "-")
	return slices.Contains(cudaLibraries(), stem)
}

// cudaLibraries are the libraries of CUDA by their files, without the prefixes and
// suffixes of operating systems.
func cudaLibraries() []string {
	return []string{
		"cuda", "cudart", "nvcuda", "cublas", "cublaslt", "cudnn", "cufft", "curand", "cusolver", "cusparse",
		"nccl", "nvrtc", "nvml", "nvidia", "nvtoolsext", "cupti", "cufile",
	}
}
