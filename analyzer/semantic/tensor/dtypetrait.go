package tensor

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
)

// trait returns the dtype of the result of an operator, whose first tensor is input.
func (w *dtypeWalk) trait(n syntax.Node, operator string, input syntax.Node) string {
	rules := torchPromotion
	if strings.HasPrefix(operator, "jax.") {
		rules = jaxPromotion
	}
	return operands{m: w.m, of: w.of, rules: rules}.result(n, input, operator)
}

// operands answers for the dtypes of operands and of what comes of them.
type operands struct {
	m     *Tensors
	of    func(syntax.Node) string
	rules promotion
}

// result returns the dtype of the result of an operator, whose first tensor is input.
func (o operands) result(call, input syntax.Node, operator string) string {
	trait := o.m.DB.Trait(operator)
	if trait == (opsdb.Trait{}) {
		return ""
	}
	if o.given(call, input, trait.Unless) {
		return trait.Unless.DType
	}
	for a := range o.m.Tree.Args(call) {
		if c, ok := o.m.Constant(a.Value); ok && c.Kind == infer.ConstantDType {
			return c.Text // the operator is told the dtype
		}
	}
	if !trait.Promotes() {
		return trait.DType(o.of(input))
	}
	if common := o.common(call, input); common != "" {
		return trait.DType(common)
	}
	return ""
}

// given reports whether a call has an argument, other than None or False.
func (o operands) given(call, input syntax.Node, arg opsdb.Argument) bool {
	t, position := o.m.Tree, arg.Position
	if t.Object(t.Callee(call)) == input {
		position = max(position-1, -1) // a method has its first tensor before the arguments
	}
	if arg.Name == "" {
		return false
	}
	switch value := t.Arg(call, position, arg.Name); t.Kind(value) {
	case syntax.KindNoneLiteral, syntax.KindFalse:
		return false
	default:
		return value != syntax.None
	}
}

// common returns the dtype that a library promotes the operands of a call to.
func (o operands) common(call, input syntax.Node) string {
	c := combination{rules: o.rules}
	c.add(o.m.Type(input).Kind, o.of(input))
	for a := range o.m.Tree.Args(call) {
		if a.Value != input {
			c.add(o.m.Type(a.Value).Kind, o.of(a.Value))
		}
	}
	return c.dtype()
}
