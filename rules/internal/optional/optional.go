// Package optional tells code for packages that may not be installed.
package optional

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// Asked reports whether the program asks for a package before n: a test that is skipped
// without one for GPUs, or an if statement that asks for the package the words name.
func Asked(p *analyzer.Pass, n syntax.Node, words []string) bool {
	for c := n; c != syntax.Root; c = p.Tree.Parent(c) {
		parent := p.Tree.Parent(c)
		switch p.Tree.Kind(parent) {
		case syntax.KindDecorated:
			for _, d := range p.Tree.Decorators(parent) {
				if asks(p.Tree.Text(d), semantic.GPUPackages(), "require", "skip") {
					return true
				}
			}
		case syntax.KindIf, syntax.KindElif:
			cond := p.Tree.Child(parent, syntax.FieldCondition)
			if p.Tree.Field(c) == syntax.FieldConsequence && p.Tree.Kind(cond) != syntax.KindNotOperator &&
				asks(p.Tree.Text(cond), words, "available", "installed", "find_spec") {
				return true
			}
		}
	}
	return false
}

// asks reports whether a text has one of the words of a package and one of the words
// for asking.
func asks(text string, words []string, questions ...string) bool {
	text = strings.ToLower(text)
	return contains(text, words) && contains(text, questions)
}

func contains(text string, words []string) bool {
	for _, w := range words {
		if strings.Contains(text, w) {
			return true
		}
	}
	return false
}
