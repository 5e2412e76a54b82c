package jax

import (
	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/rules/internal/words"
)

var variadicReduce = &analyzer.Rule{
	Code:     "NRN826",
	Name:     "jax-variadic-reduce",
	Category: analyzer.CategoryOpSupport,
	Since:    "0.1.0",
	Doc: `A reduction of JAX over several arrays at once.

## What breaks

jax.lax.reduce and jax.lax.reduce_window reduce a tuple of arrays together, for example
to find a maximum with its position. The compiler rejects reductions of more than one
operand.

## Example

    best, place = jax.lax.reduce((x, index), (-jnp.inf, 0), larger, (0,))

## Use instead

    best = jnp.max(x, axis=0)
    place = jnp.min(jnp.where(x == best, index, len(x)), axis=0)

jnp.argmax is itself a reduction of numbers and indices at once.

## When there is no fix

Whether a reduction splits into several depends on the function that combines two
elements.

## Source

AWS Neuron SDK 2.26, frameworks/jax/setup/jax-neuronx-known-issues.rst.
`,
	Words: words.JAX,
	Run: onJAX(func(p *analyzer.Pass) {
		for call := range p.Model.CallsOf("jax.lax.reduce", "jax.lax.reduce_window") {
			name, conf := p.Model.CallName(call)
			keyword := map[string]string{"jax.lax.reduce": "operands", "jax.lax.reduce_window": "operand"}[name]
			operands := p.Tree.Unparen(p.Tree.Arg(call, 0, keyword))
			if several(p, operands) && !notThere(p, call) {
				reportReduce(p, call, name, conf)
			}
		}
	}),
}

// several reports whether an expression is a tuple or list of more than one.
func several(p *analyzer.Pass, n syntax.Node) bool {
	if k := p.Tree.Kind(n); k != syntax.KindTuple && k != syntax.KindList {
		return false
	}
	count := 0
	for range p.Tree.Children(n) {
		count++
	}
	return count > 1
}

func reportReduce(p *analyzer.Pass, call syntax.Node, name string, conf analyzer.Confidence) {
	ref := known(p, issueVariadic)
	p.Report(analyzer.Diagnostic{
		Span:       p.Tree.Span(call),
		Message:    code(name) + " of several arrays at once " + verb(ref),
		Help:       "reduce one array at a time",
		Severity:   grade(ref),
		Confidence: conf,
		API:        name,
		Fact:       ref,
	})
}
