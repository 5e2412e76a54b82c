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
		for a := range p.Tree.Args(call) {
			if a.Name == syntax.None && (a.Splat != 0 || p.Model.Type(a.Value).Kind != semantic.KindInt) {
				return ""
			}
		}
		return "int64"
	}
	return ""
}

// madeOf is the dtype of the tensor that an expression makes on the spot, "" if
// it makes none or says nothing of the dtype.
func madeOf(p *analyzer.Pass, n syntax.Node) string {
	if p.Tree.Kind(n) != syntax.KindCall {
		return ""
	}
	name, _ := p.Model.CallName(n)
	api := strings.TrimPrefix(strings.TrimPrefix(name, "torch."), "Tensor.")
	switch {
	case !strings.HasPrefix(name, "torch."):
	case api == "from_numpy":
		return numpyDType(p, p.Tree.Arg(n, 0, ""))
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

// numpyDType is "float64" if an expression is an array of numpy that was given
// no other type.
func numpyDType(p *analyzer.Pass, n syntax.Node) string {
	n = p.Tree.Unparen(n)
	if p.Tree.Kind(n) == syntax.KindIdentifier {
		defs := p.Model.Reaching(n)
		if len(defs) != 1 || defs[0].Kind != semantic.DefAssign {
			return ""
		}
		n = p.Tree.Unparen(defs[0].Value)
	}
	if p.Tree.Kind(n) != syntax.KindCall {
		return ""
	}
	if dtype := p.Tree.Keyword(n, "dtype"); dtype != syntax.None {
		c, _ := p.Model.Constant(dtype)
		return c.Text
	}
	switch name, _ := p.Model.CallName(n); name {
	case "numpy.zeros", "numpy.ones", "numpy.empty", "numpy.eye", "numpy.identity":
		if positional, _, _ := p.Tree.ArgCount(n); positional > 1 {
			return "" // the second is the dtype, or a number of columns
		}
		return "float64"
	case "numpy.linspace", "numpy.logspace", "numpy.hanning", "numpy.hamming",
		"numpy.random.rand", "numpy.random.randn", "numpy.random.random", "numpy.random.normal", "numpy.random.uniform":
		return "float64"
	}
	return ""
}
