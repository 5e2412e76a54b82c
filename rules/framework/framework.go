// Package framework holds the rules about libraries above PyTorch (Hugging
// Face's, Lightning, Ray, ONNX Runtime and others) that a program asks for
// GPUs, for parts that exist for GPUs alone, or for their number formats
// (NRN71x). What is asked for, and what comes of it, is the table of framework
// options; the rules differ in what the options are about.
package framework

import "github.com/neuronlint/neuronlint/analyzer"

// Rules are the rules of this family, sorted by code.
func Rules() []*analyzer.Rule {
	return []*analyzer.Rule{gpuPlacement, gpuFeature, gpuPrecision}
}
