package device

import (
	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// feedsOwnChoice reports whether a call moves or makes a tensor that goes to an object of a
// library which has chosen its device by itself: nothing here tells it one, or moves it.
func feedsOwnChoice(p *analyzer.Pass, call syntax.Node) bool {
	return p.Model.FeedsOwnChoice(call)
}

// moves reports whether a method moves its object.
func moves(t *syntax.Tree, attr syntax.Node) bool {
	switch t.View(t.AttrName(attr)) {
	case "to", "cuda", "cpu", "set_device", "parallelize":
		return true
	}
	return false
}
