package value

import (
	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// Values lists the values that the expressions of a file may have.
type Values struct {
	*infer.Model

	kept     keptValues                    // see ValuesStored
	spaces   *namespaces                   // see spacesOf
	settings map[string][]Origin           // see Settings
	splats   map[syntax.Node][]syntax.Node // by function; see splatCalls
	runnable map[syntax.Node][]syntax.Node // by call; see MayRun
	runners  map[syntax.Node][]syntax.Node // see runsOf
}

// Of returns the Values of a file. There is one value for each model.
func Of(m *infer.Model) *Values {
	type key struct{}
	return infer.Walked(m, key{}, func() *Values { return &Values{Model: m} })
}

// elsewhere is [infer.Model.Elsewhere].
func (m *Values) elsewhere(mod *infer.Module, ask func(lib *Values)) {
	m.Elsewhere(mod, func(lib *infer.Model) { ask(Of(lib)) })
}

// inside is [infer.Model.WithCallee].
func (m *Values) inside(call syntax.Node, show func(in *Values, fn syntax.Node)) bool {
	return m.WithCallee(call, func(in *infer.Model, fn syntax.Node) { show(Of(in), fn) })
}
