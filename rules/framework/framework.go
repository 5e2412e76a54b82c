// Package framework holds the rules about libraries above PyTorch (Hugging Face's,
// Lightning, Ray, ONNX Runtime and others) that a program asks for GPUs, for parts that
// exist for GPUs alone, or for their number formats (NRN71x). The table of framework
// options lists the arguments, and their effects; the rules differ in the topic of the
// options.
package framework

import "github.com/neuronlint/neuronlint/analyzer"

// Rules are the rules of this family, sorted by code.
func Rules() []*analyzer.Rule {
	return []*analyzer.Rule{gpuPlacement, gpuFeature, gpuPrecision}
}
