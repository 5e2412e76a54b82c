package jax

import (
	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
)

// reportDefault reports the default of a flag, a parameter or a field by which JAX is
// asked for a GPU, once for all requests. Names of devices that NRN101 reports are left
// out.
func reportDefault(p *analyzer.Pass, value syntax.Node, where string, conf analyzer.Confidence, seen map[place]bool) {
	preset, ok := presetOf(p, value)
	if !ok || preset.Value.Kind != semantic.ConstantString || !namesGPU(preset.Value.Text) ||
		preset.Node != syntax.None && p.Model.DeviceAt(preset.Node) != nil {
		return
	}
	reportPreset(p, value, preset, seen, &analyzer.Diagnostic{
		Message:    "by default " + code(where) + " requests the platform " + code(preset.Value.Text) + ", which raises on Neuron",
		Help:       platformHelp(where),
		Severity:   analyzer.Warning,
		Confidence: conf,
		API:        where,
		Fact:       opsdb.Ref{Evidence: opsdb.Documented, Source: platformSource, SDK: "2.20-"},
	})
}

// place is where a default is written.
type place struct {
	path string
	span source.Span
}

// presetOf is the value of an expression that is not written out, unless somebody
// chooses another.
func presetOf(p *analyzer.Pass, value syntax.Node) (semantic.Preset, bool) {
	if _, known := p.Model.Constant(value); known || value == syntax.None || p.Model.GuardedForNeuron(value) {
		return semantic.Preset{}, false
	}
	return p.Model.Preset(value)
}

// reportPreset reports a default once, where it is written, or, if that is in another
// file, where it is asked for first.
func reportPreset(p *analyzer.Pass, value syntax.Node, preset semantic.Preset, seen map[place]bool, d *analyzer.Diagnostic) {
	at := place{preset.Path, preset.Span}
	if seen[at] {
		return
	}
	seen[at] = true
	d.Confidence = min(d.Confidence, analyzer.Likely)
	if preset.Node != syntax.None {
		d.Span = preset.Span
		d.Related = p.Places("requested here", value)
	} else {
		d.Span = p.Tree.Span(value)
		d.Related = []analyzer.Related{{Path: preset.Path, Span: preset.Span, Message: "the default"}}
	}
	p.Report(*d)
}
