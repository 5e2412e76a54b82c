package jax

import (
	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/rules/internal/rewrite"
	"github.com/neuronlint/neuronlint/rules/internal/words"
)

var outOfBoundsMode = &analyzer.Rule{
	Code:     "NRN825",
	Name:     "jax-out-of-bounds-mode",
	Category: analyzer.CategoryOpSupport,
	Since:    "0.1.0",
	Doc: `Code that relies on out-of-bounds indices being dropped or filled.

## What breaks

With mode="drop" or mode="fill" JAX passes out-of-bounds indices to a gather or scatter
that should ignore them; on Neuron such an access can end in a runtime error. Without a
mode a write out of bounds is dropped as well: in a loop with as many iterations as the
array has elements, a write at i + 1 passes the end in the last one.

## Example

    cache = cache.at[slots].set(keys, mode="drop")

## Use instead

    inside = (slots >= 0) & (slots < cache.shape[0])
    safe = jnp.where(inside, slots, cache.shape[0] - 1)
    cache = cache.at[safe].set(jnp.where(inside[:, None], keys, cache[safe]), mode="clip")

## When there is no fix

The right behaviour for out-of-bounds indices depends on the written values: an extra
row that nobody reads, or the old value again.

## Source

AWS Neuron SDK 2.26, frameworks/jax/setup/jax-neuronx-known-issues.rst; JAX 0.6.2,
jax/_src/lax/slicing.py, for the meaning of the modes.
`,
	Words: words.JAX,
	Run: onJAX(func(p *analyzer.Pass) {
		for _, call := range p.Model.Calls() {
			api, conf := indexes(p, call)
			value := p.Tree.Keyword(call, "mode")
			if api == "" || value == syntax.None || !outside(p, value) || notThere(p, call) {
				continue
			}
			p.Report(analyzer.Diagnostic{
				Span:       p.Tree.Span(p.Tree.Parent(value)),
				Message:    "out-of-bounds indices, which " + code(rewrite.Code(p, value)) + " handles, can end in an error on Neuron",
				Help:       "keep the indices in bounds, and handle the others with `jnp.where`",
				Severity:   analyzer.Warning,
				Confidence: conf,
				API:        api,
				Fact:       known(p, issueBounds),
			})
		}
		reportPastEnd(p)
	}),
}

// indexes names the function of JAX by which a call reads or changes an array
// at indices; "" if it does neither.
func indexes(p *analyzer.Pass, call syntax.Node) (string, analyzer.Confidence) {
	switch name, conf := p.Model.CallName(call); name {
	case "jax.numpy.take", "jax.numpy.take_along_axis", "jax.numpy.put_along_axis", "jax.numpy.put", "jax.lax.gather",
		"jax.lax.scatter", "jax.lax.scatter_add", "jax.lax.scatter_mul", "jax.lax.scatter_min", "jax.lax.scatter_max":
		return name, conf
	}
	callee := p.Tree.Callee(call)
	if p.Tree.Kind(callee) != syntax.KindAttribute {
		return "", 0
	}
	at := p.Tree.Child(p.Tree.Object(callee), syntax.FieldValue)
	if p.Tree.Kind(p.Tree.Object(callee)) != syntax.KindSubscript || p.Tree.Kind(at) != syntax.KindAttribute || p.Tree.Text(p.Tree.AttrName(at)) != "at" {
		return "", 0
	}
	return "jax.numpy.ndarray.at", analyzer.Likely
}

// outside reports whether a mode provides for indices out of bounds.
func outside(p *analyzer.Pass, value syntax.Node) bool {
	if c, ok := p.Model.Constant(value); ok && c.Kind == semantic.ConstantString {
		return c.Text == "drop" || c.Text == "fill"
	}
	name, _ := p.Model.Name(value)
	return name == "jax.lax.GatherScatterMode.FILL_OR_DROP"
}
