package opcall

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// Product reads a @ b of tensors or of arrays of JAX as the function that
// multiplies them.
func Product(m *semantic.Model, n syntax.Node) (Call, bool) {
	if m.Tree.Operator(n) != "@" {
		return Call{}, false
	}
	t := m.Type(n)
	c := Call{Node: n, At: n, Tensor: m.Tree.Child(n, syntax.FieldLeft), Confidence: t.Confidence}
	switch t.Kind {
	case semantic.KindTensor:
		c.API = "torch.matmul"
	case semantic.KindArray:
		c.API = "jax.numpy.matmul"
	default:
		return Call{}, false
	}
	return c, true
}

// factors are the two operands of a product of JAX, which takes integers with
// floating point and computes in the latter; ok is false for other calls.
func (e environment) factors() (a, b syntax.Node, ok bool) {
	if e.m.Tree.Kind(e.call.Node) == syntax.KindBinaryOperator {
		return e.call.Tensor, e.m.Tree.Child(e.call.Node, syntax.FieldRight), strings.HasPrefix(e.call.API, "jax.")
	}
	first := 0
	switch e.call.API {
	case "jax.numpy.einsum":
		first = 1
	case "jax.numpy.dot", "jax.numpy.matmul", "jax.numpy.tensordot", "jax.numpy.vdot", "jax.numpy.vecdot", "jax.numpy.inner",
		"jax.lax.dot", "jax.lax.dot_general", "jax.lax.batch_matmul":
	default:
		return syntax.None, syntax.None, false
	}
	return e.m.Tree.Arg(e.call.Node, first, ""), e.m.Tree.Arg(e.call.Node, first+1, ""), true
}

// isInteger reports whether a dtype is one of whole numbers.
func isInteger(dtype string) bool {
	return strings.HasPrefix(strings.TrimPrefix(dtype, "u"), "int")
}
