package opcall

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// Operated reads a @ b, a >> b and a ** b of tensors or of arrays of JAX as the function
// that computes them.
func Operated(m *semantic.Model, n syntax.Node) (Call, bool) {
	tensors, arrays := operating(m.Tree.Operator(n))
	if tensors == "" {
		return Call{}, false
	}
	t := m.Type(n)
	c := Call{Node: n, At: n, Tensor: m.Tree.Child(n, syntax.FieldLeft), Confidence: t.Confidence}
	switch t.Kind {
	case semantic.KindTensor:
		c.API = tensors
	case semantic.KindArray:
		c.API = arrays
	default:
		return Call{}, false
	}
	return c, true
}

// operating names the functions of tensors and of arrays behind a binary operator.
func operating(operator string) (tensors, arrays string) {
	switch operator {
	case "@":
		return "torch.matmul", "jax.numpy.matmul"
	case ">>":
		return "torch.Tensor.__rshift__", "jax.numpy.right_shift"
	case "**":
		return "torch.pow", "jax.numpy.power"
	}
	return "", ""
}

// Factors returns the operands of a product of JAX or Haliax; ok is false for other
// calls. Operands passed by a star are unknown, and there are no factors then.
func Factors(m *semantic.Model, n syntax.Node, api string) (factors []syntax.Node, ok bool) {
	if m.Tree.Kind(n) == syntax.KindBinaryOperator {
		return []syntax.Node{m.Tree.Child(n, syntax.FieldLeft), m.Tree.Child(n, syntax.FieldRight)}, strings.HasPrefix(api, "jax.")
	}
	switch api {
	case "jax.numpy.einsum", "haliax.einsum":
		return terms(m, n, 1), true
	case "haliax.dot":
		return terms(m, n, 0), true
	case "jax.Array.dot":
		obj := m.Tree.Object(m.Tree.Callee(n))
		return []syntax.Node{obj, m.Tree.Arg(n, 0, "b")}, true
	case "jax.numpy.dot", "jax.numpy.matmul", "jax.numpy.tensordot", "jax.numpy.vdot", "jax.numpy.vecdot", "jax.numpy.inner",
		"jax.numpy.matvec", "jax.numpy.vecmat", "jax.numpy.linalg.matmul", "jax.numpy.linalg.tensordot", "jax.numpy.linalg.vecdot",
		"jax.lax.dot", "jax.lax.dot_general", "jax.lax.batch_matmul":
		return []syntax.Node{m.Tree.Arg(n, 0, ""), m.Tree.Arg(n, 1, "")}, true
	}
	return nil, false
}

// terms returns the arguments of einsum behind the equation; several are multiplied.
func terms(m *semantic.Model, call syntax.Node, first int) []syntax.Node {
	var out []syntax.Node
	for a := range m.Tree.Args(call) {
		if a.Splat != 0 {
			return nil
		}
		if a.Name == syntax.None {
			out = append(out, a.Value)
		}
	}
	if len(out) < first+2 {
		return nil
	}
	return out[first:]
}

// ofFactors is the dtype in which JAX multiplies factors: it takes integers with
// floating point and computes in the latter, and in integers if all of them are.
func ofFactors(m *semantic.Model, factors []syntax.Node) string {
	out := ""
	for i, f := range factors {
		dtype := m.DType(f)
		if i > 0 && dtype != out && (!IsInteger(dtype) || !IsInteger(out)) {
			return ""
		}
		out = dtype
	}
	return out
}

// IsInteger reports whether a dtype is an integer type.
func IsInteger(dtype string) bool {
	return strings.HasPrefix(strings.TrimPrefix(dtype, "u"), "int")
}
