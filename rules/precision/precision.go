// Package precision holds the rules about mixed precision and the flags of
// CUDA libraries (NRN3xx).
package precision

import "github.com/neuronlint/neuronlint/analyzer"

// Rules are the rules of this family, sorted by code.
func Rules() []*analyzer.Rule {
	return []*analyzer.Rule{autocast, gradScaler, customCast, autocastDtype, halfPrecision, targetDType, vendorDtype, backendFlag, channelsLast}
}
