package graph

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// namedIDs reports whether a value has a name such as token_type_ids: in an assignment,
// as a keyword argument or in a dictionary.
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

// namedMask reports whether a value is named like a mask: attention_mask,
// batch["attention_mask"], self.mask[:, 1:].
func namedMask(p *analyzer.Pass, n syntax.Node) bool {
	name := lastName(p, n)
	return name == "mask" || strings.HasSuffix(name, "_mask")
}

// namedSmall reports whether a value has the name of a count or index bounded by a
// vocabulary, a data set or a sequence: labels, token_ids, batch["lengths"],
// cond["fps_id"].
func namedSmall(p *analyzer.Pass, n syntax.Node) bool {
	name := lastName(p, n)
	switch name[strings.LastIndexByte(name, '_')+1:] {
	case "id", "ids", "token", "tokens", "label", "labels", "class", "classes", "index", "indices", "idx",
		"position", "positions", "length", "lengths":
		return true
	}
	return strings.HasPrefix(name, "is_") || strings.HasPrefix(name, "has_")
}

// lastName is the name that an expression gives a value: the name of a variable or an
// attribute, the key of an item, and for a row or a part of a value the name of the
// whole; "" for others.
func lastName(p *analyzer.Pass, n syntax.Node) string {
	n = p.Tree.Unparen(n)
	switch p.Tree.Kind(n) {
	case syntax.KindIdentifier:
		return p.Tree.Text(n)
	case syntax.KindAttribute:
		return p.Tree.Text(p.Tree.AttrName(n))
	case syntax.KindSubscript:
		if key, ok := p.Tree.StringValue(p.Tree.Child(n, syntax.FieldSubscript)); ok {
			return key
		}
		return lastName(p, p.Tree.Child(n, syntax.FieldValue))
	}
	return ""
}
