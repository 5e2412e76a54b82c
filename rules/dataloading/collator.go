package dataloading

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// collator begins the names of the classes of Transformers that make batches of
// examples.
const collator = "transformers.DataCollator"

// isCollator reports whether a call makes a collator, which is then called for
// one batch after another wherever it is made.
func isCollator(p *analyzer.Pass, call syntax.Node) bool {
	name, _ := p.Model.CallName(call)
	return strings.HasPrefix(name, collator)
}

// collatesToLongest reports whether a call makes a collator that pads to the
// longest example because it is told nothing else.
func collatesToLongest(p *analyzer.Pass, call syntax.Node) bool {
	position := 1
	switch name, _ := p.Model.CallName(call); name {
	case collator + "WithPadding", collator + "ForTokenClassification":
	case collator + "ForSeq2Seq":
		position = 2 // behind the model
	default:
		return false
	}
	return !toldToPad(p, call, position)
}

// toldToPad reports whether a call says how to pad, or may do so: padding is its
// parameter at a position.
func toldToPad(p *analyzer.Pass, call syntax.Node, position int) bool {
	_, _, splat := p.Tree.ArgCount(call)
	return splat || p.Tree.Arg(call, position, "padding") != syntax.None || p.Tree.Keyword(call, "pad_to_multiple_of") != syntax.None
}

// padsByDefault reports whether a call has a tokenizer pad to the longest example
// because it is told nothing else: tokenizer.pad(examples, return_tensors="pt").
func padsByDefault(p *analyzer.Pass, call syntax.Node) bool {
	callee := p.Tree.Callee(call)
	if p.Tree.Kind(callee) != syntax.KindAttribute || p.Tree.Text(p.Tree.AttrName(callee)) != "pad" {
		return false
	}
	examples := p.Tree.Arg(call, 0, "encoded_inputs")
	return examples != syntax.None && !toldToPad(p, call, 1) && !oneText(p, call) && isTokenizer(p, p.Tree.Object(callee))
}

// isTokenizer reports whether an expression is a tokenizer of Transformers: one
// that the library loads, or what is called so in a file that uses the library.
func isTokenizer(p *analyzer.Pass, n syntax.Node) bool {
	for _, value := range p.Model.StandsFor(n) {
		if name, _ := p.Model.CallName(value); strings.HasPrefix(name, "transformers.") && strings.Contains(name, "Tokenizer") {
			return true
		}
	}
	return p.Model.ImportsAny("transformers") && strings.HasSuffix(p.Tree.Written(n), "okenizer") && !p.Model.RunsProject(p.Tree.Parent(p.Tree.Parent(n)))
}
