package jax

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// optionName is the name of the option or the field whose value or default n is: a key
// of a dictionary, a parameter, an attribute, a flag that a call declares.
func optionName(p *analyzer.Pass, n syntax.Node) string {
	parent := p.Tree.Parent(n)
	switch p.Tree.Kind(parent) {
	case syntax.KindPair:
		if p.Tree.Field(n) == syntax.FieldValue {
			name, _ := p.Tree.StringValue(p.Tree.Child(parent, syntax.FieldKey))
			return name
		}
	case syntax.KindDefaultParameter, syntax.KindTypedDefaultParameter:
		return p.Tree.Text(p.Tree.Child(parent, syntax.FieldName))
	case syntax.KindAssignment:
		target := p.Tree.Child(parent, syntax.FieldLeft)
		if p.Tree.Kind(target) == syntax.KindSubscript {
			name, _ := p.Tree.StringValue(p.Tree.Child(target, syntax.FieldSubscript))
			return name
		}
		return ownName(p, target)
	case syntax.KindKeywordArgument:
		name := p.Tree.Text(p.Tree.Child(parent, syntax.FieldName))
		if call := p.Tree.Parent(p.Tree.Parent(parent)); name == "default" {
			return declaredBy(p, call)
		}
		return name
	case syntax.KindArgumentList:
		if call := p.Tree.Parent(parent); p.Tree.Arg(call, 1, "default") == n && presets(p, call) {
			return declaredBy(p, call)
		}
	}
	return ""
}

// presets reports whether a call takes the name of an option followed by its default:
// flags.DEFINE_string, or the get of an object that holds settings.
func presets(p *analyzer.Pass, call syntax.Node) bool {
	callee := p.Tree.Callee(call)
	name := ownName(p, callee)
	return strings.HasPrefix(name, "DEFINE_") || name == "get" && semantic.HoldsSettings(p.Tree, p.Tree.Object(callee))
}

// declaredBy is the option that a call declares or asks for: DEFINE_string("platform",
// "gpu", …), config.get("platform", "gpu"). A call that describes a field has the name
// of the field.
func declaredBy(p *analyzer.Pass, call syntax.Node) string {
	if name, ok := p.Tree.StringValue(p.Tree.Arg(call, 0, "name")); ok {
		return strings.ReplaceAll(strings.TrimLeft(name, "-"), "-", "_")
	}
	if p.Tree.Kind(p.Tree.Parent(call)) == syntax.KindAssignment {
		return optionName(p, call)
	}
	return ""
}
