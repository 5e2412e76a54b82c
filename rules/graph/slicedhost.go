package graph

import (
	"slices"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// slicedForHost reports whether all slices that begin at a value read are copied to the
// host at once: x[n : n+4].tolist(). They make no tensor for which a position kept on
// the device would help.
func slicedForHost(p *analyzer.Pass, value syntax.Node) bool {
	f := &following{p: p}
	f.of(value, maxVariables)
	ends := f.ends
	if len(ends) == 0 {
		ends = []syntax.Node{value}
	}
	return !slices.ContainsFunc(ends, func(use syntax.Node) bool { return !copiedToHost(p.Tree, use) })
}

// copiedToHost reports whether the slice that a value is part of is copied at once.
func copiedToHost(t *syntax.Tree, n syntax.Node) bool {
	for t.Kind(n) != syntax.KindSubscript {
		if n = t.Parent(n); n == syntax.None || t.Kind(n) == syntax.KindExpressionStatement {
			return false
		}
	}
	attr := t.Parent(n)
	if t.Kind(attr) != syntax.KindAttribute || t.Object(attr) != n {
		return false
	}
	switch t.View(t.AttrName(attr)) {
	case "tolist", "cpu", "numpy", "item":
		return true
	}
	return false
}
