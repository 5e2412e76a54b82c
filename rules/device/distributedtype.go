package device

import (
	"bytes"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules/internal/rewrite"
)

// testDistributedType reports where a program asks Accelerate whether it runs on
// several GPUs: accelerator.distributed_type == DistributedType.MULTI_GPU.
func testDistributedType(p *analyzer.Pass) {
	if !p.Model.TextHas("MULTI_GPU") {
		return
	}
	for _, n := range p.Model.Named(isMultiGPU) {
		name, confidence := p.Model.Name(n)
		cmp, negated := comparedIn(p, n)
		if cmp == syntax.None || namesNeuron(p, cmp) || p.Model.GuardedForNeuron(cmp) {
			continue
		}
		effect := missed(p, cmp, negated)
		p.Report(analyzer.Diagnostic{
			Span:       p.Tree.Span(n),
			Message:    "`" + rewrite.Code(p, n) + "` is Accelerate's name for several GPUs, never for NeuronCores: " + effect.text,
			Help:       "test for `XLA` with torch-xla, and for `MULTI_NEURON` in versions of Accelerate that have it",
			Severity:   effect.severity,
			Confidence: confidence,
			API:        name,
			Fact: opsdb.Ref{
				Evidence: opsdb.FromSource,
				Source:   "huggingface/accelerate@v1.7.0:src/accelerate/state.py:753 ; huggingface/accelerate@16cb6eb8:src/accelerate/state.py:798",
			},
		})
	}
}

func isMultiGPU(name string) bool {
	return strings.HasPrefix(name, "accelerate.") && strings.HasSuffix(name, "DistributedType.MULTI_GPU")
}

// comparedIn is the comparison in which a value is an operand, by itself or as one of
// several.
func comparedIn(p *analyzer.Pass, n syntax.Node) (cmp syntax.Node, negated bool) {
	parent := p.Tree.Parent(n)
	switch p.Tree.Kind(parent) {
	case syntax.KindTuple, syntax.KindList, syntax.KindSet:
		parent = p.Tree.Parent(parent)
	}
	if p.Tree.Kind(parent) != syntax.KindComparison {
		return syntax.None, false
	}
	_, ops := p.Tree.Comparison(parent)
	return parent, len(ops) == 1 && (ops[0] == "!=" || ops[0] == "is not" || ops[0] == "not in")
}

// namesNeuron reports whether a comparison asks for NeuronCores too.
func namesNeuron(p *analyzer.Pass, cmp syntax.Node) bool {
	text := p.Tree.Bytes(cmp)
	return bytes.Contains(text, []byte("XLA")) || bytes.Contains(text, []byte("NEURON"))
}
