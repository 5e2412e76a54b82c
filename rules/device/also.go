package device

import (
	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/rules/internal/rewrite"
)

// also puts a fix before the one that renames a test: it lets the test hold for
// Neuron too, where devices come in that the file does not show. The test then
// says of CUDA and of the host what it said, so it is right whatever comes;
// whether the branch is right for Neuron, its body decides. Where all files
// together show every device, the test is renamed.
func also(p *analyzer.Pass, c *semantic.Compare, rename analyzer.Fix) []analyzer.Fix {
	edits := alsoEdits(p, c)
	if !p.Model.Extensible() || len(edits) == 0 || p.Tree.InError(c.Node) {
		return []analyzer.Fix{rename}
	}
	fix := rename
	fix.Title, fix.Edits = "test for the Neuron device too", edits
	fix.Safety, fix.Closed = analyzer.Safe, analyzer.Display
	return []analyzer.Fix{fix, rename}
}

// alsoEdits writes a test that holds for Neuron as well as for CUDA; nil if
// that takes more than the test itself.
func alsoEdits(p *analyzer.Pass, c *semantic.Compare) []analyzer.Edit {
	lit := p.Tree.Text(c.Literal)
	native := lit[:1] + rewrite.Native + lit[:1]
	both := "(" + lit + ", " + native + ")"
	switch p.Model.Extension(c) {
	case semantic.ExtendMembers:
		return []analyzer.Edit{insert(p, p.Tree.Stop(c.Literal), ", "+native)}
	case semantic.ExtendPattern:
		return []analyzer.Edit{insert(p, p.Tree.Stop(c.Literal), " | "+native)}
	case semantic.ExtendPrefix:
		return []analyzer.Edit{rewrite.Replace(p, c.Literal, both)}
	case semantic.ExtendEqual:
		return []analyzer.Edit{alsoEqual(p, c, both)}
	case semantic.ExtendPart:
		return []analyzer.Edit{alsoPart(p, c, native)}
	}
	return nil
}

// alsoEqual writes device.type in ("cuda", "neuron") for device.type == "cuda".
func alsoEqual(p *analyzer.Pass, c *semantic.Compare, both string) analyzer.Edit {
	in := " in "
	if c.Negated {
		in = " not in "
	}
	operands, _ := p.Tree.Comparison(c.Node)
	if operands[1] != c.Literal {
		return rewrite.Replace(p, c.Node, p.Tree.Text(c.Operand)+in+both)
	}
	return rewrite.Edit(p, source.Span{Start: p.Tree.Stop(operands[0]), End: p.Tree.Stop(c.Literal)}, in+both)
}

// alsoPart writes "cuda" in device or "neuron" in device for "cuda" in device.
func alsoPart(p *analyzer.Pass, c *semantic.Compare, native string) analyzer.Edit {
	join := " or "
	if c.Negated {
		join = " and "
	}
	text := p.Tree.Text(c.Node) + join + native + string(p.Tree.Source()[p.Tree.Stop(c.Literal):p.Tree.Stop(c.Node)])
	if p.Model.Condition(c.Node) != c.Node || !isCondition(p, c.Node) {
		text = "(" + text + ")"
	}
	return rewrite.Replace(p, c.Node, text)
}

// isCondition reports whether a test is the whole of a condition, so that `or`
// binds to nothing else.
func isCondition(p *analyzer.Pass, test syntax.Node) bool {
	switch p.Tree.Kind(p.Tree.Parent(test)) {
	case syntax.KindIf, syntax.KindElif, syntax.KindConditional:
		return true
	}
	return false
}
