package graph

import (
	"iter"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
)

// methodsOn yields the calls of methods on a value, one on the result of another: for x in
// x.view(-1).long() those of view and of long, with what the method does to a tensor.
func methodsOn(p *analyzer.Pass, n syntax.Node) iter.Seq2[syntax.Node, opsdb.Trait] {
	return func(yield func(syntax.Node, opsdb.Trait) bool) {
		for {
			attr := p.Tree.Parent(n)
			call := p.Tree.Parent(attr)
			if p.Tree.Kind(attr) != syntax.KindAttribute || p.Tree.Object(attr) != n || p.Tree.Callee(call) != attr ||
				!yield(call, p.DB.Trait(p.Tree.Text(p.Tree.AttrName(attr)))) {
				return
			}
			n = call
		}
	}
}

// withValues is the last of the methods called on a tensor whose results hold values of
// it, in whatever shape, place and dtype.
func withValues(p *analyzer.Pass, n syntax.Node) syntax.Node {
	for call, trait := range methodsOn(p, n) {
		if trait.Elements == "" {
			break
		}
		n = call
	}
	return n
}

// movedFrom reports whether a method moves the values of a tensor to the device.
func movedFrom(p *analyzer.Pass, n syntax.Node) bool {
	for call, trait := range methodsOn(p, n) {
		switch {
		case toDevice(p, call):
			return true
		case trait.Elements == "":
			return false
		}
	}
	return false
}
