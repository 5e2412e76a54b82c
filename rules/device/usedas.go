package device

import (
	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// limitByObject lets a fix of a move be trusted as far as the moved object and its
// receiver are known.
func limitByObject(p *analyzer.Pass, call syntax.Node, conf analyzer.Confidence, fix *analyzer.Fix) {
	typ := p.Model.Type(p.Tree.Object(p.Tree.Callee(call)))
	known := typ.Confidence >= analyzer.Likely && typ.Kind != semantic.KindInstance
	if !known {
		known = usedAsTorch(p, call, fix)
	}
	if !known || conf < analyzer.Likely || !p.Model.ImportsAny("torch") && p.Model.TensorsOfProject() {
		fix.Limit(analyzer.Doubtful(unknownObject))
	}
	if overridesTo(p) {
		fix.Limit(analyzer.Doubtful("a class in this file defines its own `to`, which `.cuda()` does not call"))
	}
	fix.Limit(receiverTrust(p, call))
	fix.Limit(apart(p, call))
}

// usedAsTorch reports whether the use of a moved object shows a tensor or a module, if
// no class of the project has a method cuda.
func usedAsTorch(p *analyzer.Pass, call syntax.Node, fix *analyzer.Fix) bool {
	switch {
	case p.Model.UsedAsModule(p.Tree.Object(p.Tree.Callee(call))), p.Model.UsedAsTensor(call):
		fix.Shared = append(fix.Shared, semantic.OwnCUDA)
	case p.Model.MovedAsTorch(call):
		fix.Shared = append(fix.Shared, "."+semantic.OwnCUDA)
	default:
		return false
	}
	return true
}
