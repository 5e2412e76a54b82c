package jax

import (
	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
)

// reportDefault reports the default of a flag, a parameter or a field by which
// JAX is asked for a GPU, once however often it is asked. What NRN101 says of the
// name of a device is not said again.
func reportDefault(p *analyzer.Pass, value syntax.Node, where string, conf analyzer.Confidence, seen map[syntax.Node]bool) {
	if _, ok := p.Model.Constant(value); ok || p.Model.Handled(value) {
		return
	}
	preset := p.Model.SettingDefault(value)
	if preset == syntax.None || seen[preset] || p.Model.DeviceAt(preset) != nil {
		return
	}
	platform := text(p, preset)
	if !namesGPU(platform) {
		return
	}
	seen[preset] = true
	p.Report(analyzer.Diagnostic{
		Span:       p.Tree.Span(preset),
		Message:    "by default " + code(where) + " asks for the platform " + code(platform) + ", which raises on Neuron",
		Help:       platformHelp(where),
		Severity:   analyzer.Warning,
		Confidence: min(conf, analyzer.Likely),
		API:        where,
		Fact:       opsdb.Ref{Evidence: opsdb.Documented, Source: platformSource, SDK: "2.20-"},
		Related:    []analyzer.Related{{Span: p.Tree.Span(value), Message: "asked for here"}},
	})
}
