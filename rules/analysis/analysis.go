// Package analysis documents the findings that the analysis makes about
// itself: NRN001 to NRN005. The driver reports them; their rule values have no
// Run function and exist so that they can be listed, selected and explained.
package analysis

import "github.com/neuronlint/neuronlint/analyzer"

// Rules are the rule values of this package, sorted by code.
func Rules() []*analyzer.Rule {
	return []*analyzer.Rule{unparsedSource, fixDiscarded, unusedSuppression, internalError, findingsOmitted}
}
