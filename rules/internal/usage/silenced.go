package usage

import "github.com/neuronlint/neuronlint/analyzer"

// EachLine reports whether each line has to speak for itself: comments of the file may
// silence findings, and one that speaks for other lines would be silenced for all.
func EachLine(p *analyzer.Pass) bool {
	return p.Model.TextHas("neuronlint:") || p.Model.TextHas("noqa")
}
