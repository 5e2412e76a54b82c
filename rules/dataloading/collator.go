package dataloading

import (
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// collator begins the names of the classes of Transformers that make batches of
// examples.
const collator = "transformers.DataCollator"

// onlyCompared reports whether a tokenizer's result stays on the host: the program asks
// for its shape, compares it with other tokens and turns it back into text, to find the
// part that is cut off.
func onlyCompared(p *analyzer.Pass, call syntax.Node) bool {
	value := call
	if at := p.Tree.Parent(call); p.Tree.Kind(at) == syntax.KindAttribute {
		value = at // .input_ids
	}
	assign := p.Tree.Parent(value)
	sym := p.Model.Symbol(p.Tree.Child(assign, syntax.FieldLeft))
	if p.Tree.Kind(assign) != syntax.KindAssignment || sym == nil || len(sym.Uses) == 0 {
		return false
	}
	return !slices.ContainsFunc(sym.Uses, func(use syntax.Node) bool { return !compares(p, use) })
}

// compares reports whether a use of tokens is of that kind.
func compares(p *analyzer.Pass, use syntax.Node) bool {
	at := p.Tree.Parent(use)
	for p.Tree.Kind(at) == syntax.KindSubscript {
		at = p.Tree.Parent(at)
	}
	switch p.Tree.Kind(at) {
	case syntax.KindAttribute:
		return p.Tree.Text(p.Tree.AttrName(at)) == "shape"
	case syntax.KindArgumentList:
		callee := p.Tree.Callee(p.Tree.Parent(at))
		if name, _ := p.Model.Name(callee); name == "torch.equal" {
			return true
		}
		return p.Tree.Kind(callee) == syntax.KindAttribute && strings.HasSuffix(p.Tree.Text(p.Tree.AttrName(callee)), "decode")
	}
	return false
}

// isCollator reports whether a call makes a collator, which is then called for
// one batch after another wherever it is made.
func isCollator(p *analyzer.Pass, call syntax.Node) bool {
	name, _ := p.Model.CallName(call)
	return strings.HasPrefix(name, collator)
}

// collatesToLongest reports whether a call makes a collator that pads to the longest
// example by default.
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
	return splat || p.Tree.Arg(call, position, "padding") != syntax.None || roundsUp(p, call)
}

// padsByDefault reports whether a call has a tokenizer pad to the longest example by
// default: tokenizer.pad(examples, return_tensors="pt").
func padsByDefault(p *analyzer.Pass, call syntax.Node) bool {
	callee := p.Tree.Callee(call)
	if p.Tree.Kind(callee) != syntax.KindAttribute || p.Tree.Text(p.Tree.AttrName(callee)) != "pad" {
		return false
	}
	examples := p.Tree.Arg(call, 0, "encoded_inputs")
	return examples != syntax.None && !toldToPad(p, call, 1) && !oneText(p, call) && isTokenizer(p, p.Tree.Object(callee))
}

// isTokenizer reports whether an expression is a tokenizer of Transformers: one that
// the library loads, or an expression named so in a file that uses it.
func isTokenizer(p *analyzer.Pass, n syntax.Node) bool {
	for _, value := range p.Model.Alternatives(n) {
		if name, _ := p.Model.CallName(value); strings.HasPrefix(name, "transformers.") && strings.Contains(name, "Tokenizer") {
			return true
		}
	}
	return p.Model.ImportsAny("transformers") && strings.HasSuffix(p.Tree.Written(n), "okenizer") && !p.Model.RunsProject(p.Tree.Parent(p.Tree.Parent(n)))
}
