package flow

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// isAbstract reports whether a method is there for subclasses to define: it is marked as
// abstract, or has nothing to do but to raise.
func (tr *trace) isAbstract(def syntax.Node) bool {
	if tr.m.MethodClass(def) == syntax.None {
		return false
	}
	for _, dec := range tr.t.Decorators(def) {
		if strings.HasSuffix(tr.t.View(dec), "abstractmethod") {
			return true
		}
	}
	raises := false
	for stmt := range tr.t.Children(tr.t.Body(def)) {
		switch tr.t.Kind(stmt) {
		case syntax.KindRaise:
			raises = true
		case syntax.KindExpressionStatement:
			if !tr.t.IsDocstring(tr.t.First(stmt)) {
				return false
			}
		default:
			return false
		}
	}
	return raises
}
