package jax

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/rules/internal/environ"
	"github.com/neuronlint/neuronlint/rules/internal/words"
)

var x64 = &analyzer.Rule{
	Code:     "NRN811",
	Name:     "jax-x64",
	Category: analyzer.CategoryDtype,
	Since:    "0.1.0",
	Doc: `JAX is told to use 64-bit numbers.

## What breaks

With jax_enable_x64 new arrays are float64 and int64. NeuronCores list no float64, and
the compiler treats int64 as int32 and cuts off the high bits.

## Example

    jax.config.update("jax_enable_x64", True)

## When there is no fix

Compute exact 64-bit values on the host, under
jax.default_device(jax.devices("cpu")[0]), and drop the setting for the rest. Only the
author can tell the two apart.

## Source

AWS Neuron SDK 2.26, release notes of the compiler, for int64, and the lists of
data types; cited with the finding.
`,
	Words: words.JAX,
	Run:   onJAX(runX64),
}

func runX64(p *analyzer.Pass) {
	for s := range settings(p) {
		if s.name == "jax_enable_x64" && turnsOn(p, s.value) {
			reportX64(p, s.at, s.confidence)
		}
		if preset, ok := presetOf(p, s.value); ok && s.name == "jax_enable_x64" && isOn(preset.Value) {
			reportDefaultX64(p, s.value, preset, s.confidence)
		}
	}
	for call := range p.Model.CallsOf("jax.experimental.enable_x64", "jax.enable_x64", "numpyro.enable_x64") {
		value := max(p.Tree.Arg(call, 0, "new_val"), p.Tree.Keyword(call, "use_x64")) // of JAX and of NumPyro
		if value == syntax.None || turnsOn(p, value) {
			_, conf := p.Model.CallName(call)
			reportX64(p, call, conf)
		}
	}
	f := environ.New(p)
	for n := range p.Model.StringsWith(func(name string) bool { return name == "JAX_ENABLE_X64" }) {
		if f.Holds(n) && turnsOn(p, f.Value(n)) {
			reportX64(p, n, analyzer.Certain)
		}
	}
}

// turnsOn reports whether a value surely turns a setting on.
func turnsOn(p *analyzer.Pass, value syntax.Node) bool {
	c, ok := p.Model.Constant(value)
	return ok && isOn(c)
}

func isOn(c semantic.Constant) bool {
	if c.Kind == semantic.ConstantString {
		text := strings.ToLower(c.Text)
		return text == "1" || text == "true" || text == "yes" || text == "on"
	}
	return (c.Kind == semantic.ConstantBool || c.Kind == semantic.ConstantNumber) && c.Number != 0
}

func reportX64(p *analyzer.Pass, n syntax.Node, conf analyzer.Confidence) {
	if d, ok := wide(p, conf); ok && !notThere(p, n) {
		d.Span = p.Tree.Span(n)
		p.Report(d)
	}
}

// reportDefaultX64 reports the default of a setting that turns x64 on.
func reportDefaultX64(p *analyzer.Pass, value syntax.Node, preset semantic.Preset, conf analyzer.Confidence) {
	if d, ok := wide(p, conf); ok && !notThere(p, value) {
		d.Message = "by default " + d.Message
		reportPreset(p, value, preset, map[place]bool{}, &d)
	}
}

// wide is the finding about the dtypes that x64 makes.
func wide(p *analyzer.Pass, conf analyzer.Confidence) (analyzer.Diagnostic, bool) {
	row, ok := p.DB.DType("jax.numpy.int64", p.Target)
	return analyzer.Diagnostic{
		Message:    "x64 makes arrays of `int64` (" + row.Note + ") and `float64`, which may not be supported",
		Help:       "keep 64-bit types on the host, and leave the setting off for device code",
		Severity:   analyzer.Warning,
		Confidence: conf,
		API:        "jax_enable_x64",
		Fact:       row.Ref,
	}, ok
}
