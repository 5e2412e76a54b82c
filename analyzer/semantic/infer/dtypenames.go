package infer

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// CastDType is the dtype that a conversion method is named after.
func CastDType(method string) string {
	switch method {
	case "long":
		return "int64"
	case "int":
		return "int32"
	case "short":
		return "int16"
	case "byte":
		return "uint8"
	case "char":
		return "int8"
	case "float":
		return "float32"
	case "double":
		return "float64"
	case "half":
		return "float16"
	case "bool", "bfloat16":
		return method
	case "cfloat":
		return "complex64"
	case "cdouble":
		return "complex128"
	}
	return ""
}

// DTypeName is the name in torch of a dtype of torch, numpy or jax.numpy; "" if
// the qualified name is none.
func DTypeName(name string) string {
	dot := strings.LastIndexByte(name, '.')
	if dot < 0 {
		return ""
	}
	pkg, base := name[:dot], name[dot+1:]
	switch pkg {
	case "torch":
		if dtype := CastDType(base); dtype != "" {
			return dtype
		}
	case "numpy", "jax.numpy":
	default:
		return ""
	}
	switch base {
	case "float16", "float32", "float64", "bfloat16", "int8", "int16", "int32", "int64", "uint8", "uint16",
		"uint32", "uint64", "complex32", "complex64", "complex128", "bool", "float8_e4m3fn", "float8_e5m2",
		"float8_e4m3fnuz", "float8_e5m2fnuz":
		return base
	case "bool_":
		return "bool"
	}
	return ""
}

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
