package tensor

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// call returns the dtype of the array that a call yields.
func (w *arrayWalk) call(n syntax.Node) string {
	t := w.m.Tree
	if dtype := t.Keyword(n, "dtype"); dtype != syntax.None {
		return w.named(dtype)
	}
	name, _ := w.m.CallName(n)
	if api, ok := strings.CutPrefix(name, "numpy."); ok && !strings.HasPrefix(api, "ndarray.") {
		return w.made(n, api)
	}
	callee := t.Callee(n)
	if def := w.m.Ref(callee).Def; t.Kind(def) == syntax.KindFunction {
		return w.same(w.m.Returns(def))
	}
	if t.Kind(callee) != syntax.KindAttribute {
		return ""
	}
	if drawn := w.drawn(n); drawn != "" {
		return drawn
	}
	method := t.Text(t.AttrName(callee))
	if method == "astype" {
		return w.named(t.Arg(n, 0, "dtype"))
	}
	if first := w.of(t.Object(callee)); first != "" {
		return w.trait(n, functionOf(method), t.Object(callee), first)
	}
	return "" // of an object that may be no array
}

// named returns the dtype that an argument names.
func (w *arrayWalk) named(n syntax.Node) string {
	switch c, _ := w.m.Constant(n); c.Kind {
	case infer.ConstantDType:
		return c.Text
	case infer.ConstantString:
		switch c.Text {
		case "float64", "float32", "float16", "int64", "int32", "uint8":
			return c.Text
		}
		return ""
	}
	if w.m.Symbol(n) != nil {
		return ""
	}
	switch w.m.Tree.Text(n) {
	case "float":
		return "float64"
	case "int":
		return "int64"
	case "bool":
		return "bool"
	}
	return ""
}

// made returns the dtype of the result of a numpy function.
func (w *arrayWalk) made(n syntax.Node, api string) string {
	t := w.m.Tree
	switch api {
	case "zeros", "ones", "empty":
		if dtype := t.Arg(n, 1, "dtype"); dtype != syntax.None {
			return w.named(dtype)
		}
		return "float64"
	case "eye", "identity":
		if positional, _, _ := t.ArgCount(n); positional > 1 {
			return "" // the second is the dtype, or a number of columns
		}
		return "float64"
	case "full":
		return w.filled(n)
	case "arange":
		return w.numbers(n)
	case "array", "asarray", "ascontiguousarray", "asanyarray":
		if dtype := t.Arg(n, 1, "dtype"); dtype != syntax.None {
			return w.named(dtype)
		}
		if made := w.of(t.Arg(n, 0, "")); made != "" {
			return made
		}
		return w.numbers(n)
	case "linspace", "logspace", "geomspace", "hanning", "hamming", "blackman", "bartlett", "kaiser":
		return "float64"
	case "stack", "concatenate", "vstack", "hstack", "column_stack":
		return w.joined(t.Unparen(t.Arg(n, 0, "")))
	case "where":
		return w.same([]syntax.Node{t.Arg(n, 1, "x"), t.Arg(n, 2, "y")})
	}
	if draw, ok := strings.CutPrefix(api, "random."); ok {
		return w.draws(n, draw)
	}
	first := t.Arg(n, 0, "")
	return w.trait(n, api, first, w.of(first))
}

// filled returns the dtype of numpy.full, by its fill value.
func (w *arrayWalk) filled(n syntax.Node) string {
	if dtype := w.m.Tree.Arg(n, 2, "dtype"); dtype != syntax.None {
		return w.named(dtype)
	}
	switch w.m.Type(w.m.Tree.Arg(n, 1, "fill_value")).Kind {
	case infer.KindFloat:
		return "float64"
	case infer.KindInt:
		return "int64"
	}
	return ""
}

