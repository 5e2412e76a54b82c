package graph

import (
	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
)

// byDefault is the dtype that a function takes without a dtype argument: arange of
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
		return p.Model.ArrayDType(data)
	case "arange":
		return ofRange(p, call)
	}
	return ""
}

// ofRange is the dtype of arange. With a step, a number not known to be whole may be a
// fraction; without, it is the length of something.
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

// madeOf is the dtype of the tensor that an expression makes, or that was bound to the
// variable where it was made; "" if the text says nothing of the dtype.
func madeOf(p *analyzer.Pass, n syntax.Node) string {
	n = bound(p, n)
	switch p.Tree.Kind(n) {
	case syntax.KindCall:
	case syntax.KindAttribute:
		if p.Model.DType(n) == "float64" {
			return "float64"
		}
		return ""
	default:
		return ""
	}
	name, _ := p.Model.CallName(n)
	api, _ := opsdb.TorchOperator(name)
	switch {
	case api == "":
		return returnedBy(p, n)
	case api == "from_numpy":
		return p.Model.ArrayDType(p.Tree.Arg(n, 0, ""))
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

// returnedBy is "float64" if a function of the project makes such a tensor and returns
// it. Whole numbers made elsewhere are positions and classes.
func returnedBy(p *analyzer.Pass, call syntax.Node) (dtype string) {
	if !p.Model.RunsProject(call) {
		return ""
	}
	p.Model.WithCallee(call, func(in *semantic.Model, fn syntax.Node) {
		there := analyzer.NewPass(in, p.DB, p.Target).For(p.Rule, nil)
		for _, value := range in.Returns(fn) {
			if made := bound(there, value); !in.RunsProject(made) && madeOf(there, made) == "float64" && !there.Tree.IsAsync(fn) {
				dtype = "float64"
			}
		}
	})
	return dtype
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

// bound is the expression that a variable was surely bound to; n itself if there is
// none.
func bound(p *analyzer.Pass, n syntax.Node) syntax.Node {
	n = p.Tree.Unparen(n)
	if p.Tree.Kind(n) != syntax.KindIdentifier {
		return n
	}
	defs := p.Model.ReachingDefs(n)
	if len(defs) != 1 || defs[0].Kind != semantic.DefAssign {
		return n
	}
	return p.Tree.Unparen(defs[0].Value)
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
