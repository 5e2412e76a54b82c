package graph

import (
	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// fillsHost reports whether an assignment stores a tensor of the device in part of one
// that is made on the host, which copies it there: means = torch.zeros(3); means[i] =
// x.mean().
func fillsHost(p *analyzer.Pass, assignment syntax.Node) bool {
	part := p.Tree.Child(assignment, syntax.FieldLeft)
	if p.Tree.Kind(part) != syntax.KindSubscript {
		return false
	}
	store := p.Tree.Child(part, syntax.FieldValue)
	t := p.Model.Type(store)
	return t.Kind == semantic.KindTensor && t.Confidence >= analyzer.Likely && p.Model.OnHost(store) &&
		isRead(p, p.Tree.Child(assignment, syntax.FieldRight))
}
