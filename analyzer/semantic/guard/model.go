package guard

import (
	"github.com/neuronlint/neuronlint/analyzer/semantic/flow"
	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// Control says which code of a file runs where CUDA is missing.
type Control struct {
	*flow.Literals

	guards      *guards
	dead        []Region                    // see DeadRegions
	missedNot   map[source.Span]func() bool // by the condition; see NotMissed
	wholes      map[syntax.Node]condition   // see wholeOf
	deciding    map[wanted]wanted           // see decides
	settling    map[wanted]wanted           // see Unasked
	doubts      []syntax.Node               // see findDoubts
	extensible  infer.Truth                 // see Extensible
	bundles     *flow.Groups
	bundleFirst map[int]syntax.Node // the first node of each group
}

// Of is the Control of a file. There is one value for each model.
func Of(m *infer.Model) *Control {
	type key struct{}
	return infer.Walked(m, key{}, func() *Control { return &Control{Literals: flow.Of(m)} })
}

// elsewhere is [infer.Model.Elsewhere].
func (m *Control) elsewhere(mod *infer.Module, ask func(lib *Control)) {
	m.Elsewhere(mod, func(lib *infer.Model) { ask(Of(lib)) })
}
