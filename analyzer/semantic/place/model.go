package place

import (
	"github.com/neuronlint/neuronlint/analyzer/semantic/cadence"
	"github.com/neuronlint/neuronlint/analyzer/semantic/guard"
	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/semantic/tensor"
	"github.com/neuronlint/neuronlint/analyzer/semantic/value"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// Places say where the values of a file lie.
type Places struct {
	*infer.Model
	*value.Values
	*guard.Control
	*cadence.Rates
	*tensor.Tensors

	hosts       map[syntax.Node]bool // see OnHost
	hostResults map[syntax.Node]bool // of functions that other files call
	placeless   infer.Truth          // see SaysNoDevice
	jaxHost     []syntax.Node        // see choosesHost
	hands       hands                // see DeviceAtHand
}

// Of are the Places of a file. There is one value for each model.
func Of(m *infer.Model) *Places {
	type key struct{}
	return infer.Walked(m, key{}, func() *Places {
		return &Places{Model: m, Values: value.Of(m), Control: guard.Of(m), Rates: cadence.Of(m), Tensors: tensor.Of(m)}
	})
}

// elsewhere is [infer.Model.Elsewhere].
func (m *Places) elsewhere(mod *infer.Module, ask func(lib *Places)) {
	m.Elsewhere(mod, func(lib *infer.Model) { ask(Of(lib)) })
}

// inside is [infer.Model.WithCallee].
func (m *Places) inside(call syntax.Node, show func(in *Places, fn syntax.Node)) bool {
	return m.WithCallee(call, func(in *infer.Model, fn syntax.Node) { show(Of(in), fn) })
}

// stored is [infer.Model.Stored].
func (m *Places) stored(attr syntax.Node, show func(in *Places, all []infer.Stored)) {
	m.Stored(attr, func(in *infer.Model, all []infer.Stored) { show(Of(in), all) })
}
