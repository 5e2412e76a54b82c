// Package device holds the rules about where tensors and modules are placed:
// device strings and how they flow, .cuda(), ordinals, tests for CUDA, and the
// guards that keep code from running where there is no CUDA (NRN1xx).
package device

import (
	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/opsdb"
)

// Rules are the rules of this family, sorted by code.
func Rules() []*analyzer.Rule {
	return []*analyzer.Rule{
		deviceLiteral, ifAvailable, cudaMethod, deviceOrdinal, tensorType,
		isCUDA, deviceTest, mapLocation,
		guardedPlacement, guardedSync, cudaAssertion, cudaGuard, skippedTest, staleOptimizer,
	}
}

// fact is the row for the replacement of an API under the pass's rewrite.
func fact(p *analyzer.Pass, api string) opsdb.Ref {
	r, _ := p.DB.Replacement(api, p.Target.Rewrite)
	return r.Ref
}

// requires is the requirement of every fix that writes the native device.
func requires(p *analyzer.Pass) analyzer.Requires {
	if p.Target.Rewrite == opsdb.RewriteNeuron {
		return analyzer.Requires{Stack: "native", SDK: "2.27-"}
	}
	return analyzer.Requires{Stack: p.Target.Rewrite.Stack()}
}
