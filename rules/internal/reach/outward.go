package reach

import (
	"iter"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// Outward yields the nodes around n, from within, and before each the part of it that n
// is in: clauses, statements, definitions, and expressions that decide whether a part
// of them runs. Of expressions that evaluate all of their operands it yields the
// outermost as a part: there may be thousands within each other, and a walk outwards
// from each of them would take every step of the way each time.
func Outward(p *analyzer.Pass, n syntax.Node) iter.Seq2[syntax.Node, syntax.Node] {
	return func(yield func(part, in syntax.Node) bool) {
		for {
			part := whole(p, n)
			if n = p.Tree.Parent(part); n == syntax.None || !yield(part, n) {
				return
			}
		}
	}
}

// whole is the outermost expression that evaluates n along with all of its operands;
// n itself if there is none.
func whole(p *analyzer.Pass, n syntax.Node) syntax.Node {
	type key struct{}
	return analyzer.Once(p, key{}, func() []syntax.Node { return wholes(p.Tree) })[n]
}

// wholes is whole for each node of a tree.
func wholes(t *syntax.Tree) []syntax.Node {
	out := make([]syntax.Node, t.End(syntax.Root))
	for n := syntax.Root; n < t.End(syntax.Root); n++ {
		switch out[n] = n; t.Kind(t.Parent(n)) {
		case syntax.KindCall, syntax.KindArgumentList, syntax.KindKeywordArgument, syntax.KindAttribute, syntax.KindSubscript,
			syntax.KindBinaryOperator, syntax.KindUnaryOperator, syntax.KindNotOperator, syntax.KindParenthesized,
			syntax.KindList, syntax.KindTuple, syntax.KindExpressionList, syntax.KindDictionary, syntax.KindPair, syntax.KindSet:
			out[n] = out[t.Parent(n)]
		}
	}
	return out
}
