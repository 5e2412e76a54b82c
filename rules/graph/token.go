package graph

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/rules/internal/reach"
)

// readsToken reports whether a call reads the token that a sampler has drawn from the
// scores of a model, in a function that something else calls for every token: the loop
// of a server stands in another file than its step. self.sampler(logits,
// temperatures).tolist().
func readsToken(p *analyzer.Pass, n syntax.Node) bool {
	fn := p.Tree.EnclosingFunction(n)
	if p.Tree.Kind(fn) != syntax.KindFunction || reach.InTestFile(p) || occasional(p, n) || reach.Around(p.Tree, n) != fn {
		return false
	}
	if p.Model.Region(n) != semantic.RegionOther || p.Tree.Kind(n) != syntax.KindCall || p.Tree.Kind(p.Tree.Callee(n)) != syntax.KindAttribute {
		return false
	}
	token := p.Tree.Unparen(p.Tree.Object(p.Tree.Callee(n)))
	if defs := p.Model.ReachingDefs(token); p.Tree.Kind(token) == syntax.KindIdentifier && len(defs) == 1 && defs[0].Kind == semantic.DefAssign {
		token = p.Tree.Unparen(defs[0].Value)
	}
	return p.Tree.Kind(token) == syntax.KindCall && samplesScores(p, token)
}

// samplesScores reports whether a call hands scores to an object named like a sampler.
func samplesScores(p *analyzer.Pass, call syntax.Node) bool {
	callee := p.Tree.Callee(call)
	if p.Tree.Kind(callee) == syntax.KindAttribute {
		callee = p.Tree.AttrName(callee)
	}
	name := strings.TrimLeft(strings.ToLower(p.Tree.Text(callee)), "_")
	if !strings.HasPrefix(name, "sample") {
		return false
	}
	for a := range p.Tree.Args(call) {
		if text := strings.ToLower(p.Tree.Text(a.Value)); strings.Contains(text, "logits") || strings.Contains(text, "probs") {
			return true
		}
	}
	return false
}
