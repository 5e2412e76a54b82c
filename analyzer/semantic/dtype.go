package semantic

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// DType is the name of the dtype that a tensor has, "int64", where the text
// shows it; "" where it does not. A complex number is taken to be complex64,
// unless the text says otherwise.
func (m *Model) DType(n syntax.Node) string {
	w := dtypeWalk{m: m, seen: make(map[syntax.Node]bool)}
	return w.of(n)
}

// dtypeWalk follows an expression to where its dtype is decided. A node that is
// met again, x in `x = x.view(-1)` inside a loop, adds nothing.
type dtypeWalk struct {
	m    *Model
	seen map[syntax.Node]bool
}

// maxDTypeSteps bounds the nodes that one question looks at.
const maxDTypeSteps = 200

func (w *dtypeWalk) of(n syntax.Node) string {
	t := w.m.Tree
	n = t.Unparen(n)
	if n == syntax.None || w.seen[n] || len(w.seen) > maxDTypeSteps {
		return ""
	}
	w.seen[n] = true
	switch t.Kind(n) {
	case syntax.KindIdentifier:
		return w.name(n)
	case syntax.KindCall:
		return w.call(n)
	case syntax.KindComparison:
		if w.m.Type(n).Kind == KindTensor {
			return "bool"
		}
	case syntax.KindSubscript:
		return w.of(t.Child(n, syntax.FieldValue))
	case syntax.KindAttribute:
		switch t.Text(t.AttrName(n)) {
		case "T", "mT", "H", "data":
			return w.of(t.Object(n))
		}
	case syntax.KindUnaryOperator:
		return w.of(t.Child(n, syntax.FieldArgument))
	case syntax.KindBinaryOperator:
		return w.binary(n)
	case syntax.KindNamedExpression:
		return w.of(t.Child(n, syntax.FieldValue))
	}
	return ""
}

// name joins what is bound to a variable.
func (w *dtypeWalk) name(n syntax.Node) string {
	out := ""
	defs := w.m.Reaching(n)
	if len(defs) == 1 && defs[0].Kind == DefParam {
		return w.annotated(defs[0].Node)
	}
	for i, d := range defs {
		if d.Kind != DefAssign || i >= maxReaching || !w.holdsNumbers(d.Value) {
			return ""
		}
		dtype := w.of(d.Value)
		if dtype == "" || i > 0 && dtype != out {
			return ""
		}
		out = dtype
	}
	return out
}

// holdsNumbers reports whether an expression is a tensor or an array.
func (w *dtypeWalk) holdsNumbers(n syntax.Node) bool {
	kind := w.m.Type(n).Kind
	return kind == KindTensor || kind == KindArray || isAsType(w.m.Tree, w.m.Tree.Unparen(n))
}

// binary knows masks that are combined, and what is complex stays complex.
func (w *dtypeWalk) binary(n syntax.Node) string {
	l, r := w.of(w.m.Tree.Child(n, syntax.FieldLeft)), w.of(w.m.Tree.Child(n, syntax.FieldRight))
	switch op := w.m.Tree.Operator(n); {
	case strings.HasPrefix(l, "complex") && op != "==":
		return l
	case strings.HasPrefix(r, "complex"):
		return r
	case l == r && op != "/":
		return l
	}
	return ""
}

// call is the dtype of what a call yields.
func (w *dtypeWalk) call(n syntax.Node) string {
	t := w.m.Tree
	if arg := t.Keyword(n, "dtype"); arg != syntax.None {
		c, _ := w.m.Constant(arg)
		return c.Text
	}
	name, conf := w.m.CallName(n)
	obj, method := w.m.method(n)
	if strings.HasPrefix(name, "jax.") || isAsType(t, n) || name == "" && w.m.Type(obj).Kind == KindArray {
		return w.array(n, name)
	}
	api, tensor := strings.CutPrefix(name, "torch.Tensor.")
	if !tensor {
		api = strings.TrimPrefix(name, "torch.")
		if conf < Likely || api == name {
			return ""
		}
		obj = t.Arg(n, 0, "input")
	} else if conf < Likely {
		return ""
	}
	if dtype := castDType(method); tensor && dtype != "" {
		return dtype
	}
	if tensor && (api == "to" || api == "type") {
		return w.cast(n, obj)
	}
	return w.made(n, api, obj)
}

