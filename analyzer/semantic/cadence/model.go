package cadence

import (
	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/semantic/value"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// Rates tells how often the code of a file runs.
type Rates struct {
	*infer.Model
	*value.Values

	compiledIn map[syntax.Node]syntax.Node // see CompiledBy
	regions    map[syntax.Node]RegionKind  // of functions and loops; see Region
}

// Of returns the Rates of a file. There is one value for each model.
func Of(m *infer.Model) *Rates {
	type key struct{}
	return infer.Walked(m, key{}, func() *Rates { return &Rates{Model: m, Values: value.Of(m)} })
}

// inside is [infer.Model.WithCallee].
func (m *Rates) inside(call syntax.Node, show func(in *Rates, fn syntax.Node)) bool {
	return m.WithCallee(call, func(in *infer.Model, fn syntax.Node) { show(Of(in), fn) })
}
