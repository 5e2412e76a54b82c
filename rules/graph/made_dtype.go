package graph

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// byDefault is the dtype that a function takes where it is told none: arange of
// whole numbers gives int64, and arrays keep theirs.
func byDefault(p *analyzer.Pass, call syntax.Node, api string) string {
	if p.Tree.Keyword(call, "dtype") != syntax.None {
		return ""
	}
	switch api {
	case "as_tensor", "tensor":
		data := p.Tree.Arg(call, 0, "data")
		if whole(p, data) {
			return "int64"
		}
		return numpyDType(p, data)
	case "arange":
		return ofRange(p, call)
	}
	return ""
}

// ofRange is the dtype of arange. With a step, what is not known to be whole may be
// a fraction; without, it is the length of something.
func ofRange(p *analyzer.Pass, call syntax.Node) string {
	positional, _, _ := p.Tree.ArgCount(call)
	for a := range p.Tree.Args(call) {
		if a.Name != syntax.None {
			continue
		}
		switch kind := p.Model.Type(a.Value).Kind; {
		case a.Splat == 0 && kind == semantic.KindInt:
		case a.Splat == 0 && kind == semantic.KindUnknown && positional < 3 && p.Tree.Keyword(call, "step") == syntax.None:
		default:
			return ""
		}
	}
	return "int64"
}

// madeOf is the dtype of the tensor that an expression makes on the spot, or that
// the variable it is was bound to where it was made; "" if it says nothing of the
// dtype.
func madeOf(p *analyzer.Pass, n syntax.Node) string {
	n = bound(p, n)
	if p.Tree.Kind(n) != syntax.KindCall {
		return ""
	}
	name, _ := p.Model.CallName(n)
	api := strings.TrimPrefix(strings.TrimPrefix(name, "torch."), "Tensor.")
	switch {
	case !strings.HasPrefix(name, "torch."):
	case api == "from_numpy":
		return numpyDType(p, p.Tree.Arg(n, 0, ""))
	case api == "LongTensor":
		return "int64"
	case api == "DoubleTensor":
		return "float64"
	case makes(api):
		if dtype := p.Model.DType(n); dtype != "" {
			return dtype
		}
		return byDefault(p, n, api)
	}
	return ""
}

// whole reports whether data is whole numbers, of which a tensor is int64.
func whole(p *analyzer.Pass, data syntax.Node) bool {
	data = p.Tree.Unparen(data)
	if p.Tree.Kind(data) != syntax.KindList {
		return p.Model.Type(data).Kind == semantic.KindInt
	}
	for item := range p.Tree.Children(data) {
		if !whole(p, item) {
			return false
		}
	}
	return p.Tree.First(data) != syntax.None
}

// bound is the expression that a variable was surely bound to; n itself if it is
// none.
func bound(p *analyzer.Pass, n syntax.Node) syntax.Node {
	n = p.Tree.Unparen(n)
	if p.Tree.Kind(n) != syntax.KindIdentifier {
		return n
	}
	defs := p.Model.Reaching(n)
	if len(defs) != 1 || defs[0].Kind != semantic.DefAssign {
		return n
	}
	return p.Tree.Unparen(defs[0].Value)
}

// numpyDType is the dtype of an array of numpy: numbers with a fraction are
// float64 and whole ones int64, unless it was given another type.
func numpyDType(p *analyzer.Pass, n syntax.Node) string {
	n = bound(p, n)
	if p.Tree.Kind(n) != syntax.KindCall {
		return ""
	}
	if dtype := p.Tree.Keyword(n, "dtype"); dtype != syntax.None {
		c, _ := p.Model.Constant(dtype)
		return c.Text
	}
	if drawn := generatorDType(p, n); drawn != "" {
		return drawn
	}
	switch name, _ := p.Model.CallName(n); name {
	case "numpy.zeros", "numpy.ones", "numpy.empty", "numpy.eye", "numpy.identity":
		if positional, _, _ := p.Tree.ArgCount(n); positional > 1 {
			return "" // the second is the dtype, or a number of columns
		}
		return "float64"
	case "numpy.arange", "numpy.array", "numpy.asarray":
		return numbersDType(p, n)
	case "numpy.random.randint", "numpy.random.permutation":
		return "int64"
	case "numpy.linspace", "numpy.logspace", "numpy.hanning", "numpy.hamming",
		"numpy.random.rand", "numpy.random.randn", "numpy.random.random", "numpy.random.normal", "numpy.random.uniform":
		return "float64"
	}
	return ""
}

// generatorDType is the dtype of what a generator of numpy draws, which has no other:
// np.random.RandomState(seed).randn(3), rng.normal(size=3).
func generatorDType(p *analyzer.Pass, call syntax.Node) string {
	callee := p.Tree.Callee(call)
	if p.Tree.Kind(callee) != syntax.KindAttribute {
		return ""
	}
	made := bound(p, p.Tree.Object(callee))
	if p.Tree.Kind(made) != syntax.KindCall {
		return ""
	}
	switch name, _ := p.Model.CallName(made); name {
	case "numpy.random.RandomState", "numpy.random.default_rng":
	default:
		return ""
	}
	switch p.Tree.Text(p.Tree.AttrName(callee)) {
	case "randint", "integers", "permutation":
		return "int64"
	case "rand", "randn", "random", "random_sample", "normal", "standard_normal", "uniform":
		return "float64"
	}
	return ""
}

// numbersDType is the dtype of an array of numpy that is made of numbers which
// are written out, or of Python's integers.
func numbersDType(p *analyzer.Pass, call syntax.Node) string {
	ints, floats := 0, 0
	for a := range p.Tree.Args(call) {
		for _, item := range items(p, a.Value) {
			switch p.Model.Type(item).Kind {
			case semantic.KindInt:
				ints++
			case semantic.KindFloat:
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

// items are the items of a list that is written out, and of the lists in it; any
// other expression is its own.
func items(p *analyzer.Pass, n syntax.Node) []syntax.Node {
	n = p.Tree.Unparen(n)
	if p.Tree.Kind(n) != syntax.KindList {
		return []syntax.Node{n}
	}
	var out []syntax.Node
	for item := range p.Tree.Children(n) {
		out = append(out, items(p, item)...)
	}
	return out
}
