package tensor

import (
	"cmp"

	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// PassedDType is the dtype of what a call of this file passes for a parameter, perhaps
// through further functions, or of what stands in for it: the first that shows; "" for
// what is no parameter, or where none shows.
func (m *Tensors) PassedDType(n syntax.Node) string {
	return cmp.Or(m.standInDType(n), m.passedDType(n, infer.MaxConstantDepth))
}

func (m *Tensors) passedDType(n syntax.Node, depth int) string {
	defs := m.ReachingDefs(n)
	if len(defs) != 1 || defs[0].Kind != infer.DefParam || depth == 0 {
		return ""
	}
	fn := m.Tree.EnclosingFunction(defs[0].Node)
	for i, call := range m.CallsByName(fn) {
		if i == infer.MaxPassed {
			break
		}
		if m.TargetOf(call) != fn {
			continue
		}
		arg := m.Tree.Unparen(m.PassedBy(call, fn, defs[0]))
		if dtype := cmp.Or(m.DType(arg), m.standInDType(arg)); dtype != "" {
			return dtype
		}
		if m.Tree.Kind(arg) == syntax.KindIdentifier {
			if dtype := m.passedDType(arg, depth-1); dtype != "" {
				return dtype
			}
		}
	}
	return ""
}
