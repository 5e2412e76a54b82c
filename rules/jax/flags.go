package jax

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules/internal/environ"
	"github.com/neuronlint/neuronlint/rules/internal/rewrite"
	"github.com/neuronlint/neuronlint/rules/internal/words"
)

var gpuFlags = &analyzer.Rule{
	Code:     "NRN804",
	Name:     "xla-gpu-flags",
	Category: analyzer.CategoryEnvVar,
	Fix:      analyzer.Unsafe,
	Since:    "0.1.0",
	Doc: `XLA_FLAGS with flags of XLA's GPU compiler.

## What breaks

Programs for Neuron are compiled by neuronx-cc, so flags that begin with
--xla_gpu_ tune a compiler that has no part in it. Other flags (--xla_dump_to,
--xla_force_host_platform_device_count) are not reported.

## Example

    os.environ["XLA_FLAGS"] = "--xla_gpu_triton_gemm_any=True"

## Use instead

Options of neuronx-cc go into NEURON_CC_FLAGS; none corresponds to a flag of the
GPU compiler. The fix removes an assignment of such flags alone. It is unsafe,
because a child process may still want them.

## Source

AWS Neuron SDK 2.26, frameworks/jax/api-reference-guide/neuron-envvars.rst. That
the flags have no effect is inferred from who reads them.
`,
	Words: words.JAX,
	Run: onJAX(func(p *analyzer.Pass) {
		f := environ.New(p)
		for n := range p.Model.StringsWith(func(name string) bool { return name == "XLA_FLAGS" }) {
			if f.Holds(n) {
				reportFlags(p, f, n)
			}
		}
	}),
}

// reportFlags reports the first piece of text with a flag of the GPU compiler
// in what XLA_FLAGS is set to.
func reportFlags(p *analyzer.Pass, f *environ.Finder, n syntax.Node) {
	value := f.Value(n)
	if value == syntax.None || p.Model.Handled(n) {
		return
	}
	for part := range p.Tree.All(value) {
		if p.Tree.Kind(part) != syntax.KindString || !strings.Contains(p.Tree.Text(part), "--xla_gpu_") {
			continue
		}
		p.Report(analyzer.Diagnostic{
			Span:       p.Tree.Span(part),
			Message:    "`--xla_gpu_*` may have no effect on Neuron: it tunes XLA's GPU compiler",
			Help:       "options of neuronx-cc go into `NEURON_CC_FLAGS`",
			Severity:   analyzer.Info,
			Confidence: analyzer.Certain,
			Fact: opsdb.Ref{
				Evidence: opsdb.Inferred, SDK: "2.26-",
				Source: "aws-neuron-sdk@v2.26.1:frameworks/jax/api-reference-guide/neuron-envvars.rst:17",
			},
			Fixes: flagsFix(p, f, n, value),
		})
		return
	}
}

// flagsFix removes an assignment of nothing but flags of the GPU compiler.
func flagsFix(p *analyzer.Pass, f *environ.Finder, n, value syntax.Node) []analyzer.Fix {
	text, ok := p.Tree.StringValue(value)
	stmt := f.Setter(n)
	if !ok || stmt == syntax.None || p.Tree.InError(stmt) {
		return nil
	}
	for flag := range strings.FieldsSeq(text) {
		if !strings.HasPrefix(flag, "--xla_gpu_") {
			return nil
		}
	}
	return []analyzer.Fix{{Title: "remove the flags", Safety: analyzer.Unsafe, Edits: rewrite.DeleteStatement(p, stmt)}}
}
