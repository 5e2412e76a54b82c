package infer

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// tupleMaker is the function that makes tuple classes with named elements.
const tupleMaker = "collections.namedtuple"

// tupleMaker types the class that namedtuple("Batch", ["x", "y"]) makes. Its parts are
// the names of the fields.
func (m *Model) tupleMaker(call syntax.Node) Type {
	var names []string
	fields := m.Tree.Arg(call, 1, "field_names")
	if text, ok := m.Tree.StringValue(fields); ok {
		names = strings.Fields(strings.ReplaceAll(text, ",", " "))
	} else if k := m.Tree.Kind(fields); k == syntax.KindList || k == syntax.KindTuple {
		for item := range m.Tree.Children(fields) {
			name, _ := m.Tree.StringValue(item)
			names = append(names, name)
		}
	}
	list := make([]part, 0, len(names))
	for _, name := range names {
		list = append(list, part{key: name})
	}
	return Type{Kind: KindInstance, Name: tupleMaker, Confidence: Certain, parts: &list}
}

// tupleMade types a tuple of such a class by the arguments that the call passes for the
// fields.
func (m *Model) tupleMade(call syntax.Node, class Type) Type {
	if class.parts == nil {
		return Type{}
	}
	var list []part
	for i, field := range *class.parts {
		list = append(list, part{field.key, m.Type(m.Tree.Arg(call, i, field.key))})
	}
	return Type{Kind: KindInstance, Confidence: Certain}.withParts(list).atMost(class.Confidence)
}
