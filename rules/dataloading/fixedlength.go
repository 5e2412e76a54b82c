package dataloading

import (
	"fmt"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// joinsExamples reports whether a call makes batches of a tokenizer's earlier results:
// it makes a collator, or is tokenizer.pad. Examples of one length stay as long as they
// are there.
func joinsExamples(p *analyzer.Pass, call syntax.Node) bool {
	return isCollator(p, call) || strings.HasSuffix(p.Tree.Written(p.Tree.Callee(call)), "okenizer.pad")
}

// tokenizesToLength reports whether the file tokenizes its texts to a fixed length, and
// nowhere otherwise. Collators do not take tensors: a call that asks for them shows
// nothing.
func tokenizesToLength(p *analyzer.Pass) bool {
	type key struct{}
	return analyzer.Once(p, key{}, func() bool {
		if !p.Model.TextHas("max_length") {
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

// fewLengths is the smallest multiple for which padded texts have few enough lengths to
// compile each of them. Multiples for the matrix units of GPUs lie below.
const fewLengths = 64

// roundsUp reports whether a call pads to a multiple that leaves few lengths, or may do so.
func roundsUp(p *analyzer.Pass, call syntax.Node) bool {
	multiple := p.Tree.Keyword(call, "pad_to_multiple_of")
	return multiple != syntax.None && smallMultiple(p, multiple) == 0
}

// smallMultiple is the multiple that an argument names, 1 for None, or the larger one of a
// choice; 0 where it is not known, or large.
func smallMultiple(p *analyzer.Pass, n syntax.Node) int {
	n = p.Tree.Unparen(n)
	switch p.Tree.Kind(n) {
	case syntax.KindNoneLiteral:
		return 1
	case syntax.KindConditional:
		then, _, otherwise := p.Tree.Conditional(n)
		one, other := smallMultiple(p, then), smallMultiple(p, otherwise)
		if one == 0 || other == 0 {
			return 0
		}
		return max(one, other)
	}
	if c, known := p.Model.Constant(n); known && c.Kind == semantic.ConstantNumber && c.Number >= 1 && c.Number < fewLengths {
		return int(c.Number)
	}
	return 0
}

// longestText names the length that a call pads its texts to.
func longestText(p *analyzer.Pass, call syntax.Node) string {
	if multiple := p.Tree.Keyword(call, "pad_to_multiple_of"); multiple != syntax.None && smallMultiple(p, multiple) > 1 {
		return fmt.Sprintf("text, up to a multiple of %d,", smallMultiple(p, multiple))
	}
	return "text"
}
