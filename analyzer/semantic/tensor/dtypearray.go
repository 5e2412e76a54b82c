package tensor

import (
	"cmp"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// array returns the dtype that a JAX function or a method of an array yields, where the
// call shows it other than by dtype=.
func (w *dtypeWalk) array(n syntax.Node, name string) string {
	t := w.m.Tree
	if infer.IsAsType(t, n) {
		return w.named(t.Arg(n, 0, "dtype"))
	}
	if obj, method := w.m.MethodCall(n); w.m.Type(obj).Kind == infer.KindArray {
		if array := infer.ChangedArray(t, obj); array != syntax.None {
			return w.of(array)
		}
		return w.trait(n, "jax.numpy."+functionOf(method), obj)
	}
	api, ok := strings.CutPrefix(name, "jax.numpy.")
	if !ok {
		return w.lax(n, name)
	}
	if dtype := w.m.DB.DTypeName("numpy." + api); dtype != "" {
		return dtype // jnp.int32(x)
	}
	if at, ok := dtypePosition(api); ok {
		if dtype := w.named(t.Arg(n, at, "")); dtype != "" {
			return dtype
		}
	}
	switch api {
	case "arange":
		if w.literal(n, api) != "" {
			return "int32" // int64 only if the program asks for 64 bits
		}
	case "asarray", "array", "zeros_like", "ones_like", "full_like", "reshape", "transpose", "expand_dims", "squeeze", "broadcast_to":
		if t.Keyword(n, "dtype") == syntax.None {
			if integers(t, t.Arg(n, 0, ""), 0) {
				return "int32"
			}
			return cmp.Or(w.of(t.Arg(n, 0, "")), w.comparison(t.Arg(n, 0, "")))
		}
	}
	return cmp.Or(w.several(n, api), w.trait(n, name, t.Arg(n, 0, "")))
}

// named returns the dtype that an argument names, as a dtype or, as NumPy allows, as a
// string.
func (w *dtypeWalk) named(n syntax.Node) string {
	switch c, _ := w.m.Constant(n); c.Kind {
	case infer.ConstantDType:
		return c.Text
	case infer.ConstantString:
		return w.m.DB.DTypeName("numpy." + c.Text)
	}
	if t := w.m.Tree; t.Kind(n) == syntax.KindAttribute && t.Text(t.AttrName(n)) == "dtype" {
		return w.of(t.Object(n)) // the dtype of another array
	}
	return w.python(n)
}

// dtypePosition returns the position of the dtype argument in a function of jax.numpy.
func dtypePosition(api string) (int, bool) {
	switch api {
	case "zeros", "ones", "empty", "array", "asarray", "zeros_like", "ones_like", "empty_like":
		return 1, true
	case "full", "full_like":
		return 2, true
	case "arange", "eye":
		return 3, true
	}
	return 0, false
}
