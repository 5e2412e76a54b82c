package setting

import (
	"fmt"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/opsdb"
)

// maxNames is how many kernels a message names.
const maxNames = 3

var cudaSource = &analyzer.Rule{
	Code:     "NRN942",
	Name:     "cuda-source",
	Category: analyzer.CategoryKernel,
	Since:    "0.1.0",
	Doc: `A source in CUDA.

## What breaks

No compiler of Neuron reads CUDA: code that builds or loads the extension around the
file fails, or takes another way (NRN704).

## Example

    __global__ void bias_act_kernel(float* x) { … }

## When there is no fix

A kernel has to be written anew in NKI, or replaced by operators of PyTorch. The finding
names the kernels of the file, so that their number is known.

## When it is reported

- as a note: the Python code that needs the extension is what fails
- a source without kernels, by the first name of a library of CUDA in it

## Source

AWS Neuron SDK 2.26, about-neuron/faq/training/neuron-training.rst: programs for Neuron
do without CUDA. That the file is of no use is inferred from that.
`,
	ProjectWords: func(*opsdb.DB) analyzer.Words {
		return analyzer.Words{Names: []string{"__global__"}, Parts: cudaLibraries()}
	},
	Project: runCUDASource,
}

// cudaLibraries begin the names of the runtime and of the libraries of CUDA.
func cudaLibraries() []string {
	return []string{"cuda", "cublas", "cudnn", "cufft", "curand", "cusparse", "cusolver", "cutensor"}
}

// cudaGround is the ground for the statement of this rule.
const cudaGround = "aws-neuron-sdk@v2.26.1:about-neuron/faq/training/neuron-training.rst:47"

func runCUDASource(p *analyzer.ProjectPass) error {
	kernels := p.File.Kernels
	if len(kernels) == 0 {
		return withoutKernels(p)
	}
	names := make([]string, 0, maxNames)
	for _, k := range kernels[:min(len(kernels), maxNames)] {
		names = append(names, "`"+k.Name+"`")
	}
	text := "`" + kernels[0].Name + "` is a kernel in CUDA"
	if len(kernels) > 1 {
		text = fmt.Sprintf("%d kernels in CUDA: %s", len(kernels), strings.Join(names, ", "))
		if len(kernels) > maxNames {
			text += " and others"
		}
	}
	d := analyzer.Diagnostic{
		Span: kernels[0].Span, Message: text + ", which nothing on Neuron is known to compile",
		Help:     "write it in NKI, or compute the same with operators of PyTorch",
		Severity: analyzer.Info, Confidence: analyzer.Certain,
		Fact: opsdb.Ref{Evidence: opsdb.Inferred, Source: cudaGround, SDK: "2.26-2.32"},
	}
	for _, k := range kernels[1:min(len(kernels), analyzer.MaxRelated)] {
		d.Related = append(d.Related, analyzer.Related{Span: k.Span, Message: "and `" + k.Name + "`"})
	}
	p.Report(d)
	return nil
}

// withoutKernels reports a source that calls the libraries of CUDA. Headers are a part of
// the sources that include them.
func withoutKernels(p *analyzer.ProjectPass) error {
	if p.File.CUDA.Len() == 0 || !strings.HasSuffix(strings.ToLower(p.File.Path), ".cu") {
		return nil
	}
	name := string(p.File.Text[p.File.CUDA.Start:p.File.CUDA.End])
	p.Report(analyzer.Diagnostic{
		Span: p.File.CUDA, Message: "`" + name + "` is of a library of CUDA, and nothing on Neuron is known to compile a source in CUDA",
		Help:     "leave the file out of builds for Neuron, or compute the same with operators of PyTorch",
		Severity: analyzer.Info, Confidence: analyzer.Certain,
		Fact: opsdb.Ref{Evidence: opsdb.Inferred, Source: cudaGround, SDK: "2.26-2.32"},
	})
	return nil
}
