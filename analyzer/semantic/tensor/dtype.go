package tensor

import (
	"cmp"
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/semantic/scope"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
)

func (w *dtypeWalk) expression(n syntax.Node) string {
	t := w.m.Tree
	switch t.Kind(n) {
	case syntax.KindIdentifier:
		return w.name(n)
	case syntax.KindCall:
		return w.call(n)
	case syntax.KindComparison:
		if kind := w.m.Type(n).Kind; kind == infer.KindTensor || kind == infer.KindArray {
			return "bool"
		}
	case syntax.KindSubscript:
		return cmp.Or(w.of(t.Child(n, syntax.FieldValue)), w.picked(n))
	case syntax.KindAttribute:
		name := t.Text(t.AttrName(n))
		if name == "value" {
			return w.variable(t.Object(n))
		}
		if trait := w.m.DB.AttributeTrait(name); trait != (opsdb.Trait{}) {
			return trait.DType(w.of(t.Object(n)))
		}
		return w.kept(n)
	case syntax.KindUnaryOperator:
		return w.of(t.Child(n, syntax.FieldArgument))
	case syntax.KindBinaryOperator:
		return w.binary(n)
	case syntax.KindNamedExpression:
		return w.of(t.Child(n, syntax.FieldValue))
	case syntax.KindConditional:
		if body, _, orelse := t.Conditional(n); w.of(body) == w.of(orelse) {
			return w.of(body)
		}
	}
	return ""
}

// name joins the dtypes of a variable's values.
func (w *dtypeWalk) name(n syntax.Node) string {
	out := ""
	defs := w.m.ReachingDefs(n)
	if len(defs) == 1 && defs[0].Kind == infer.DefParam {
		return cmp.Or(w.annotated(defs[0].Node), w.index(defs[0].Node))
	}
	inPlace := w.m.Type(n).Kind == infer.KindTensor // mask &= other
	if len(defs) > scope.MaxReaching && (!inPlace || !w.m.onlyAugmented(defs)) {
		return ""
	}
	for _, d := range defs[:min(len(defs), scope.MaxReaching)] {
		if d.Kind == infer.DefAug && inPlace {
			continue
		}
		dtype := w.bound(d)
		if dtype == "" || out != "" && dtype != out {
			return ""
		}
		out = dtype
	}
	return out
}

// onlyAugmented reports whether all bindings beyond those that are told apart are
// operations in place. The uses of a name share so long a list.
func (m *Tensors) onlyAugmented(defs []infer.Def) bool {
	type key struct{ first *infer.Def }
	return infer.Walked(m.Model, key{&defs[0]}, func() bool {
		return !slices.ContainsFunc(defs[scope.MaxReaching:], func(d infer.Def) bool { return d.Kind != infer.DefAug })
	})
}

// bound returns the dtype of a variable by one of its bindings.
func (w *dtypeWalk) bound(d infer.Def) string {
	switch {
	case w.binds(d):
		return w.of(d.Value)
	case d.Kind == infer.DefFor:
		return w.row(d)
	}
	return w.unpacked(d)
}

// row returns the dtype of a loop variable that takes the rows of one of several tensors:
// for x, y in zip(a, b).
func (w *dtypeWalk) row(d infer.Def) string {
	if of := w.m.Iterable(d.Value, d.Index); of != syntax.None && w.m.Type(of).Kind == infer.KindTensor {
		return w.of(of)
	}
	return ""
}

// binds reports whether a binding gives a variable the dtype of its value: the value is
// the tensor, or the variable is one of its rows.
func (w *dtypeWalk) binds(d infer.Def) bool {
	switch d.Kind {
	case infer.DefAssign:
		return w.holdsNumbers(d.Value)
	case infer.DefUnpack, infer.DefFor:
		return d.Value != syntax.None && w.m.Type(d.Value).Kind == infer.KindTensor
	}
	return false
}

// holdsNumbers reports whether an expression is a tensor or an array.
func (w *dtypeWalk) holdsNumbers(n syntax.Node) bool {
	kind := w.m.Type(n).Kind
	if kind == infer.KindTensor || kind == infer.KindArray {
		return true
	}
	n = w.m.Tree.Unparen(n)
	name, _ := w.m.CallName(n)
	return infer.IsAsType(w.m.Tree, n) || strings.HasPrefix(name, "haliax.")
}

