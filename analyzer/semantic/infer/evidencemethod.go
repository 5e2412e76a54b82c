package infer

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// calling is the way a method is called, as far as it reveals the sort of its object.
type calling uint8

const (
	bare    calling = 1 << iota // without any argument
	ints                        // an integer, or a list of them, comes first
	one                         // one positional argument
	several                     // two or more
	many                        // three or more, or a star
	used                        // its result is used
	torch                       // a keyword that only a tensor's method takes
)

// method returns the sorts that can have a method called as in call: x.unsqueeze(0).
func (e *evidence) method(call syntax.Node, name string, steps int) receivers {
	if _, ok := e.m.DB.Returns("torch.Tensor." + name); !ok {
		return anything &^ tensors
	}
	if e.m.OwnMember(name) {
		return anything
	}
	if name == "split" && e.isText(e.m.Tree.Arg(call, 0, "")) {
		return texts | others
	}
	who := tensors | e.sharing(call, name)
	if keepsSort(name) && steps > 0 && e.climb(call, steps-1)&modules == 0 {
		who &^= modules // net.float() is still a module, and nobody multiplies one
	}
	if who != tensors && (who&(modules|others) == 0 || keepsSort(name)) && e.becomesTensor(call, steps) {
		return tensors
	}
	return who
}

// keepsSort reports whether a method yields an object of the same sort for every sort
// that has it. Methods of arrays yield arrays, and those of tables tables, without being
// listed here.
func keepsSort(name string) bool {
	switch name {
	case "clone", "add", "sub":
		return true
	}
	return movers(name) != 0
}

// sharing returns the sorts beside tensors that also have a method, and accept the
// arguments of this call.
func (e *evidence) sharing(call syntax.Node, name string) receivers {
	who, unless, left := sharers(name)
	if who == 0 {
		return 0
	}
	how := e.calling(call)
	if how&torch != 0 && movers(name) == 0 {
		return who & frames // xarray has dimensions, polars sorts descending
	}
	if how&unless != 0 {
		return left
	}
	switch name {
	case "view":
		if e.mentionsShape(call) {
			return 0
		}
	case "transpose":
		if e.transposes(call) {
			return 0
		}
	case "size":
		if e.isGroup(e.m.Tree.Object(e.m.Tree.Callee(call))) {
			return who
		}
		switch {
		case how&ints != 0:
			return 0
		case how&bare != 0:
			return who & frames // of groups of rows
		}
	}
	return who
}

// sharers returns the sorts beside tensors that have a method of a tensor: who has a
// method of that name; left remains of them if it is called in one of the ways in unless.
// No other sort has a method that is not listed.
func sharers(name string) (who receivers, unless calling, left receivers) {
	switch name {
	case "reshape", "squeeze", "ravel", "swapaxes", "nonzero", "argmax", "argmin", "argsort", "cumsum", "cumprod", "diagonal", "clip", "prod":
		return arrays | frames, 0, 0
	case "all", "any", "max", "min", "mean", "sum", "std", "var", "dot", "item", "tolist", "conj", "round":
		return arrays | frames, 0, 0
	case "take", "put", "trace", "transpose":
		return arrays | frames | others, 0, 0
	case "repeat":
		return arrays | frames | others, many, 0
	case "flatten":
		return arrays | modules | others, ints, 0
	case "view":
		return arrays | others, ints | several | many, 0
	case "sort":
		return arrays | frames | containers | others, ints, arrays
	case "size":
		return frames | others, 0, 0
	case "mul", "div", "pow", "eq", "ne", "lt", "le", "gt", "ge", "divide", "multiply", "subtract", "median", "quantile", "abs", "clamp":
		return frames, 0, 0
	case "mode", "diff", "where", "unique", "rename", "corr", "cov":
		return frames | others, 0, 0
	case "add":
		return frames | containers | others, used, frames
	case "sub":
		return frames | others, one, frames
	}
	if who, unless = layers(name); who != 0 {
		return who, unless, 0
	}
	if who = movers(name); who != 0 {
		return who, bare, who &^ others
	}
	return plain(name)
}

// layers covers methods whose names are also used for layers of a model: block.norm(x). A
// tensor's method takes dimensions.
func layers(name string) (who receivers, unless calling) {
	switch name {
	case "softmax", "log_softmax", "norm":
		return modules | others, bare | ints
	case "relu", "sigmoid", "tanh", "square":
		return modules | others, bare
	case "expand", "permute":
		return modules | others, ints | several | many
	case "gather", "scatter", "unflatten", "topk":
		return modules | others, ints | several | many
	case "split":
		return modules | texts | others, ints
	case "unfold", "prelu", "narrow":
		return modules | others, many
	case "select":
		return modules | frames | others, ints
	case "flip", "roll":
		return modules | others, ints
	}
	return 0, 0
}

