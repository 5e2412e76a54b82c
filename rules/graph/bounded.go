package graph

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
)

// fits reports whether the text shows that all values of the int64 tensor which a call
// makes, casts or moves fit in 32 bits: positions, masks, and numbers drawn or written
// out below 1 << 31.
func fits(p *analyzer.Pass, call syntax.Node) bool {
	return indexes(p, call) || drawnBelow(p, call) || madeSmall(p, call) || limited(p, call, maxVariables)
}

// indexes reports whether the tensor is a position in another one where it stands, or
// at each read of the variable bound to it; or, by its name, holds token numbers.
func indexes(p *analyzer.Pass, call syntax.Node) bool {
	n := withValues(p, call)
	if isIndex(p, n) || namedIDs(p, n) {
		return true
	}
	assign := p.Tree.Parent(n)
	if p.Tree.Kind(assign) != syntax.KindAssignment || p.Tree.Child(assign, syntax.FieldRight) != n {
		return false
	}
	sym := p.Model.Symbol(p.Tree.Child(assign, syntax.FieldLeft))
	if sym == nil {
		return false
	}
	return slices.ContainsFunc(sym.Uses, func(use syntax.Node) bool { return isIndex(p, withValues(p, use)) })
}

// isIndex reports whether an expression stands where positions do.
func isIndex(p *analyzer.Pass, n syntax.Node) bool {
	switch at := p.Tree.Parent(n); p.Tree.Kind(at) {
	case syntax.KindSubscript:
		return p.Tree.Child(at, syntax.FieldValue) != n
	case syntax.KindArgumentList:
		call := p.Tree.Parent(at)
		if madeBy(p, p.Tree.Callee(call)) == "torch.nn.Embedding" {
			return true
		}
		name, _ := p.Model.CallName(call)
		return takesIndex(name, p.Tree.Arg(call, 0, "") == n) || scattersBy(name) && p.Tree.Arg(call, indexPosition(name), "index") == n
	case syntax.KindKeywordArgument:
		name, _ := p.Model.CallName(p.Tree.Parent(p.Tree.Parent(at)))
		return scattersBy(name) && named(p, at, "index")
	}
	return false
}

// scattersBy names the functions that write where an index says, and take the values
// to write beside it.
func scattersBy(name string) bool {
	operator, _ := opsdb.TorchOperator(name)
	switch strings.TrimSuffix(operator, "_") {
	case "scatter", "scatter_add", "scatter_reduce", "index_add", "index_copy", "index_fill", "index_reduce":
		return true
	}
	return false
}

// indexPosition is where such a function takes the index: behind the dimension.
func indexPosition(name string) int {
	if _, method := opsdb.TorchOperator(name); method {
		return 1
	}
	return 2
}

// takesIndex reports whether the first argument of a function, or any other, is an
// index.
func takesIndex(name string, first bool) bool {
	switch name {
	case "torch.Tensor.index_select", "torch.Tensor.gather", "torch.Tensor.take", "torch.Tensor.take_along_dim":
		return true
	case "torch.index_select", "torch.gather", "torch.take", "torch.take_along_dim":
		return !first
	case "torch.nn.functional.embedding", "torch.nn.functional.one_hot":
		return first
	}
	return false
}

// madeSmall is fits for the call that makes the tensor.
func madeSmall(p *analyzer.Pass, call syntax.Node) bool {
	name, _ := p.Model.CallName(call)
	api, method := opsdb.TorchOperator(name)
	if method && p.DB.Trait(api).Elements != "" {
		return fitsOf(p, p.Tree.Object(p.Tree.Callee(call)))
	}
	switch cmp.Or(api, name) {
	case "floor", "round", "ceil", "trunc":
		return p.Model.DType(roundedOf(p, call)) != "float64" // float32 counts no further than 2^24
	case "tensor", "as_tensor", "new_tensor", "LongTensor":
		return fitsOf(p, p.Tree.Arg(call, 0, "data"))
	case "from_numpy":
		return fitsOf(p, p.Tree.Arg(call, 0, ""))
	case "ones", "new_ones", "ones_like", "eye", "randperm":
		return true
	case "empty", "new_empty":
		return holdsNothing(p, call)
	case "arange", "randint", "full", "new_full", "numpy.arange", "numpy.random.randint", "numpy.random.permutation":
		return boundsFit(p, call)
	}
	return false
}

// holdsNothing reports whether one of the sizes is written out as 0.
func holdsNothing(p *analyzer.Pass, call syntax.Node) bool {
	for a := range p.Tree.Args(call) {
		for item := range p.Tree.Children(p.Tree.Unparen(a.Value)) {
			if c, ok := p.Model.Constant(item); ok && c.Kind == semantic.ConstantNumber && c.Number == 0 {
				return true
			}
		}
	}
	return false
}

// fitsOf is fits for the values that a tensor is made of, or the tensor before a cast:
// numbers, the outcome of a comparison, or another tensor.
func fitsOf(p *analyzer.Pass, n syntax.Node) bool {
	if namedMask(p, n) || namedSmall(p, n) {
		return true
	}
	n = bound(p, n)
	switch p.Tree.Kind(n) {
	case syntax.KindListComprehension:
		return small(p, p.Tree.Child(n, syntax.FieldBody))
	case syntax.KindCall:
		return p.Model.DType(n) == "bool" || fits(p, n) || small(p, n) || countsMask(p, n)
	case syntax.KindComparison:
		return true
	case syntax.KindBinaryOperator:
		if scalesDraw(p, n) {
			return true
		}
	}
	for _, item := range items(p, n) {
		if p.Model.DType(item) != "bool" && !namedSmall(p, item) && !small(p, item) {
			return false
		}
	}
	return true
}

// boundsFit reports whether no argument of a call goes beyond 32 bits, as far as
// the text tells: 2**40, 1 << 62, torch.iinfo(torch.int64).max.
func boundsFit(p *analyzer.Pass, call syntax.Node) bool {
	for a := range p.Tree.Args(call) {
		if !staysSmall(p, a.Value) {
			return false
		}
	}
	return true
}

// staysSmall reports whether the text of a bound has nothing that goes beyond 32 bits.
func staysSmall(p *analyzer.Pass, limit syntax.Node) bool {
	for n := range p.Tree.All(bound(p, limit)) {
		switch p.Tree.Kind(n) {
		case syntax.KindInteger, syntax.KindIdentifier, syntax.KindAttribute:
			c, _ := p.Model.Constant(n)
			if math.Abs(c.Number) > math.MaxInt32 || strings.Contains(p.Tree.Text(n), "maxsize") || strings.Contains(p.Tree.Text(n), "iinfo") {
				return false
			}
		case syntax.KindBinaryOperator:
			if op := p.Tree.Operator(n); op == "**" || op == "<<" {
				return false
			}
		}
	}
	return true
}
