package operators

import (
	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/opcall"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
)

// operations yields a @ b, a >> b and a ** b.
func operations(p *analyzer.Pass, judged func(api string) opsdb.Judgement) []use {
	var out []use
	for n := range p.Tree.OfKind(syntax.KindBinaryOperator) {
		call, ok := opcall.Operated(p.Model, n)
		if !ok || len(judged(call.API).Findings) == 0 {
			continue
		}
		u := use{Call: call, judgement: judged(call.API)}
		if operator := p.Tree.Operator(n); operator != "@" {
			u.through = operator
		}
		u.Confidence = min(u.Confidence, certainty(p, u))
		if !p.Model.OnHost(n) && !p.Model.GuardedForNeuron(n) {
			out = append(out, u)
		}
	}
	return out
}
