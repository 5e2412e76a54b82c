package infer

import (
	"iter"

	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// Items are the entries of a written-out dictionary, list or tuple, {"a": f} or
// dict(a=f), each with its key; ok is false for other expressions. A spread value has
// neither key nor expression.
func (m *Model) Items(display syntax.Node) (items iter.Seq2[Constant, syntax.Node], ok bool) {
	t := m.Tree
	switch t.Kind(display) {
	case syntax.KindDictionary:
		return func(yield func(Constant, syntax.Node) bool) {
			for pair := range t.Children(display) {
				key, _ := m.Constant(t.Child(pair, syntax.FieldKey))
				if !yield(key, t.Child(pair, syntax.FieldValue)) {
					return
				}
			}
		}, true
	case syntax.KindList, syntax.KindTuple:
		return func(yield func(Constant, syntax.Node) bool) {
			i := 0.0
			for child := range t.Children(display) {
				if !yield(Constant{Kind: ConstantNumber, Number: i}, child) {
					return
				}
				i++
			}
		}, true
	case syntax.KindCall:
		if name, _ := m.CallName(display); name == "builtins.dict" {
			return m.namedItems(display), true
		}
	}
	return func(func(Constant, syntax.Node) bool) {}, false
}

// namedItems are the keyword arguments of a call by name; spread and positional arguments
// have neither key nor expression.
func (m *Model) namedItems(call syntax.Node) iter.Seq2[Constant, syntax.Node] {
	return func(yield func(Constant, syntax.Node) bool) {
		for a := range m.Tree.Args(call) {
			key, value := Constant{}, syntax.None
			if a.Name != syntax.None {
				key, value = Constant{Kind: ConstantString, Text: m.Tree.Text(a.Name)}, a.Value
			}
			if !yield(key, value) {
				return
			}
		}
	}
}
