package tensor

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
)

// trait returns the dtype that the result of an operator has of its first tensor.
func (w *dtypeWalk) trait(n syntax.Node, operator string, input syntax.Node) string {
	t := w.m.DB.Trait(operator)
	if t == (opsdb.Trait{}) {
		return ""
	}
	for a := range w.m.Tree.Args(n) {
		if c, ok := w.m.Constant(a.Value); ok && c.Kind == infer.ConstantDType {
			return c.Text // the operator is told the dtype
		}
	}
	if first := w.of(input); !t.Promotes() {
		return t.DType(first)
	} else if w.joins(n, input, first) {
		return first
	}
	return ""
}

// joins reports whether the other operands leave a dtype as it is: numbers of its own kind
// or below, and tensors of the same dtype.
func (w *dtypeWalk) joins(call, input syntax.Node, first string) bool {
	for a := range w.m.Tree.Args(call) {
		if a.Value == input {
			continue
		}
		switch w.m.Type(a.Value).Kind {
		case infer.KindFloat:
			if !strings.Contains(first, "float") {
				return false
			}
		case infer.KindInt:
			if first == "bool" {
				return false
			}
		default:
			if w.of(a.Value) != first {
				return false
			}
		}
	}
	return first != ""
}
