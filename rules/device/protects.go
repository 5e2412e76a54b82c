package device

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/rules/internal/rewrite"
)

// protects is the CUDA library whose use an assertion prevents where CUDA is missing:
// its message names it, as in "CUDA required for APEX optimizers". To let Neuron
// through would only move the failure.
func protects(p *analyzer.Pass, g *semantic.Guard) string {
	if g.Kind != semantic.GuardAssertion {
		return ""
	}
	said := g.Node
	if body := p.Tree.Child(g.Node, syntax.FieldConsequence); body != syntax.None {
		said = body
	}
	for n := range p.Tree.All(said) {
		text, ok := p.Tree.StringValue(n)
		if !ok || p.Tree.Kind(n) != syntax.KindString {
			continue
		}
		words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
			return r != '_' && r != '-' && (r < 'a' || r > 'z') && (r < '0' || r > '9')
		})
		for _, lib := range p.DB.CUDAOnlyPackages() {
			if lib == "cuda" || lib == "nvidia" {
				continue // packages, but in a sentence they are the needs of the whole program
			}
			for _, word := range words {
				if strings.ReplaceAll(word, "-", "_") == lib {
					return lib
				}
			}
		}
	}
	return ""
}

// reportProtected reports that an assertion is right, and names the library it
// protects.
func reportProtected(p *analyzer.Pass, atom syntax.Node, lib string) {
	p.Report(analyzer.Diagnostic{
		Span:       p.Tree.Span(atom),
		Message:    "`" + rewrite.Code(p, atom) + "` " + answer(p, atom) + " on Neuron: " + "the check is for " + lib + ", which Neuron does not have",
		Help:       "leave it; on Neuron, choose an option that does not need " + lib,
		Severity:   analyzer.Info,
		Confidence: analyzer.Certain,
		API:        queryName(p, atom),
		Fact:       fact(p, "torch.cuda.is_available"),
		Related:    guardPlaces(p, atom),
	})
}
