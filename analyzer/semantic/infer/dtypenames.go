package infer

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// castsToJAX reports whether a call casts an unknown object to a dtype taken from JAX, as
// code does with arrays of JAX: x.astype(jnp.float32).
func (m *Model) castsToJAX(call syntax.Node) bool {
	if !IsAsType(m.Tree, call) {
		return false
	}
	dtype, _ := m.Name(m.Tree.Arg(call, 0, "dtype"))
	return strings.HasPrefix(dtype, "jax.numpy.")
}

// IsAsType reports whether a call is x.astype(…).
func IsAsType(t *syntax.Tree, n syntax.Node) bool {
	callee := t.Callee(n)
	return t.Kind(n) == syntax.KindCall && t.Kind(callee) == syntax.KindAttribute && t.Text(t.AttrName(callee)) == "astype"
}
