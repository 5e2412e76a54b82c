package jax

import (
	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/opsdb"
)

// reportAvailable reports the assertions of Chex that a GPU, or a TPU, is there.
func reportAvailable(p *analyzer.Pass) {
	for call := range p.Model.CallsOf("chex.assert_gpu_available", "chex.assert_tpu_available") {
		name, conf := p.Model.CallName(call)
		grade := analyzer.Error
		if last(name) == "assert_tpu_available" {
			if forTPUsAlone(p, call) {
				continue
			}
			grade = analyzer.Warning
		}
		if p.Model.GuardedForNeuron(call) {
			continue
		}
		p.Report(analyzer.Diagnostic{
			Span:       p.Tree.Span(call),
			Message:    "the assertion fails on Neuron, where the platform is `neuron`",
			Help:       "assert what is needed: `assert jax.default_backend() != \"cpu\"`, if any accelerator will do",
			Severity:   grade,
			Confidence: conf,
			API:        name,
			Fact:       opsdb.Ref{Evidence: opsdb.Documented, Source: platformSource, SDK: "2.20-"},
		})
	}
}
