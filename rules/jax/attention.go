package jax

import (
	"iter"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules/internal/rewrite"
	"github.com/neuronlint/neuronlint/rules/internal/words"
)

var cudnnAttention = &analyzer.Rule{
	Code:     "NRN832",
	Name:     "jax-cudnn-attention",
	Category: analyzer.CategoryKernel,
	Fix:      analyzer.Unsafe,
	Since:    "0.1.0",
	Doc: `Attention is computed by cuDNN.

## What breaks

jax.nn.dot_product_attention(implementation="cudnn") is lowered only for GPUs, and so
are the functions of jax._src.cudnn. Without the argument JAX uses the platform's own
implementation.

## Example

    y = jax.nn.dot_product_attention(q, k, v, implementation="cudnn")

## Use instead

    y = jax.nn.dot_product_attention(q, k, v, implementation="xla")

The fix is unsafe: on CUDA the other implementation is slower and keeps the whole
matrix of scores.

## When it is reported

- calls, and partial(jax.nn.dot_product_attention, implementation="cudnn"), as Flax takes
  it for attention_fn

## Source

JAX 0.6.2, jax/_src/nn/functions.py and jax/_src/cudnn/fused_attention_stablehlo.py.
`,
	Words: words.JAX,
	Run: onJAX(func(p *analyzer.Pass) {
		seen := map[place]bool{}
		for call, callee := range attentionCalls(p) {
			name, conf := p.Model.Name(callee)
			value := p.Tree.Keyword(call, "implementation")
			if p.Model.GuardedForNeuron(call) {
				continue
			}
			for _, v := range alternatives(p, value) {
				if text(p, v) == "cudnn" {
					reportAttention(p, v, name, conf)
				}
				if preset, ok := presetOf(p, v); ok && preset.Value.Kind == semantic.ConstantString && preset.Value.Text == "cudnn" {
					d := attentionByCuDNN(name, conf)
					d.Message += ", and is the default here"
					reportPreset(p, v, preset, seen, &d)
				}
			}
		}
		for _, i := range p.Model.Imports() {
			if strings.HasPrefix(imported(i), "jax._src.cudnn.") {
				reportAttention(p, i.NameNode, imported(i), analyzer.Certain)
			}
		}
	}),
}

// attentionCalls yields the calls of the function, and those that fix arguments of it
// for later: partial(jax.nn.dot_product_attention, implementation="cudnn").
func attentionCalls(p *analyzer.Pass) iter.Seq2[syntax.Node, syntax.Node] {
	const attention = "jax.nn.dot_product_attention"
	return func(yield func(call, callee syntax.Node) bool) {
		for call := range p.Model.CallsOf(attention) {
			if !yield(call, p.Tree.Callee(call)) {
				return
			}
		}
		for call := range p.Model.CallsOf("functools.partial") {
			fn := p.Tree.Arg(call, 0, "")
			if name, _ := p.Model.Name(fn); name == attention && !yield(call, fn) {
				return
			}
		}
	}
}

func reportAttention(p *analyzer.Pass, n syntax.Node, name string, conf analyzer.Confidence) {
	d := attentionByCuDNN(name, conf)
	d.Span = p.Tree.Span(n)
	if info, ok := p.Tree.String(n); ok && p.Tree.Kind(n) != syntax.KindIdentifier && !p.Tree.InError(n) {
		fix := analyzer.Fix{Title: "use the XLA implementation", Edits: []analyzer.Edit{rewrite.Edit(p, info.Content, "xla")}}
		fix.Take(analyzer.Doubtful("the XLA implementation may need more memory, and rounds differently"))
		d.Fixes = []analyzer.Fix{fix}
	}
	p.Report(d)
}

// attentionByCuDNN is the finding about it, wherever it is asked for.
func attentionByCuDNN(name string, conf analyzer.Confidence) analyzer.Diagnostic {
	return analyzer.Diagnostic{
		Message:    "attention by cuDNN may not run on Neuron: JAX lowers it for GPUs only",
		Help:       "use `implementation=\"xla\"`, or drop the argument",
		Severity:   analyzer.Warning,
		Confidence: conf,
		API:        name,
		Fact: opsdb.Ref{
			Evidence: opsdb.FromSource, SDK: "2.26-",
			Source: "jax-ml/jax@jax-v0.6.2:jax/_src/cudnn/fused_attention_stablehlo.py:1068",
		},
	}
}