// joined returns the dtype of joined arrays: items of a display, or a comprehension.
func (w *arrayWalk) joined(list syntax.Node) string {
	if w.m.Tree.Kind(list) == syntax.KindListComprehension {
		return w.of(list)
	}
	if k := w.m.Tree.Kind(list); k != syntax.KindList && k != syntax.KindTuple {
		return ""
	}
	var parts []syntax.Node
	for item := range w.m.Tree.Children(list) {
		parts = append(parts, item)
	}
	return w.same(parts)
}

// draws returns the dtype of the values that numpy.random or a generator of numpy draws.
// Without a size it draws a Python number.
func (w *arrayWalk) draws(n syntax.Node, draw string) string {
	positional, keyword, _ := w.m.Tree.ArgCount(n)
	sized := w.m.Tree.Keyword(n, "size") != syntax.None
	switch draw {
	case "randint", "integers", "permutation":
		return "int64"
	case "rand", "randn", "random", "random_sample", "standard_normal":
		if positional+keyword > 0 {
			return "float64"
		}
	case "normal", "uniform", "beta", "gamma", "laplace", "lognormal":
		if sized || positional > 2 {
			return "float64"
		}
	case "exponential", "dirichlet", "standard_cauchy":
		if sized || positional > 1 {
			return "float64"
		}
	}
	return ""
}

// drawn returns the dtype of the values drawn from a numpy generator, given as a call or
// as a variable with no other value: np.random.RandomState(seed).randn(3),
// rng.normal(size=3).
func (w *arrayWalk) drawn(call syntax.Node) string {
	callee := w.m.Tree.Callee(call)
	made := w.bound(w.m.Tree.Object(callee))
	if w.m.Tree.Kind(made) != syntax.KindCall {
		return ""
	}
	switch name, _ := w.m.CallName(made); name {
	case "numpy.random.RandomState", "numpy.random.default_rng":
		return w.draws(call, w.m.Tree.Text(w.m.Tree.AttrName(callee)))
	}
	return ""
}

// trait returns the dtype of the result of a function of numpy for an array of dtype first.
func (w *arrayWalk) trait(n syntax.Node, function string, input syntax.Node, first string) string {
	o := operands{m: w.m, rules: numpyPromotion, of: func(operand syntax.Node) string {
		if operand == input {
			return first // asking again would take a step
		}
		return w.of(operand)
	}}
	return o.result(n, input, "numpy."+function)
}

// functionOf is the function of numpy that does what a method of arrays does.
func functionOf(method string) string {
	if method == "flatten" {
		return "ravel"
	}
	return method
}

// numbers returns the dtype of a numpy array made of Python numbers.
func (w *arrayWalk) numbers(call syntax.Node) string {
	ints, floats := 0, 0
	for a := range w.m.Tree.Args(call) {
		for _, item := range w.items(a.Value) {
			switch w.m.Type(item).Kind {
			case infer.KindInt:
				ints++
			case infer.KindFloat:
				floats++
			default:
				return ""
			}
		}
	}
	switch {
	case floats > 0:
		return "float64"
	case ints > 0:
		return "int64"
	}
	return ""
}

// items flattens a list display with the lists in it; any other expression is its own
// item.
func (w *arrayWalk) items(n syntax.Node) []syntax.Node {
	n = w.m.Tree.Unparen(n)
	if w.m.Tree.Kind(n) != syntax.KindList {
		return []syntax.Node{n}
	}
	var out []syntax.Node
	for item := range w.m.Tree.Children(n) {
		out = append(out, w.items(item)...)
	}
	return out
}

// bound returns the value of a variable's only binding; n itself if there is none.
func (w *arrayWalk) bound(n syntax.Node) syntax.Node {
	n = w.m.Tree.Unparen(n)
	if w.m.Tree.Kind(n) != syntax.KindIdentifier {
		return n
	}
	defs := w.m.ReachingDefs(n)
	if len(defs) != 1 || defs[0].Kind != infer.DefAssign {
		return n
	}
	return w.m.Tree.Unparen(defs[0].Value)
}
