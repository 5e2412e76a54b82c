package semantic

import "github.com/neuronlint/neuronlint/analyzer/syntax"

// WithoutCUDA tells what a condition comes to on a machine without CUDA, and the
// queries of CUDA that make it so. There are none where the condition cannot be
// judged, or asks for nothing of the kind.
func (m *Model) WithoutCUDA(n syntax.Node) (holds bool, queries []syntax.Node) {
	v := (&without{m: m, t: m.Tree}).truth(n)
	if v.value == unknown {
		return false, nil
	}
	return v.value == yes, v.atoms
}
