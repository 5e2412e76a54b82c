package tensor

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
)

// call returns the rank of the result of a layer or of a function of PyTorch or einops.
func (w *rankWalk) call(n syntax.Node) int {
	if _, after, ok := w.pattern(n); ok {
		return countAxes(after)
	}
	name, _ := w.m.CallName(n)
	if !strings.HasPrefix(name, "torch.") {
		return w.layer(n)
	}
	x, args := w.t.Arg(n, 0, "input"), 1
	operator, method := opsdb.TorchOperator(name)
	if method {
		x, _ = w.m.MethodCall(n)
		args = 0
	}
	function := strings.TrimSuffix(name[strings.LastIndexByte(name, '.')+1:], "_")
	switch function {
	case "arange", "linspace", "randperm":
		return 1
	case "eye":
		return 2
	case "zeros", "ones", "empty", "rand", "randn":
		return w.sizes(n, 0)
	case "full", "new_full", "randint":
		return w.filled(n, function)
	case "view", "reshape", "expand", "permute", "new_zeros", "new_ones", "new_empty":
		return w.sizes(n, args)
	case "unsqueeze", "one_hot":
		return w.more(w.of(x), 1)
	case "sum", "mean", "amax", "amin", "argmax", "argmin", "logsumexp", "all", "any", "norm", "std", "var":
		return w.reduced(n, x, args)
	case "flatten":
		return w.flattened(n, args)
	case "cat", "concat", "stack":
		return w.joined(n, function == "stack")
	}
	switch w.m.DB.Trait(operator).Rank {
	case opsdb.RankSame:
		return w.of(x)
	case opsdb.RankBroadcast:
		return w.most(n, x)
	}
	return unknownRank
}

// most returns the rank of the operand that has most dimensions: x, the first tensor, or
// another one. Operands that are not known to be tensors are taken for numbers and options.
func (w *rankWalk) most(call, x syntax.Node) int {
	rank := w.of(x)
	for a := range w.t.Args(call) {
		other := w.of(a.Value)
		if rank < 0 || other < 0 && w.m.Type(a.Value).Kind == infer.KindTensor {
			return unknownRank
		}
		rank = max(rank, other)
	}
	return rank
}

// more adds to a known rank.
func (w *rankWalk) more(rank, by int) int {
	if rank < 0 {
		return rank
	}
	return rank + by
}

// sizes counts the sizes that a call is given from an argument on, one by one or in a
// tuple.
func (w *rankWalk) sizes(call syntax.Node, from int) int {
	positional, _, splat := w.t.ArgCount(call)
	first := w.t.Arg(call, from, "size")
	if splat || first == syntax.None {
		return unknownRank
	}
	if positional-from > 1 {
		return positional - from
	}
	if w.m.Type(first).Kind == infer.KindInt {
		return 1
	}
	return w.counted(first)
}

// filled returns the rank of a tensor made of a size and of numbers to fill it with.
func (w *rankWalk) filled(call syntax.Node, function string) int {
	if function != "randint" {
		return w.counted(w.t.Arg(call, 0, "size"))
	}
	if rank := w.counted(w.t.Arg(call, 1, "size")); rank != unknownRank {
		return rank
	}
	return w.counted(w.t.Arg(call, 2, "size")) // after the lowest number
}

// counted returns the number of sizes in a tuple or list display.
func (w *rankWalk) counted(sizes syntax.Node) int {
	if k := w.t.Kind(sizes); k != syntax.KindTuple && k != syntax.KindList {
		return unknownRank
	}
	count := 0
	for item := range w.t.Children(sizes) {
		if w.t.Kind(item) == syntax.KindListSplat {
			return unknownRank
		}
		count++
	}
	return count
}

// reduced returns the rank after a reduction over one dimension, or over all.
func (w *rankWalk) reduced(call, x syntax.Node, at int) int {
	positional, keyword, splat := w.t.ArgCount(call)
	dim := w.t.Arg(call, at, "dim")
	switch {
	case splat, w.t.Keyword(call, "axis") != syntax.None:
		return unknownRank
	case dim == syntax.None && positional-at <= 0 && keyword == 0:
		return 0
	case dim == syntax.None || w.m.Type(dim).Kind != infer.KindInt:
		return unknownRank
	}
	keep := w.t.Arg(call, at+1, "keepdim")
	switch w.t.Kind(keep) {
	case syntax.KindTrue:
		return w.of(x)
	case syntax.KindFalse:
	default:
		if keep != syntax.None {
			return unknownRank
		}
	}
	return w.more(w.of(x), -1)
}

// flattened returns the rank after flatten: over all dimensions, or all but the first.
func (w *rankWalk) flattened(call syntax.Node, at int) int {
	start := w.t.Arg(call, at, "start_dim")
	switch end := w.t.Arg(call, at+1, "end_dim"); {
	case end != syntax.None:
		return unknownRank
	case start == syntax.None:
		return 1
	case w.t.Text(start) == "1":
		return 2
	}
	return unknownRank
}

// joined returns the rank of joined tensors, along a new dimension or not.
func (w *rankWalk) joined(call syntax.Node, stacked bool) int {
	list := w.t.Unparen(w.t.Arg(call, 0, "tensors"))
	if k := w.t.Kind(list); k != syntax.KindList && k != syntax.KindTuple {
		return unknownRank
	}
	for item := range w.t.Children(list) {
		if rank := w.of(item); rank >= 0 && stacked {
			return rank + 1
		} else if rank >= 0 {
			return rank
		}
	}
	return unknownRank
}

// layer returns the rank of the result of a PyTorch layer that works on the last
// dimension or element by element.
func (w *rankWalk) layer(call syntax.Node) int {
	made := ""
	w.m.stored(w.t.Callee(call), func(in *Tensors, stored []infer.Stored) {
		for i, s := range stored {
			name, _ := in.CallName(s.Value)
			if i > 0 && name != made {
				name = ""
			}
			made = name
		}
	})
	switch strings.TrimPrefix(made, "torch.nn.") {
	case "Linear", "LayerNorm", "Dropout", "ReLU", "GELU", "SiLU", "Tanh", "Sigmoid", "Softmax", "Identity", "LogSoftmax":
		return w.of(w.t.Arg(call, 0, "input"))
	case "Embedding":
		return w.more(w.of(w.t.Arg(call, 0, "input")), 1)
	}
	return unknownRank
}
