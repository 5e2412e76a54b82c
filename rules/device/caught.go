package device

import (
	"slices"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// toldApart reports whether the code around n asks which error a missing device raises:
// PyTorch that was built without CUDA raises AssertionError for "cuda" and RuntimeError
// for any other device, and one handler takes the one and not the other.
func toldApart(p *analyzer.Pass, n syntax.Node) bool {
	type key struct{}
	list := analyzer.Once(p, key{}, func() map[syntax.Node][]syntax.Node { return tellingApart(p) })[p.Tree.EnclosingFunction(n)]
	i, found := slices.BinarySearch(list, n)
	return found || i > 0 && p.Tree.Within(n, list[i-1])
}

// tellingApart lists, by function, the blocks whose handlers tell the two exceptions
// apart, except those within another one: nodes within n have the numbers that follow
// that of n.
func tellingApart(p *analyzer.Pass) map[syntax.Node][]syntax.Node {
	blocks := make(map[syntax.Node][]syntax.Node)
	for try := range p.Tree.OfKind(syntax.KindTry) {
		block, fn := p.Tree.First(try), p.Tree.EnclosingFunction(try)
		list := blocks[fn]
		if len(list) > 0 && p.Tree.Within(block, list[len(list)-1]) {
			continue
		}
		if handler(p, try, "RuntimeError") != handler(p, try, "AssertionError") {
			blocks[fn] = append(list, block)
		}
	}
	return blocks
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
