package operators

import (
	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/opcall"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb/cond"
)

// reportMasks reports tensors that are indexed by a mask, to read or to assign.
func reportMasks(p *analyzer.Pass) {
	for n := range p.Tree.OfKind(syntax.KindSubscript) {
		call, ok := opcall.MaskedSubscript(p.Model, n)
		if !ok {
			continue
		}
		u := use{Call: call, judgement: p.DB.Judge(call.API, p.Target)}
		if u.Confidence = certainty(p, u); u.Confidence == analyzer.Possible {
			continue
		}
		if f, ok := choose(p, u); ok && f.Holds == cond.True && !p.Model.OnHost(u.Tensor) {
			report(p, u, f)
		}
	}
}
