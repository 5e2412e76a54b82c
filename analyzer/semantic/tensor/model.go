package tensor

import (
	"github.com/neuronlint/neuronlint/analyzer/semantic/cadence"
	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/semantic/value"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// Tensors answers questions about the content of a file's tensors.
type Tensors struct {
	*infer.Model
	*value.Values
	*cadence.Rates

	dtypes map[syntax.Node]string // see dtypeWalk; nil in a file that others ask
}

// Of returns the Tensors of a file. There is one value for each model.
func Of(m *infer.Model) *Tensors {
	type key struct{}
	return infer.Walked(m, key{}, func() *Tensors {
		tensors := &Tensors{Model: m, Values: value.Of(m), Rates: cadence.Of(m)}
		if !m.IsShared() {
			tensors.dtypes = make(map[syntax.Node]string)
		}
		return tensors
	})
}

// elsewhere is [infer.Model.Elsewhere].
func (m *Tensors) elsewhere(mod *infer.Module, ask func(lib *Tensors)) {
	m.Elsewhere(mod, func(lib *infer.Model) { ask(Of(lib)) })
}

// stored is [infer.Model.Stored].
func (m *Tensors) stored(attr syntax.Node, show func(in *Tensors, all []infer.Stored)) {
	m.Stored(attr, func(in *infer.Model, all []infer.Stored) { show(Of(in), all) })
}
