package device

import (
	"slices"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// toldApart reports whether the code around n asks what a device that is not
// there raises: PyTorch that was built without CUDA raises AssertionError for
// "cuda" and RuntimeError for any other device, and one handler takes the one
// and not the other.
func toldApart(p *analyzer.Pass, n syntax.Node) bool {
	for child, try := n, p.Tree.Parent(n); try != syntax.None; child, try = try, p.Tree.Parent(try) {
		switch p.Tree.Kind(try) {
		case syntax.KindFunction, syntax.KindLambda:
			return false
		case syntax.KindTry:
			if child == p.Tree.First(try) && handler(p, try, "RuntimeError") != handler(p, try, "AssertionError") {
				return true
			}
		}
	}
	return false
}

// handler is the first handler of a try statement that takes an exception.
func handler(p *analyzer.Pass, try syntax.Node, exception string) syntax.Node {
	takes := func(class syntax.Node) bool {
		name := p.Tree.Text(class)
		return name == exception || name == "Exception" || name == "BaseException"
	}
	for c := p.Tree.Next(p.Tree.First(try)); c != syntax.None; c = p.Tree.Next(c) {
		if k := p.Tree.Kind(c); k != syntax.KindExcept && k != syntax.KindExceptGroup {
			continue
		}
		if classes, bare := p.Tree.Caught(c); bare || slices.ContainsFunc(classes, takes) {
			return c
		}
	}
	return syntax.None
}
