package tensor

import (
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// python returns the JAX dtype for a Python type, as in dtype=bool.
func (w *dtypeWalk) python(n syntax.Node) string {
	switch name, _ := w.m.Name(n); name {
	case "builtins.bool":
		return "bool"
	case "builtins.int":
		return "int32"
	case "builtins.float":
		return "float32"
	}
	return ""
}

// lax returns the dtype of the result of JAX functions outside of jax.numpy.
func (w *dtypeWalk) lax(n syntax.Node, name string) string {
	t := w.m.Tree
	switch name {
	case "jax.random.randint", "jax.random.categorical", "jax.random.poisson":
		return "int32"
	case "jax.random.bernoulli":
		return "bool"
	case "jax.lax.convert_element_type", "jax.lax.bitcast_convert_type":
		return w.named(t.Arg(n, 1, "new_dtype"))
	case "jax.lax.iota", "jax.lax.broadcasted_iota":
		return w.named(t.Arg(n, 0, "dtype"))
	case "jax.lax.pad", "jax.lax.max", "jax.lax.min":
		return w.of(t.Arg(n, 0, ""))
	case "jax.ops.segment_sum", "jax.ops.segment_max", "jax.ops.segment_min", "jax.ops.segment_prod":
		return w.of(t.Arg(n, 0, "data"))
	}
	if strings.HasPrefix(name, "jax.lax.") {
		return w.trait(n, name, t.Arg(n, 0, ""))
	}
	return ""
}

// ranked returns the dtype of one of the two arrays that a search for extreme elements
// yields: the elements, or their indices.
func (w *dtypeWalk) ranked(call syntax.Node, at int) string {
	switch name, _ := w.m.CallName(call); {
	case name != "jax.lax.top_k" && name != "jax.lax.approx_max_k" && name != "jax.lax.approx_min_k":
		return ""
	case at == 1:
		return "int32"
	}
	return w.of(w.m.Tree.Arg(call, 0, "operand"))
}

// integers reports whether an expression is a whole number, or a list of only such.
func integers(t *syntax.Tree, n syntax.Node, depth int) bool {
	n = t.Unparen(n)
	switch t.Kind(n) {
	case syntax.KindInteger:
		return !strings.HasSuffix(strings.ToLower(t.Text(n)), "j")
	case syntax.KindUnaryOperator:
		return integers(t, t.Child(n, syntax.FieldArgument), depth+1)
	case syntax.KindList, syntax.KindTuple:
		for c := range t.Children(n) {
			if depth > 3 || !integers(t, c, depth+1) {
				return false
			}
		}
		return t.First(n) != syntax.None
	}
	return false
}

// counted returns the dtype of an integer array combined with a Python integer: i + 1,
// ids * 2.
func (w *dtypeWalk) counted(n syntax.Node, array string, number syntax.Node) string {
	Whole := strings.HasPrefix(strings.TrimPrefix(array, "u"), "int")
	switch w.m.Tree.Operator(n) {
	case "+", "-", "*", "//", "%", "&", "|", "^", "<<", ">>":
		if Whole && integers(w.m.Tree, number, 0) {
			return array
		}
	}
	return ""
}

// index returns int32 for a parameter that is handed to jax.ops.segment_sum and the like
// as the segments, which are integers; "" for others.
func (w *dtypeWalk) index(param syntax.Node) string {
	sym := w.m.Symbol(param)
	if sym == nil || !w.m.ImportsAny("jax") {
		return ""
	}
	type key struct{ sym *infer.Symbol }
	return infer.Walked(w.m.Model, key{sym}, func() string {
		if slices.ContainsFunc(sym.Uses, w.segments) {
			return "int32"
		}
		return ""
	})
}

// segments reports whether a name is the segments of jax.ops.segment_sum or the like.
func (w *dtypeWalk) segments(use syntax.Node) bool {
	t, at := w.m.Tree, use
	if t.Kind(t.Parent(at)) == syntax.KindKeywordArgument {
		at = t.Parent(at)
	}
	call := t.Parent(t.Parent(at))
	if t.Kind(call) != syntax.KindCall || t.Unparen(t.Arg(call, 1, "segment_ids")) != use {
		return false
	}
	name, _ := w.m.CallName(call)
	return strings.HasPrefix(name, "jax.ops.segment_")
}

// variable returns the dtype of the arrays wrapped in the variables that an attribute may
// hold (self.usage): nnx.Variable(jnp.zeros(n, jnp.int32)).
func (w *dtypeWalk) variable(variable syntax.Node) string {
	t := w.m.Tree
	if t.Kind(variable) != syntax.KindAttribute {
		return ""
	}
	out := ""
	for _, s := range w.m.AttributeStores(infer.ClassAttr{Class: w.m.SelfClass(t.Object(variable)), Name: t.View(t.AttrName(variable))}) {
		name, _ := w.m.CallName(s.Value)
		if t.Kind(s.Value) != syntax.KindCall || !infer.IsNNXVariable(name) {
			return ""
		}
		dtype := w.of(t.Arg(s.Value, 0, "value"))
		if dtype == "" || out != "" && dtype != out {
			return ""
		}
		out = dtype
	}
	return out
}

// comparison returns the dtype of a boolean array made by a comparison; its operands do
// not matter.
func (w *dtypeWalk) comparison(n syntax.Node) string {
	if defs := w.m.ReachingDefs(n); len(defs) == 1 && defs[0].Kind == infer.DefAssign {
		n = defs[0].Value
	}
	if w.m.ComparesUnknown(n) {
		return "bool"
	}
	return ""
}
