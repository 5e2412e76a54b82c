package jax

import (
	"slices"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
)

// reportDependent reports calls of jax.lax.platform_dependent with a branch for
// GPUs and none for Neuron.
func reportDependent(p *analyzer.Pass) {
	for call := range p.Model.CallsOf("jax.lax.platform_dependent") {
		var gpu syntax.Node
		var branches []string
		for a := range p.Tree.Args(call) {
			branch := p.Tree.Text(a.Name)
			if isGPU(branch) && gpu == syntax.None {
				gpu = a.Name
			}
			if a.Splat == 2 {
				branch = platformName // who knows
			}
			branches = append(branches, branch)
		}
		if gpu == syntax.None || slices.Contains(branches, platformName) || notThere(p, call) {
			continue
		}
		_, conf := p.Model.CallName(call)
		d := analyzer.Diagnostic{
			Span:       p.Tree.Span(p.Tree.Parent(gpu)),
			Message:    "there is no branch for `neuron`, the platform on Neuron, and no default, so JAX raises there",
			Help:       "add a branch for it, or a default",
			Severity:   analyzer.Error,
			Confidence: conf,
			API:        "jax.lax.platform_dependent",
			Fact:       opsdb.Ref{Evidence: opsdb.Documented, Source: platformSource, SDK: "2.20-"},
		}
		if slices.Contains(branches, "default") {
			d.Message = "`neuron` is the platform on Neuron, which takes the default, not the branch for " + code(p.Tree.Text(gpu))
			d.Help, d.Severity = "decide whether Neuron needs a branch of its own", analyzer.Info
		}
		p.Report(d)
	}
}
