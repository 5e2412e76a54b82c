package reach

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// Parameter names a parameter of a function and where callers pass it.
type Parameter struct {
	Name     string
	Position int // of the argument in a call, behind the object of a method
}

// Passed is the argument that a call passes for the parameter.
func (a Parameter) Passed(t *syntax.Tree, call syntax.Node) syntax.Node {
	return t.Arg(call, a.Position, a.Name)
}

// TensorParameter is the parameter that an expression is a tensor for, if a tensor is
// passed: x itself, x.mean() > 3, torch.isnan(x).any(). The shape of x is no tensor.
func TensorParameter(m *semantic.Model, n syntax.Node) (Parameter, bool) {
	return (&passedTensor{m: m, seen: map[syntax.Node]Parameter{}}).of(n)
}

// passedTensor follows an expression to the parameter that it is computed of.
type passedTensor struct {
	m    *semantic.Model
	seen map[syntax.Node]Parameter // by binding; without a name while it is followed, at -1 if it is none
}

func (w *passedTensor) of(n syntax.Node) (Parameter, bool) {
	t := w.m.Tree
	n = t.Unparen(n)
	switch t.Kind(n) {
	case syntax.KindIdentifier:
		return w.bound(n)
	case syntax.KindUnaryOperator:
		return w.of(t.Child(n, syntax.FieldArgument))
	case syntax.KindBinaryOperator:
		return w.either(t.Child(n, syntax.FieldLeft), t.Child(n, syntax.FieldRight))
	case syntax.KindComparison:
		operands, ops := t.Comparison(n)
		if len(ops) == 1 && !strings.Contains(ops[0], "in") && !strings.HasPrefix(ops[0], "is") {
			return w.either(operands...)
		}
	case syntax.KindSubscript:
		if key := t.Child(n, syntax.FieldSubscript); t.Kind(key) != syntax.KindString {
			return w.of(t.Child(n, syntax.FieldValue)) // an element, or a part
		}
	case syntax.KindCall:
		return w.computed(n)
	}
	return Parameter{}, false
}

func (w *passedTensor) either(operands ...syntax.Node) (Parameter, bool) {
	for _, o := range operands {
		if a, ok := w.of(o); ok {
			return a, true
		}
	}
	return Parameter{}, false
}

// computed follows functions and methods of PyTorch that give a tensor for a tensor.
func (w *passedTensor) computed(call syntax.Node) (Parameter, bool) {
	t := w.m.Tree
	callee := t.Callee(call)
	name, _ := w.m.CallName(call)
	from := t.Arg(call, 0, "input")
	if name == "" || strings.HasPrefix(name, "torch.Tensor.") {
		if t.Kind(callee) != syntax.KindAttribute {
			return Parameter{}, false
		}
		name, from = "torch.Tensor."+t.Text(t.AttrName(callee)), t.Object(callee)
	}
	ret, _ := w.m.DB.Returns(name)
	if kind, _, _ := strings.Cut(ret.Kind, "|"); kind != "tensor" || !strings.HasPrefix(name, "torch.") {
		return Parameter{}, false
	}
	return w.of(from)
}

// bound follows a variable to the parameter that it is, or that all it may be bound to
// is computed of; x = x * 2 in a loop says nothing new of x.
func (w *passedTensor) bound(n syntax.Node) (found Parameter, ok bool) {
	for _, d := range w.m.ReachingDefs(n) {
		a, known := w.seen[d.Node]
		if !known {
			w.seen[d.Node] = Parameter{}
			if a = w.binding(d); a.Name == "" {
				a.Position = -1
			}
			w.seen[d.Node] = a
		}
		switch {
		case a.Position < 0:
			return a, false
		case a.Name != "":
			found, ok = a, true
		}
	}
	return found, ok
}

func (w *passedTensor) binding(d semantic.Def) (a Parameter) {
	switch d.Kind {
	case semantic.DefAssign:
		a, _ = w.of(d.Value)
	case semantic.DefParam:
		a, _ = ParameterOf(w.m, d)
	}
	return a
}

// ParameterOf is the parameter that a definition is, except for the object of a method
// and the arguments that *args takes.
func ParameterOf(m *semantic.Model, d semantic.Def) (Parameter, bool) {
	t := m.Tree
	fn := t.EnclosingFunction(d.Node)
	a := Parameter{Name: t.Text(d.Node), Position: d.Index}
	if t.Kind(t.EnclosingFrame(fn)) == syntax.KindClass && len(t.Decorators(fn)) == 0 {
		a.Position--
	}
	star := t.Kind(t.Parent(d.Node))
	if t.Kind(fn) != syntax.KindFunction || a.Position < 0 || star == syntax.KindListSplatPattern || star == syntax.KindDictionarySplatPattern {
		return Parameter{}, false
	}
	return a, true
}
