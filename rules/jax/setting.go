package jax

import (
	"iter"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules/internal/rewrite"
	"github.com/neuronlint/neuronlint/rules/internal/words"
)

// setting is one place where a setting of JAX is changed.
type setting struct {
	name       string      // "jax_platforms"
	at         syntax.Node // the node that names it
	value      syntax.Node // None if it is not there to see
	stmt       syntax.Node // the statement that does nothing else, or None
	confidence analyzer.Confidence
}

// settings yields the changes of jax.config in a file.
func settings(p *analyzer.Pass) iter.Seq[setting] {
	return func(yield func(setting) bool) {
		for call := range p.Model.CallsNamed(updatesConfig) {
			_, conf := p.Model.CallName(call)
			at := p.Tree.Arg(call, 0, "name")
			key, ok := p.Tree.StringValue(at)
			value := p.Tree.Arg(call, 1, "val")
			if ok && !yield(setting{key, at, value, rewrite.LoneCall(p, call), conf}) {
				return
			}
		}
		assigned(p, yield)
	}
}

// assigned yields assignments such as jax.config.jax_platforms = "cpu".
func assigned(p *analyzer.Pass, yield func(setting) bool) {
	for n := range p.Model.References() {
		parent := p.Tree.Parent(n)
		if p.Tree.Kind(parent) != syntax.KindAssignment || p.Tree.Field(n) != syntax.FieldLeft || p.Tree.Kind(n) != syntax.KindAttribute {
			continue
		}
		if name, conf := p.Model.Name(p.Tree.Object(n)); isConfig(name) {
			s := setting{
				name: p.Tree.Text(p.Tree.AttrName(n)), at: n,
				value: p.Tree.Child(parent, syntax.FieldRight), confidence: conf,
			}
			if !yield(s) {
				return
			}
		}
	}
}

// updatesConfig names the method that changes a setting.
func updatesConfig(name string) bool {
	object, ok := strings.CutSuffix(name, ".update")
	return ok && isConfig(object)
}

// isConfig names the object that holds JAX's settings.
func isConfig(name string) bool { return name == "jax.config" || name == "jax.config.config" }

var gpuSetting = &analyzer.Rule{
	Code:     "NRN803",
	Name:     "jax-gpu-setting",
	Category: analyzer.CategoryBackendFlag,
	Fix:      analyzer.Unsafe,
	Since:    "0.1.0",
	Doc: `A setting of JAX that concerns GPUs alone.

## What breaks

Nothing fails: the setting has no effect. The worst case is jax_cuda_visible_devices,
which selects no NeuronCores.

## Example

    jax.config.update("jax_cuda_visible_devices", "0,1")

## Use instead

NEURON_RT_VISIBLE_CORES=0-1 selects NeuronCores. Other settings can be removed; the fix
is unsafe, because code that still runs on CUDA may need them.

## Source

JAX 0.6.2, jax/_src/config.py and jax/_src/xla_bridge.py, cited with the finding.
`,
	Words: words.JAX,
	Run: onJAX(func(p *analyzer.Pass) {
		for s := range settings(p) {
			if row, ok := p.DB.JAXSetting(s.name); ok && !p.Model.GuardedForNeuron(s.at) {
				reportSetting(p, s, row)
			}
		}
	}),
}

func reportSetting(p *analyzer.Pass, s setting, row opsdb.JAXSetting) {
	severity := analyzer.Info
	if strings.HasSuffix(s.name, "_visible_devices") {
		severity = analyzer.Warning
	}
	help := "remove it, or keep it where the code still runs on CUDA"
	if row.Instead != "" {
		help = "on Neuron " + row.Instead
	}
	d := analyzer.Diagnostic{
		Span:       p.Tree.Span(s.at),
		Message:    code(s.name) + " may have no effect on Neuron: it " + row.Effect,
		Help:       help,
		Severity:   severity,
		Confidence: s.confidence,
		API:        s.name,
		Fact:       row.Ref,
	}
	if s.stmt != syntax.None && !p.Tree.InError(s.stmt) && plain(p, s.value) {
		var fix analyzer.Fix
		rewrite.Delete(p, &fix, s.stmt, "remove the setting")
		fix.Take(rewrite.SettingTrust(row.Safety, s.name))
		d.Fixes = []analyzer.Fix{fix}
	}
	p.Report(d)
}

// plain reports whether computing a value has no effects worth keeping.
func plain(p *analyzer.Pass, value syntax.Node) bool {
	for n := range p.Tree.All(value) {
		switch p.Tree.Kind(n) {
		case syntax.KindCall, syntax.KindAwait, syntax.KindYield, syntax.KindNamedExpression:
			return false
		}
	}
	return true
}
