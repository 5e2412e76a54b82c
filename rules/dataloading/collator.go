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
	_, _, splat := p.Tree.ArgCount(call)
	return !splat && p.Tree.Arg(call, position, "padding") == syntax.None && p.Tree.Keyword(call, "pad_to_multiple_of") == syntax.None
}
