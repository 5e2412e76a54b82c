package dataloading

import (
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/rules/internal/reach"
)

// collatesUnpadded reports whether a call makes the collator for language models, which
// pads to the longest example, in a file that has its tokenizer leave the texts of a data
// set as long as they are: data.map(lambda e: tokenizer(e["text"])). Mostly that collator
// is handed blocks of one length.
func collatesUnpadded(p *analyzer.Pass, call syntax.Node) bool {
	const keywordOnly = -1
	name, _ := p.Model.CallName(call)
	return name == collator+"ForLanguageModeling" && !toldToPad(p, call, keywordOnly) && !reach.InTestFile(p) && mapsUnpadded(p)
}

// mapsUnpadded reports whether the texts of a data set are tokenized so, and nothing in
// the file makes blocks of them.
func mapsUnpadded(p *analyzer.Pass) bool {
	type key struct{}
	return analyzer.Once(p, key{}, func() bool {
		if slices.ContainsFunc([]string{"block_size", "group_text", "chunk", "packing", "concatenat"}, p.Model.TextHas) {
			return false
		}
		return slices.ContainsFunc(p.Model.Calls(), func(call syntax.Node) bool {
			callee := p.Tree.Callee(call)
			return p.Tree.View(p.Tree.AttrName(callee)) == "map" && yieldsUnpadded(p, p.Tree.Arg(call, 0, "function"))
		})
	})
}

// yieldsUnpadded reports whether a function returns the result of a tokenizer that got
// no padding option.
func yieldsUnpadded(p *analyzer.Pass, fn syntax.Node) bool {
	var values []syntax.Node
	if p.Tree.Kind(fn) == syntax.KindLambda {
		values = []syntax.Node{p.Tree.Child(fn, syntax.FieldBody)}
	} else {
		p.Model.WithCalleeOf(fn, func(in *semantic.Model, def syntax.Node) {
			if in == p.Model {
				values = in.Returns(def)
			}
		})
	}
	return len(values) > 0 && !slices.ContainsFunc(values, func(n syntax.Node) bool { return !tokenizesUnpadded(p, n) })
}

// tokenizesUnpadded reports whether an expression is such a call, or a variable that
// only ever holds one.
func tokenizesUnpadded(p *analyzer.Pass, n syntax.Node) bool {
	n = p.Tree.Unparen(n)
	if defs := p.Model.ReachingDefs(n); len(defs) == 1 && defs[0].Kind == semantic.DefAssign {
		n = p.Tree.Unparen(defs[0].Value)
	}
	if p.Tree.Kind(n) != syntax.KindCall || !strings.HasSuffix(p.Tree.Written(p.Tree.Callee(n)), "okenizer") || p.Model.RunsProject(n) {
		return false
	}
	_, _, splat := p.Tree.ArgCount(n)
	return !splat && p.Tree.Keyword(n, "padding") == syntax.None && p.Tree.Keyword(n, "return_overflowing_tokens") == syntax.None &&
		p.Model.ImportsAny("transformers")
}
