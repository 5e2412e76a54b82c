package graph

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// namedIDs reports whether a value goes by a name such as token_type_ids: in an
// assignment, as a keyword argument or in a dictionary.
func namedIDs(p *analyzer.Pass, n syntax.Node) bool {
	name := syntax.None
	switch at := p.Tree.Parent(n); p.Tree.Kind(at) {
	case syntax.KindAssignment:
		name = p.Tree.Child(at, syntax.FieldLeft)
		if p.Tree.Kind(name) == syntax.KindAttribute {
			name = p.Tree.AttrName(name)
		} else if p.Tree.Kind(name) == syntax.KindSubscript {
			name = p.Tree.Child(name, syntax.FieldSubscript)
		}
	case syntax.KindKeywordArgument:
		name = p.Tree.Child(at, syntax.FieldName)
	case syntax.KindPair:
		name = p.Tree.Child(at, syntax.FieldKey)
	}
	text, ok := p.Tree.StringValue(name)
	if !ok {
		text = p.Tree.Text(name)
	}
	return text == "ids" || strings.HasSuffix(text, "_ids")
}

// namedMask reports whether a value goes by the name of a mask: attention_mask,
// batch["attention_mask"], self.mask[:, 1:].
func namedMask(p *analyzer.Pass, n syntax.Node) bool {
	n = p.Tree.Unparen(n)
	name := p.Tree.Text(n)
	switch p.Tree.Kind(n) {
	case syntax.KindIdentifier:
	case syntax.KindAttribute:
		name = p.Tree.Text(p.Tree.AttrName(n))
	case syntax.KindSubscript:
		key, ok := p.Tree.StringValue(p.Tree.Child(n, syntax.FieldSubscript))
		if !ok {
			return namedMask(p, p.Tree.Child(n, syntax.FieldValue))
		}
		name = key
	default:
		return false
	}
	return name == "mask" || strings.HasSuffix(name, "_mask")
}
