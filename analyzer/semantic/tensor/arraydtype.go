package tensor

import (
	"slices"

	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/semantic/scope"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// ArrayDType returns the dtype of a numpy array: fractions are float64 and whole numbers
// int64, unless it was given another type; "" if the text does not show it.
func (m *Tensors) ArrayDType(n syntax.Node) string {
	return (&arrayWalk{m: m, left: maxArraySteps}).of(n)
}

// maxArraySteps bounds the expressions that one question looks at.
const maxArraySteps = 60

// arrayWalk follows an expression to the place that decides the dtype of an array.
type arrayWalk struct {
	m    *Tensors
	left int
	open []syntax.Node // nodes whose dtype is being worked out
}

func (w *arrayWalk) of(n syntax.Node) string {
	t := w.m.Tree
	n = t.Unparen(n)
	if n == syntax.None || w.left == 0 || slices.Contains(w.open, n) {
		return ""
	}
	w.left--
	w.open = append(w.open, n)
	defer func() { w.open = w.open[:len(w.open)-1] }()
	switch t.Kind(n) {
	case syntax.KindIdentifier:
		return w.name(n)
	case syntax.KindAttribute:
		return w.attribute(n)
	case syntax.KindSubscript:
		return w.of(t.Child(n, syntax.FieldValue))
	case syntax.KindUnaryOperator:
		return w.of(t.Child(n, syntax.FieldArgument))
	case syntax.KindBinaryOperator:
		return w.binary(n)
	case syntax.KindConditional:
		body, _, orelse := t.Conditional(n)
		return w.same([]syntax.Node{body, orelse})
	case syntax.KindCall:
		return w.call(n)
	case syntax.KindList:
		return w.same(slices.Collect(t.Children(n)))
	case syntax.KindListComprehension:
		return w.of(t.Child(n, syntax.FieldBody))
	}
	return ""
}

// same returns the dtype that several expressions share.
func (w *arrayWalk) same(values []syntax.Node) string {
	if len(values) > w.left {
		return "" // each takes a step
	}
	out := ""
	for _, v := range values {
		dtype := w.of(v)
		if dtype == "" || out != "" && dtype != out {
			return ""
		}
		out = dtype
	}
	return out
}

// name joins the dtypes of a variable's values. An in-place operation keeps the dtype.
func (w *arrayWalk) name(n syntax.Node) string {
	defs := w.m.ReachingDefs(n)
	if len(defs) == 1 && defs[0].Kind == infer.DefParam {
		return w.passed(defs[0])
	}
	if len(defs) <= scope.MaxReaching {
		return w.same(assigned(defs))
	}
	type key struct{ sym *infer.Symbol } // so many bindings are all that the name has
	return w.same(infer.Walked(w.m.Model, key{w.m.Symbol(n)}, func() []syntax.Node { return assigned(defs) }))
}

// assigned returns the values that bindings assign; None alone if they bind the name in
// other ways as well.
func assigned(defs []infer.Def) (values []syntax.Node) {
	for _, d := range defs {
		switch d.Kind {
		case infer.DefAug:
		case infer.DefAssign:
			values = append(values, d.Value)
		default:
			return []syntax.Node{syntax.None}
		}
	}
	return values
}

// attribute joins the dtypes that the methods of a class store in an attribute of self.
func (w *arrayWalk) attribute(n syntax.Node) string {
	t := w.m.Tree
	switch t.Text(t.AttrName(n)) {
	case "T", "flat":
		return w.of(t.Object(n))
	}
	class := w.m.SelfClass(t.Object(n))
	if class == syntax.None {
		return ""
	}
	type key struct{ attr infer.ClassAttr }
	attr := infer.ClassAttr{Class: class, Name: t.View(t.AttrName(n))}
	values := infer.Walked(w.m.Model, key{attr}, func() []syntax.Node { return w.stored(attr) })
	if dtype := w.same(values); dtype == "float64" {
		return dtype
	}
	return "" // stored whole numbers are positions and counters
}

// stored returns the values that the methods of a class store in an attribute of self,
// other than by an operation in place.
func (w *arrayWalk) stored(attr infer.ClassAttr) (values []syntax.Node) {
	t := w.m.Tree
	for _, s := range w.m.Stores() {
		if t.View(t.AttrName(s.Target)) == attr.Name && w.m.SelfClass(t.Object(s.Target)) == attr.Class && s.Kind != infer.DefAug {
			values = append(values, s.Value)
		}
	}
	return values
}

// binary knows that float64 stays float64 beside an operand not known to be a tensor, and
// that the division of whole numbers yields fractions.
func (w *arrayWalk) binary(n syntax.Node) string {
	left, right := w.m.Tree.Child(n, syntax.FieldLeft), w.m.Tree.Child(n, syntax.FieldRight)
	l, r := w.of(left), w.of(right)
	divides := w.m.Tree.Operator(n) == "/"
	switch {
	case l == "" && r == "":
		return ""
	case l == "":
		return w.beside(r, left, divides)
	case r == "":
		return w.beside(l, right, divides)
	case l == "float64" || r == "float64":
		return "float64"
	case l == r && (l != "int64" || !divides):
		return l
	case l == r:
		return "float64"
	}
	return ""
}

// beside returns the dtype of an operation on an array and an operand that is not known
// to be an array.
func (w *arrayWalk) beside(dtype string, other syntax.Node, divides bool) string {
	kind := w.m.Type(other).Kind
	switch {
	case kind == infer.KindTensor || kind == infer.KindArray:
		return ""
	case dtype == "float64" && kind != infer.KindInstance:
		return dtype
	case dtype == "int64" && (kind == infer.KindFloat || divides && kind == infer.KindInt):
		return "float64"
	case kind == infer.KindInt, kind == infer.KindFloat && dtype == "float32":
		return dtype
	}
	return ""
}
