package tensor

import (
	"cmp"

	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// PassedDType returns the dtype of a parameter's replacement for None or else of the
// argument that a call of this file passes for it, perhaps through further functions. The
// first one seen counts; "" if there is none, or n is no parameter.
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
