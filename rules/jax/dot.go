package jax

import (
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/opcall"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules/internal/words"
)

var dotAlgorithm = &analyzer.Rule{
	Code:     "NRN827",
	Name:     "jax-dot-algorithm",
	Category: analyzer.CategoryPrecision,
	Since:    "0.1.0",
	Doc: `An algorithm for matrix products that Neuron may not follow.

## What breaks

jax.lax.DotAlgorithmPreset is not always respected: products are computed in the dtype
of their operands, whatever the preset. Preset names given as a string mean the same.

## Example

    y = jnp.dot(x, w, precision=jax.lax.DotAlgorithmPreset.F32_F32_F32)

## Use instead

    y = jnp.dot(x.astype(jnp.float32), w.astype(jnp.float32))

## When there is no fix

Casting the operands costs time and memory, so a person must decide where the precision
matters. --auto-cast=none in NEURON_CC_FLAGS keeps the compiler of SDK 2.26 from
computing float32 products in bfloat16.

## Source

AWS Neuron SDK 2.26, frameworks/jax/setup/jax-neuronx-known-issues.rst.
`,
	Words: words.JAX,
	Run: onJAX(func(p *analyzer.Pass) {
		for n := range p.Model.Named(isPreset) {
			if name, conf := p.Model.Name(n); isPreset(name) && argument(p, n) {
				reportAlgorithm(p, n, name, conf)
			}
		}
		for call := range p.Model.CallsNamed(product) {
			if preset(p, p.Tree.Keyword(call, "precision")) {
				name, conf := p.Model.CallName(call)
				reportAlgorithm(p, p.Tree.Keyword(call, "precision"), name, conf)
			}
		}
	}),
}

// isPreset names the algorithms that a product can be asked for.
func isPreset(name string) bool { return strings.HasPrefix(name, "jax.lax.DotAlgorithmPreset.") }

// argument reports whether an expression is handed to a call, or bound to a name.
func argument(p *analyzer.Pass, n syntax.Node) bool {
	switch p.Tree.Kind(p.Tree.Parent(n)) {
	case syntax.KindArgumentList, syntax.KindKeywordArgument, syntax.KindAssignment:
		return true
	}
	return false
}

// product names the functions of JAX that multiply matrices.
func product(name string) bool {
	return slices.Contains([]string{
		"jax.numpy.dot", "jax.numpy.matmul", "jax.numpy.einsum", "jax.numpy.tensordot", "jax.numpy.vdot", "jax.numpy.inner",
		"jax.lax.dot", "jax.lax.dot_general", "jax.lax.batch_matmul",
	}, name)
}

// preset reports whether a string names an algorithm: TF32_TF32_F32.
func preset(p *analyzer.Pass, n syntax.Node) bool {
	c, ok := p.Model.Constant(n)
	return ok && c.Kind == semantic.ConstantString && strings.Count(c.Text, "_") > 1 && strings.ToUpper(c.Text) == c.Text
}

func reportAlgorithm(p *analyzer.Pass, n syntax.Node, name string, conf analyzer.Confidence) {
	if notThere(p, n) {
		return
	}
	p.Report(analyzer.Diagnostic{
		Span:       p.Tree.Span(n),
		Message:    "this algorithm may be ignored on Neuron: products are computed in the dtype of their operands",
		Help:       "cast the operands to the dtype that the product needs",
		Severity:   analyzer.Warning,
		Confidence: conf,
		API:        name,
		Fact:       known(p, issueAlgorithm),
	})
}

var integerDot = &analyzer.Rule{
	Code:     "NRN828",
	Name:     "jax-integer-dot",
	Category: analyzer.CategoryDtype,
	Since:    "0.1.0",
	Doc: `A matrix product of integers.

## What breaks

Integer products are not supported. If JAX is told to accumulate a product in integers
(preferred_element_type=jnp.int32, as in quantised layers), the operands are integers
too.

## Example

    y = jax.lax.dot_general(xq, wq, dims, preferred_element_type=jnp.int32)

## Use instead

    y = jax.lax.dot_general(xq.astype(jnp.bfloat16), wq.astype(jnp.bfloat16), dims,
                            preferred_element_type=jnp.float32)

## When there is no fix

8-bit integers are exact in bfloat16 and their sums in float32 up to 2^24; only the
author knows whether that is enough.

## When it is reported

- integer products of named arrays in Haliax, too

## When it is silent

- products of JAX on operands that are visibly integers, which NRN504 reports

## Source

AWS Neuron SDK 2.26, frameworks/jax/setup/jax-neuronx-known-issues.rst.
`,
	Words: words.JAX,
	Run: onJAX(func(p *analyzer.Pass) {
		wrapped := func(name string) bool { return product(reached(p, name)) }
		for call := range p.Model.CallsNamed(wrapped) {
			name, _ := p.Model.CallName(call)
			value := p.Tree.Keyword(call, "preferred_element_type")
			c, _ := p.Model.Constant(value)
			switch sums := c.Kind == semantic.ConstantDType && opcall.IsInteger(c.Text); {
			case notThere(p, call):
			case multipliesIntegers(p, call):
				if !product(name) { // NRN504 reports the functions of JAX itself
					reportInteger(p, p.Tree.Callee(call), call)
				}
			case sums:
				reportInteger(p, p.Tree.Parent(value), call)
			}
		}
	}),
}

// reached is the function of JAX behind a function: itself, or for one of a library the
// function it is built on.
func reached(p *analyzer.Pass, name string) string {
	if w, ok := p.DB.JAXWrapper(name); ok {
		return w.Reaches
	}
	return name
}

// multipliesIntegers reports whether all factors of a product are seen to be integers.
func multipliesIntegers(p *analyzer.Pass, call syntax.Node) bool {
	name, _ := p.Model.CallName(call)
	factors, _ := opcall.Factors(p.Model, call, name)
	for _, f := range factors {
		if !opcall.IsInteger(p.Model.DType(f)) {
			return false
		}
	}
	return len(factors) > 1
}

// integerGround is the ground on which a product of integers is not supported: some
// products of JAX are documented, and the others, and those of libraries, are built on
// them.
func integerGround(p *analyzer.Pass, name string) opsdb.Ref {
	for _, f := range p.DB.Judge(name, p.Target).Findings {
		if f.Verdict.Reason == opsdb.IntegerProducts {
			return f.Verdict.Ref
		}
	}
	ref := known(p, issueInteger)
	if w, ok := p.DB.JAXWrapper(name); ok && ref.Evidence == opsdb.Documented {
		ref.Evidence = opsdb.Derived
		ref.Source += " ; " + w.Ref.Source
	}
	return ref
}

func reportInteger(p *analyzer.Pass, at, call syntax.Node) {
	name, conf := p.Model.CallName(call)
	ref := integerGround(p, name)
	p.Report(analyzer.Diagnostic{
		Span:       p.Tree.Span(at),
		Message:    "a product of integers " + verb(ref),
		Help:       "convert the operands to floating point first",
		Severity:   grade(ref),
		Confidence: conf,
		API:        name,
		Fact:       ref,
	})
}
