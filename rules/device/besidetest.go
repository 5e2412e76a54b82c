package device

import (
	"slices"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/rules/internal/rewrite"
)

// besideTest rewrites the queries of CUDA that stand in the same condition as
// the test; whole is false if one has no counterpart, or if the condition
// chooses an implementation for CUDA by name (`impl == "cuda"`), since half a
// condition must not change.
func besideTest(p *analyzer.Pass, c *semantic.Compare) (edits []analyzer.Edit, whole bool) {
	top := p.Model.Condition(c.Node)
	if top == c.Node {
		return nil, true
	}
	type key struct{}
	type edited struct {
		edits []analyzer.Edit
		whole bool
	}
	e := analyzer.Each(p, key{}, top, func() (e edited) {
		e.edits, e.whole = besideTests(p, top)
		return e
	})
	return slices.Clip(e.edits), e.whole
}

// besideTests rewrites the queries of CUDA in a condition.
func besideTests(p *analyzer.Pass, top syntax.Node) (edits []analyzer.Edit, whole bool) {
	for n := range p.Tree.All(top) {
		switch p.Tree.Kind(n) {
		case syntax.KindCall:
			if name, _ := p.Model.CallName(n); semantic.IsQuery(name) {
				e, _ := rewrite.Query(p, n)
				if e == nil {
					return nil, false
				}
				edits = append(edits, e...)
			}
		case syntax.KindString:
			if v, ok := p.Tree.StringValue(n); ok && v == "cuda" && !p.Model.IsCompared(n) {
				return nil, false
			}
		}
	}
	return edits, true
}
