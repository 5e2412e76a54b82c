package rewrite

import (
	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// IsDevice reports whether an expression holds a device: by its kind, its
// name, or because a device string reaches it.
func IsDevice(p *analyzer.Pass, n syntax.Node) bool {
	t := p.Model.Type(n)
	if t.Kind == semantic.KindDevice || t.Kind == semantic.KindString {
		return true
	}
	switch p.Tree.Kind(n) {
	case syntax.KindIdentifier:
		return t.Kind == semantic.KindUnknown && semantic.DeviceName(p.Tree.Text(n))
	case syntax.KindAttribute:
		return t.Kind == semantic.KindUnknown && semantic.DeviceName(p.Tree.Text(p.Tree.AttrName(n)))
	}
	return false
}
