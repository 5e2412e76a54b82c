package cudaapi

import (
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules/internal/rewrite"
)

// saysCUDA reports whether a text speaks of CUDA, and is not a device or a name.
func saysCUDA(text string) bool {
	text = strings.ToLower(text)
	return strings.Contains(text, "cuda") && strings.ContainsAny(text, " _")
}

// reportErrorTexts reports handlers that recognise the errors of CUDA by their text: if
// "CUDA out of memory" in str(e). Errors of Neuron have other texts, and are handled as
// if they were something else.
func reportErrorTexts(p *analyzer.Pass) {
	for lit := range p.Model.StringsWith(saysCUDA) {
		if !readsCaught(p, lit) || p.Model.GuardedForNeuron(lit) {
			continue
		}
		p.Report(analyzer.Diagnostic{
			Category:   analyzer.CategoryMemory,
			Span:       p.Tree.Span(lit),
			Message:    rewrite.Code(p, lit) + " is the text of a CUDA error, which no error on Neuron has",
			Help:       "test the class of the error (`torch.OutOfMemoryError`), or look for the text that Neuron gives it",
			Severity:   analyzer.Info,
			Confidence: analyzer.Likely,
			Fact: opsdb.Ref{
				Evidence: opsdb.Inferred,
				Source:   "huggingface/accelerate@v1.7.0:src/accelerate/utils/memory.py:109",
			},
		})
	}
}

// readsCaught reports whether a text is searched for in an exception that the handler
// around it has caught.
func readsCaught(p *analyzer.Pass, lit syntax.Node) bool {
	looked := syntax.None
	switch parent := p.Tree.Parent(lit); p.Tree.Kind(parent) {
	case syntax.KindComparison:
		if operands, ops := p.Tree.Comparison(parent); len(ops) == 1 && strings.HasSuffix(ops[0], "in") && operands[0] == lit {
			looked = operands[1]
		}
	case syntax.KindArgumentList:
		callee := p.Tree.Callee(p.Tree.Parent(parent))
		if name := p.Tree.AttrName(callee); name != syntax.None && p.Tree.Text(name) == "startswith" {
			looked = p.Tree.Object(callee)
		}
	}
	if looked == syntax.None {
		return false
	}
	for n := range p.Tree.All(looked) {
		caught := func(d semantic.Def) bool { return d.Kind == semantic.DefExcept }
		if p.Tree.Kind(n) == syntax.KindIdentifier && slices.ContainsFunc(p.Model.ReachingDefs(n), caught) {
			return true
		}
	}
	return false
}
