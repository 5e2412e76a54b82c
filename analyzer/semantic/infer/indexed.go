package infer

import "github.com/neuronlint/neuronlint/analyzer/syntax"

// ChangedArray is x in an expression x.at[i], whose methods make a changed copy of x;
// None if n is no such expression.
func ChangedArray(t *syntax.Tree, n syntax.Node) syntax.Node {
	n = t.Unparen(n)
	at := t.Unparen(t.Child(n, syntax.FieldValue))
	if t.Kind(n) != syntax.KindSubscript || t.Kind(at) != syntax.KindAttribute || t.Text(t.AttrName(at)) != "at" {
		return syntax.None
	}
	return t.Object(at)
}

// changeRef names a method of x.at[i], which tables keep apart from the method of arrays
// with the same name: x.at[i].max(y) is a scatter.
func (m *Model) changeRef(array syntax.Node, method string) Ref {
	t := m.Type(array)
	if t.Kind != KindArray {
		return m.MethodRef(t, method)
	}
	return Ref{Name: t.Name + ".at[...]." + method, Confidence: t.Confidence, Member: true}
}

// Changed is x for x.at[i], which has the same dtype and shape, and n for any other
// expression.
func (m *Model) Changed(n syntax.Node) syntax.Node {
	if array := ChangedArray(m.Tree, n); array != syntax.None {
		return array
	}
	return n
}