// movers covers methods that move or convert their object; modules have them too.
func movers(name string) receivers {
	switch name {
	case "float", "double", "half", "bfloat16":
		return modules | others
	case "cpu", "cuda", "xpu", "to", "type", "requires_grad_", "share_memory_", "pin_memory":
		return modules | others | containers
	}
	return 0
}

// plain covers methods with names that any class may use for its own methods, unless the
// method is called without arguments, as a tensor's is.
func plain(name string) (who receivers, unless calling, left receivers) {
	switch name {
	case "log", "exp", "sqrt", "log2", "log10", "log1p", "expm1", "sin", "cos", "tan", "sinh", "cosh", "asin", "acos", "atan",
		"floor", "ceil", "trunc", "sign", "neg", "negative", "reciprocal", "frac", "isnan", "isinf", "isfinite", "erf",
		"int", "long", "bool", "short", "byte", "char", "t", "dim", "backward", "det", "is_contiguous", "is_complex":
		return others | numbers, bare, 0
	case "stride":
		return others, bare | ints, 0
	case "clone", "copy", "indices", "index", "count", "names", "resize", "map_", "apply_", "new", "storage", "dist", "solve", "eig",
		"lu", "qr", "svd", "inverse", "equal", "outer", "cross", "inner", "kron", "dequantize", "get_device", "multinomial", "histogram",
		"lerp", "register_hook", "bernoulli", "is_shared", "is_pinned", "reinforce", "angle", "coalesce", "cholesky", "data", "shape",
		"align_to", "grad", "real", "imag", "is_distributed", "record_stream", "heaviside", "module_load":
		return others, 0, 0
	case "values":
		return others | containers, 0, 0
	}
	return 0, 0, 0
}

// calling reads the way a method is called.
func (e *evidence) calling(call syntax.Node) calling {
	t := e.m.Tree
	positional, keywords, splat := t.ArgCount(call)
	var how calling
	if positional+keywords == 0 && !splat {
		how |= bare
	}
	if positional == 1 && !splat {
		how |= one
	}
	if positional > 1 {
		how |= several
	}
	if positional > 2 || splat {
		how |= many
	}
	if t.Kind(t.Parent(call)) != syntax.KindExpressionStatement {
		how |= used
	}
	if e.isDimension(t.Arg(call, 0, "")) {
		how |= ints
	}
	for a := range t.Args(call) {
		if a.Name != syntax.None && e.isTorch(t.Text(a.Name), a.Value) {
			how |= torch
		}
	}
	return how
}

// isTorch reports whether methods of tensors take a keyword argument that methods of
// other sorts do not take.
func (e *evidence) isTorch(keyword string, value syntax.Node) bool {
	switch keyword {
	case "dim", "dims", "keepdim", "memory_format", "non_blocking", "unbiased", "correction", "descending", "largest",
		"return_inverse", "start_dim", "end_dim", "alpha", "retain_graph", "create_graph", "shifts", "as_tuple", "rounding_mode":
		return true
	case "dtype", "device":
		return strings.HasPrefix(e.m.importedName(value), "torch.")
	}
	return false
}

// isDimension reports whether an argument is an integer, a written-out list or tuple, or
// a variable named after a dimension.
func (e *evidence) isDimension(n syntax.Node) bool {
	t := e.m.Tree
	switch t.Kind(n) {
	case syntax.KindInteger, syntax.KindList, syntax.KindTuple:
		return true
	case syntax.KindUnaryOperator:
		return t.Kind(t.Child(n, syntax.FieldArgument)) == syntax.KindInteger
	case syntax.KindIdentifier:
		name := t.Text(n)
		return name == "dim" || name == "dims" || strings.HasSuffix(name, "_dim") || strings.HasSuffix(name, "_dims")
	}
	return false
}

// isText reports whether an argument is a written-out string.
func (e *evidence) isText(n syntax.Node) bool {
	k := e.m.Tree.Kind(n)
	return k == syntax.KindString || k == syntax.KindConcatenatedString
}

// mentionsShape reports whether the argument of view is a shape, not a dtype.
func (e *evidence) mentionsShape(call syntax.Node) bool {
	text := e.m.Tree.Text(e.m.Tree.Arg(call, 0, ""))
	return strings.Contains(text, "shape") || strings.Contains(text, "size(")
}

// transposes reports whether a call swaps two axes that a matrix does not have: arrays
// take the order of all axes.
func (e *evidence) transposes(call syntax.Node) bool {
	positional, _, splat := e.m.Tree.ArgCount(call)
	if positional != 2 || splat {
		return false
	}
	for i := range 2 {
		if v, ok := e.m.literalInt(e.m.Tree.Arg(call, i, "")); ok && v != 0 && v != 1 {
			return true
		}
	}
	return false
}

// isGroup reports whether an object is, judged by its name, a mesh of devices or a group
// of processes; these have a size too.
func (e *evidence) isGroup(n syntax.Node) bool {
	text := strings.ToLower(e.m.Tree.Text(n))
	return strings.Contains(text, "mesh") || strings.Contains(text, "group") || strings.Contains(text, "pg")
}
