package device

import (
	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// usedAsTorch reports whether what is moved is a tensor or a module by its use, if no class
// of the project has a method cuda.
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
