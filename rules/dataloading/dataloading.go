// Package dataloading holds the rules about how batches are made and reach the
// device (NRN63x).
package dataloading

import "github.com/neuronlint/neuronlint/analyzer"

// Rules are the rules of this family, sorted by code.
func Rules() []*analyzer.Rule { return []*analyzer.Rule{pinnedMemory, batchShape} }
