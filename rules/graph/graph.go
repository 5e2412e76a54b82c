// Package graph holds the rules about Python code that a graph of the device
// cannot hold (first half of NRN6xx): values that are read back, branches on
// them, shapes made of them, tensors that grow, clocks that do not wait.
//
// A read is found once (read.go), its place decides how often it costs
// (place.go), and the purpose of its value decides which rule reports it (purpose.go).
package graph

import "github.com/neuronlint/neuronlint/analyzer"

// Rules are the rules of this family, sorted by code.
func Rules() []*analyzer.Rule {
	return []*analyzer.Rule{tensorRead, tensorBranch, valueAsShape, growingTensor, anomalyDetection, wideDType, timing, openStep}
}
