// Package operators holds the rules about operators of PyTorch and JAX that the Neuron
// stack does not run, or runs for some calls only (NRN5xx). The needs of each operator
// are in opsdb; the rules ask it about every call they can name, and say no more than
// its evidence allows.
package operators

import "github.com/neuronlint/neuronlint/analyzer"

// Rules are the rules of this family, sorted by code.
func Rules() []*analyzer.Rule {
	return []*analyzer.Rule{unsupportedOperator, operatorOnHost, limitedOperator, operatorDType, removedAPI}
}
