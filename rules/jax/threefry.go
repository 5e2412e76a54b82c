package jax

import (
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/rules/internal/environ"
	"github.com/neuronlint/neuronlint/rules/internal/rewrite"
	"github.com/neuronlint/neuronlint/rules/internal/words"
)

var threefrySetting = &analyzer.Rule{
	Code:     "NRN813",
	Name:     "jax-threefry-setting",
	Category: analyzer.CategoryRNG,
	Fix:      analyzer.Unsafe,
	Since:    "0.1.0",
	Doc: `The program chooses Threefry as its random number generator.

## What breaks

Threefry is only partly supported on Neuron.

## Example

    jax.config.update("jax_default_prng_impl", "threefry2x32")

## Use instead

    jax.config.update("jax_default_prng_impl", "rbg")

The fix is unsafe: rbg draws other numbers from the same seed, and its keys have
another shape.

## When it is reported

- an explicit choice of Threefry: as a setting, as a context, in the environment, or as
  the value or default of an option named for random numbers

Threefry is also JAX's default; NRN503 reports the first key of a file that relies on
it.

## Source

AWS Neuron SDK 2.26, frameworks/jax/setup/jax-neuronx-known-issues.rst.
`,
	Words: words.Threefry,
	Run:   runThreefry,
}

func runThreefry(p *analyzer.Pass) error {
	seen := map[syntax.Node]bool{}
	chosen := func(value syntax.Node, conf analyzer.Confidence) {
		if !seen[value] {
			seen[value] = true
			reportThreefry(p, value, conf)
		}
	}
	for s := range settings(p) {
		if s.name == "jax_default_prng_impl" {
			chosen(s.value, s.confidence)
		}
	}
	for call := range p.Model.CallsOf("jax.default_prng_impl") {
		_, conf := p.Model.CallName(call)
		chosen(p.Tree.Arg(call, 0, "new_val"), conf)
	}
	f := environ.New(p)
	for n := range p.Model.StringsWith(func(name string) bool { return name == "JAX_DEFAULT_PRNG_IMPL" }) {
		if f.Holds(n) {
			chosen(f.Value(n), analyzer.Certain)
		}
	}
	for n := range p.Model.StringsWith(func(text string) bool { return text == words.ThreefryName }) {
		if words := strings.Split(strings.ToLower(optionName(p, n)), "_"); slices.Contains(words, "prng") || slices.Contains(words, "rng") {
			chosen(n, analyzer.Likely)
		}
	}
	return nil
}

func reportThreefry(p *analyzer.Pass, value syntax.Node, conf analyzer.Confidence) {
	c, ok := p.Model.Constant(value)
	if !ok || c.Kind != semantic.ConstantString || c.Text != words.ThreefryName || p.Model.GuardedForNeuron(value) {
		return
	}
	d := analyzer.Diagnostic{
		Span:       p.Tree.Span(value),
		Message:    "the Threefry generator is only partly supported on Neuron",
		Help:       "use `rbg`",
		Severity:   analyzer.Warning,
		Confidence: conf,
		API:        "jax_default_prng_impl",
		Fact:       known(p, issueThreefry),
	}
	if info, ok := p.Tree.String(value); ok && !p.Tree.InError(value) {
		fix := analyzer.Fix{Title: "use rbg", Edits: []analyzer.Edit{rewrite.Edit(p, info.Content, "rbg")}}
		fix.Take(analyzer.Doubtful("the generator then draws other numbers for the same seed"))
		d.Fixes = []analyzer.Fix{fix}
	}
	p.Report(d)
}