// binary handles combined masks, complex operands and float64 beside plain numbers.
func (w *dtypeWalk) binary(n syntax.Node) string {
	left, right := w.m.Tree.Child(n, syntax.FieldLeft), w.m.Tree.Child(n, syntax.FieldRight)
	l, r := w.of(left), w.of(right)
	switch op := w.m.Tree.Operator(n); {
	case strings.HasPrefix(l, "complex") && op != "==":
		return l
	case strings.HasPrefix(r, "complex"):
		return r
	case l == r && (op != "/" || strings.HasPrefix(l, "float")):
		return l
	case l == "float64" && w.plain(right), r == "float64" && w.plain(left):
		return "float64"
	}
	return cmp.Or(w.counted(n, l, right), w.counted(n, r, left))
}

// plain reports whether an expression is a number, or an object without a known dtype of
// its own: float64 beside it stays float64.
func (w *dtypeWalk) plain(n syntax.Node) bool {
	switch w.m.Type(n).Kind {
	case infer.KindInt, infer.KindFloat, infer.KindUnknown:
		return true
	}
	return false
}

// call returns the dtype of a call's result.
func (w *dtypeWalk) call(n syntax.Node) string {
	t := w.m.Tree
	if arg := t.Keyword(n, "dtype"); arg != syntax.None {
		c, _ := w.m.Constant(arg)
		if name, _ := w.m.CallName(n); c.Text == "" && strings.HasPrefix(name, "jax.") {
			return w.python(arg)
		}
		return c.Text
	}
	name, conf := w.m.CallName(n)
	obj, _ := w.m.MethodCall(n)
	if strings.HasPrefix(name, "jax.") || infer.IsAsType(t, n) || name == "" && w.m.Type(obj).Kind == infer.KindArray {
		return w.array(n, name)
	}
	switch {
	case strings.HasPrefix(name, "einops."), strings.HasPrefix(name, "einx."):
		return w.rearranged(n, name)
	case name == "builtins.abs", name == "builtins.round":
		return w.of(t.Arg(n, 0, ""))
	}
	api, tensor := opsdb.TorchOperator(name)
	if !tensor {
		if dtype := w.called(n, Whole); dtype != "" {
			return dtype
		}
		obj = t.Arg(n, 0, "input")
	}
	switch {
	case conf < infer.Likely || api == "":
		return ""
	case tensor && (api == "to" || api == "type"):
		return w.cast(n, obj)
	}
	return w.made(n, api, obj)
}

// rearranged returns the dtype of a tensor after a function of einops or einx, if that
// keeps the dtype or compares.
func (w *dtypeWalk) rearranged(n syntax.Node, name string) string {
	switch _, function, _ := strings.Cut(name, "."); function {
	case "rearrange", "repeat":
		return w.of(w.m.Tree.Arg(n, 0, "tensor"))
	case "less", "less_equal", "greater", "greater_equal", "equal", "not_equal", "logical_and", "logical_or":
		return "bool"
	}
	return ""
}

// made returns the dtype of the result of a function of torch.
func (w *dtypeWalk) made(n syntax.Node, api string, input syntax.Node) string {
	switch api {
	case "cat", "concat", "stack":
		return w.joined(w.m.Tree.Unparen(w.m.Tree.Arg(n, 0, "tensors")))
	case "where":
		if chosen := w.of(w.m.Tree.Arg(n, 1, "input")); chosen == w.of(w.m.Tree.Arg(n, 2, "other")) {
			return chosen
		}
		return ""
	case "arange", "full":
		return w.literal(n, api)
	case "randint", "randperm":
		return "int64"
	case "tensor", "as_tensor", "from_numpy":
		if dtype := w.m.ArrayDType(w.m.Tree.Arg(n, 0, "data")); dtype == "float64" {
			return dtype
		}
		return w.literal(n, api)
	}
	return w.trait(n, api, input)
}

// cast returns the dtype of x.to(…) and x.type(…): the dtype argument, or that of x if
// the argument is a device.
func (w *dtypeWalk) cast(n, obj syntax.Node) string {
	for a := range w.m.Tree.Args(n) {
		if a.Splat != 0 {
			return ""
		}
		if c, ok := w.m.Constant(a.Value); ok && c.Kind == infer.ConstantDType {
			return c.Text
		}
	}
	first := w.m.Tree.Arg(n, 0, "device")
	if k := w.m.Type(first).Kind; k == infer.KindDevice || k == infer.KindString {
		return w.of(obj)
	}
	return ""
}

// joined returns the dtype that all items of a list or tuple display share.
func (w *dtypeWalk) joined(list syntax.Node) string {
	out := ""
	if k := w.m.Tree.Kind(list); k != syntax.KindList && k != syntax.KindTuple {
		return out
	}
	for item := range w.m.Tree.Children(list) {
		dtype := w.of(item)
		if dtype == "" || out != "" && dtype != out {
			return ""
		}
		out = dtype
	}
	return out
}
