package jax

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules/internal/usage"
	"github.com/neuronlint/neuronlint/rules/internal/words"
)

var dynamicShape = &analyzer.Rule{
	Code:     "NRN824",
	Name:     "jax-dynamic-shape",
	Category: analyzer.CategoryDynamicShape,
	Since:    "0.1.0",
	Doc: `A JAX function with a result of data-dependent size.

## What breaks

jnp.nonzero, jnp.unique, jnp.where with one argument and indexing by a mask have a
result of data-dependent size. Under jit JAX rejects them everywhere. Outside of it each
new size is a new shape, and everything computed from it may be compiled again, which
takes neuronx-cc much longer than XLA's compiler for GPUs.

## Example

    words = jnp.unique(tokens)
    rows = table[mask > 0]

## Use instead

    words = jnp.unique(tokens, size=64, fill_value=-1)
    rows = jnp.where(mask[:, None] > 0, table, 0)

## When there is no fix

Only the author knows the largest size of the result and a fill value.

## When it is reported

- an array that a Python loop makes longer in each iteration, too, such as a sequence
  that grows token by token

## When it is silent

- calls with size=, which fixes the shape; NRN503 reports the further limits of some of
  them

## Source

AWS Neuron SDK 2.26, compiler/neuronx-cc/faq.rst, on dynamic shapes. The compile time is
a judgement, so the finding says "may".
`,
	Words: words.JAX,
	Run: onJAX(func(p *analyzer.Pass) {
		for _, call := range p.Model.Calls() {
			if name, conf := p.Model.CallName(call); usage.SizeOpen(p, call, name) && !onlyCounted(p, call) {
				reportShape(p, call, code(name)+ofData, helpSized(p, name), conf)
			}
		}
		for n := range p.Tree.OfKind(syntax.KindSubscript) {
			if masked(p, n) {
				reportShape(p, n, "indexing with a mask"+ofData, "select with `jnp.where`, which keeps the shape", analyzer.Likely)
			}
		}
		reportGrowing(p)
	}),
}

// onlyCounted reports whether all that is asked of a result is its length.
func onlyCounted(p *analyzer.Pass, call syntax.Node) bool {
	list := p.Tree.Parent(call)
	name, _ := p.Model.CallName(p.Tree.Parent(list))
	return p.Tree.Kind(list) == syntax.KindArgumentList && name == "builtins.len"
}

// helpSized is the advice for a call whose size is open. Counting by the data has
// troubles of its own for some functions, and those stay when the size is given.
func helpSized(p *analyzer.Pass, name string) string {
	for _, f := range p.DB.Judge(name, p.Target).Findings {
		switch {
		case f.Verdict.Operator != name || f.Condition != "" && name != "jax.numpy.where" && !strings.Contains(f.Condition, "arg size"):
		case name == "jax.numpy.where" || strings.Contains(f.Verdict.Alternative, "mask"):
			return "select with `jnp.where(condition, x, y)`, which keeps the shape; `size=` fixes it too, but " + f.Verdict.Reason
		default:
			return "compute it outside of jit, on the host with `jax.default_device`; `size=` fixes the shape, but " + f.Verdict.Reason
		}
	}
	return "pass `size=` and a `fill_value`"
}

// masked reports whether a subscript picks the elements of an array for which a
// mask holds.
func masked(p *analyzer.Pass, n syntax.Node) bool {
	object := p.Tree.Child(n, syntax.FieldValue)
	if p.Tree.Kind(object) == syntax.KindAttribute && p.Tree.Text(p.Tree.AttrName(object)) == "at" {
		return false
	}
	kind := p.Model.Type(object).Kind
	if kind != semantic.KindArray && kind != semantic.KindUnknown {
		return false
	}
	for index := range p.Tree.Children(n) {
		if p.Tree.Field(index) != syntax.FieldSubscript {
			continue
		}
		if index = p.Tree.Unparen(index); p.Model.DType(index) != "bool" {
			continue
		}
		if p.Model.Type(index).Kind == semantic.KindArray || kind == semantic.KindUnknown && reduced(p, n) {
			return true
		}
	}
	return false
}

// reduced reports whether an expression is handed to a function of JAX that computes
// with it, and so is an array of JAX by then. Functions that bring it to the device
// from the host do not count.
func reduced(p *analyzer.Pass, n syntax.Node) bool {
	list := p.Tree.Parent(n)
	if p.Tree.Kind(list) != syntax.KindArgumentList {
		return false
	}
	switch name, _ := p.Model.CallName(p.Tree.Parent(list)); name {
	case "jax.numpy.array", "jax.numpy.asarray", "jax.numpy.stack", "jax.numpy.concatenate":
		return false
	default:
		return computes(name)
	}
}

// ofData says of most calls why their result has many sizes.
const ofData = " makes a result whose size depends on the data"

func reportShape(p *analyzer.Pass, n syntax.Node, what, help string, conf analyzer.Confidence) {
	if notThere(p, n) {
		return
	}
	p.Report(analyzer.Diagnostic{
		Span:       p.Tree.Span(n),
		Message:    what + ", and code that uses it may be compiled for each size",
		Help:       help,
		Severity:   analyzer.Info,
		Confidence: conf,
		API:        name(p, n),
		Fact: opsdb.Ref{
			Evidence: opsdb.Inferred, SDK: "2.26-",
			Source: "aws-neuron-sdk@v2.26.1:compiler/neuronx-cc/faq.rst:65",
		},
	})
}

// name is the name of the callee of a call; "" for other nodes.
func name(p *analyzer.Pass, n syntax.Node) string {
	if p.Tree.Kind(n) != syntax.KindCall {
		return ""
	}
	s, _ := p.Model.CallName(n)
	return s
}