// made is the dtype of what a function of torch makes of its input.
func (w *dtypeWalk) made(n syntax.Node, api string, input syntax.Node) string {
	switch {
	case resultDType(api) != "":
		return resultDType(api)
	case keepsDType(api):
		return w.of(input)
	case api == "where":
		if chosen := w.of(w.m.Tree.Arg(n, 1, "input")); chosen == w.of(w.m.Tree.Arg(n, 2, "other")) {
			return chosen
		}
	case api == "arange", api == "tensor", api == "full":
		return w.literal(n, api)
	}
	return ""
}

// cast is the dtype of x.to(…) and x.type(…): the one that is named, or that of
// x where a device is named.
func (w *dtypeWalk) cast(n, obj syntax.Node) string {
	for a := range w.m.Tree.Args(n) {
		if a.Splat != 0 {
			return ""
		}
		if c, ok := w.m.Constant(a.Value); ok && c.Kind == ConstantDType {
			return c.Text
		}
	}
	first := w.m.Tree.Arg(n, 0, "device")
	if k := w.m.Type(first).Kind; k == KindDevice || k == KindString {
		return w.of(obj)
	}
	return ""
}

// literal is the dtype that a factory gives to the numbers passed to it.
func (w *dtypeWalk) literal(n syntax.Node, api string) string {
	if api == "full" {
		if w.m.Tree.Kind(w.m.Tree.Arg(n, 1, "fill_value")) == syntax.KindInteger {
			return "int64"
		}
		return ""
	}
	whole := true
	for a := range w.m.Tree.Args(n) {
		if a.Name != syntax.None || a.Splat != 0 {
			continue
		}
		if k := w.m.Tree.Kind(w.firstItem(a.Value)); k != syntax.KindInteger {
			whole = false
		}
	}
	if positional, _, splat := w.m.Tree.ArgCount(n); !whole || splat || positional == 0 {
		return ""
	}
	return "int64"
}

// firstItem goes into lists to their first number.
func (w *dtypeWalk) firstItem(n syntax.Node) syntax.Node {
	for k := w.m.Tree.Kind(n); k == syntax.KindList || k == syntax.KindTuple; k = w.m.Tree.Kind(n) {
		n = w.m.Tree.First(n)
	}
	return n
}

// castDType is the dtype that a conversion method is named after.
func castDType(method string) string {
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

// resultDType is the dtype that an operator's result has whatever it is given.
func resultDType(api string) string {
	switch strings.TrimSuffix(api, "_") {
	case "argmax", "argmin", "argsort", "nonzero", "bincount", "randperm", "randint", "searchsorted", "bucketize":
		return "int64"
	case "eq", "ne", "lt", "le", "gt", "ge", "less", "greater", "isnan", "isinf", "isfinite", "isclose",
		"isposinf", "isneginf", "isreal", "isin", "signbit", "all", "any",
		"logical_and", "logical_or", "logical_not", "logical_xor":
		return "bool"
	case "complex", "polar", "view_as_complex", "fft.fft", "fft.fft2", "fft.fftn", "fft.ifft", "fft.ifft2",
		"fft.ifftn", "fft.rfft", "fft.rfft2", "fft.rfftn":
		return "complex64"
	}
	return ""
}

// keepsDType names operators that move data, or make new tensors after it, and
// leave its type as it is.
func keepsDType(api string) bool {
	switch api {
	case "view", "reshape", "permute", "transpose", "unsqueeze", "squeeze", "contiguous", "clone", "detach",
		"flatten", "expand", "repeat", "cuda", "cpu", "t", "flip", "roll", "neg", "abs", "gather", "index_select",
		"narrow", "movedim", "requires_grad_", "clamp", "fft.fftshift", "fft.ifftshift", "conj", "unflatten",
		"zeros_like", "ones_like", "empty_like", "full_like", "rand_like", "randn_like", "randint_like",
		"new_zeros", "new_ones", "new_empty", "new_full":
		return true
	}
	return false
}

// dtypeName is the name in torch of a dtype of torch, numpy or jax.numpy; "" if
// the qualified name is none.
func dtypeName(name string) string {
	dot := strings.LastIndexByte(name, '.')
	if dot < 0 {
		return ""
	}
	pkg, base := name[:dot], name[dot+1:]
	switch pkg {
	case "torch":
		if dtype := castDType(base); dtype != "" {
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
