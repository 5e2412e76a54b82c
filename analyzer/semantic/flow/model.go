package flow

import (
	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/semantic/value"
)

// Literals are the device literals of a file and the ways of their values.
type Literals struct {
	*infer.Model
	*value.Values

	flow    *flow             // see deviceFlow
	showing map[shownKey]bool // see shown
}

// Of are the Literals of a file. There is one value for each model.
func Of(m *infer.Model) *Literals {
	type key struct{}
	return infer.Walked(m, key{}, func() *Literals { return &Literals{Model: m, Values: value.Of(m)} })
}
