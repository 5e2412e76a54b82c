package dataloading

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// joinsExamples reports whether a call makes batches of what a tokenizer yielded
// before: it makes a collator, or is tokenizer.pad. Examples of one length stay as
// long as they are there.
func joinsExamples(p *analyzer.Pass, call syntax.Node) bool {
	return isCollator(p, call) || strings.HasSuffix(p.Tree.Written(p.Tree.Callee(call)), "okenizer.pad")
}

// tokenizesToLength reports whether the file tokenizes its texts to a fixed length,
// and nowhere otherwise. Tensors are not what a collator is handed: a call that asks
// for them shows nothing.
func tokenizesToLength(p *analyzer.Pass) bool {
	type key struct{}
	return analyzer.Once(p, key{}, func() bool {
		if !p.Model.Says("max_length") {
			return false
		}
		found := false
		for _, call := range p.Model.Calls() {
			if joinsExamples(p, call) || p.Tree.Keyword(call, "return_tensors") != syntax.None || !isTokenizer(p, p.Tree.Callee(call)) {
				continue
			}
			if padding, _ := p.Model.Constant(p.Tree.Keyword(call, "padding")); padding.Text != "max_length" {
				return false
			}
			found = true
		}
		return found
	})
}
