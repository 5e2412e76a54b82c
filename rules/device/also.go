package device

import (
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/rules/internal/rewrite"
)

// also puts a fix before the one that renames a test: it lets the test hold for Neuron
// too, where devices come in from outside the file. The outcome of the test for CUDA
// and for the host stays the same, so it is right for every device; whether the branch
// is right for Neuron depends on its body. Where all files together show every device,
// the test is renamed.
func also(p *analyzer.Pass, c *semantic.Compare, rename analyzer.Fix) []analyzer.Fix {
	edits := alsoEdits(p, c)
	if !p.Model.Extensible() || len(edits) == 0 || p.Tree.InError(c.Node) {
		return []analyzer.Fix{rename}
	}
	fix := rename
	fix.Title, fix.Edits = "test for the Neuron device too", edits
	fix.TakeBoth(analyzer.Sure(), analyzer.Shown())
	return []analyzer.Fix{fix, rename}
}

// onRequest lets a test hold for Neuron too where it stays for CUDA, or where its
// outcome is handed on: its effect elsewhere is not visible from here.
func onRequest(p *analyzer.Pass, c *semantic.Compare, fix analyzer.Fix, regions []source.Span) analyzer.Fix {
	edits := alsoEdits(p, c)
	beside, whole := besideTest(p, c)
	if len(edits) == 0 || !whole || p.Tree.InError(c.Node) || p.Model.ForksCUDA(c.Node, regions) || choosesForCUDA(p, c.Node) {
		return fix
	}
	fix.Title, fix.Edits = "test for the Neuron device too", slices.Concat(edits, beside)
	unseen := analyzer.Doubtful(decidesElsewhere)
	fix.TakeBoth(unseen, unseen)
	return fix
}

// choosesForCUDA reports whether the outcome of a test is handed on under a name for a
// feature that only GPUs have, or that Neuron is not known to have: pinned memory,
// fused optimizers, a scaler of losses.
func choosesForCUDA(p *analyzer.Pass, test syntax.Node) bool {
	name := ""
	switch parent := p.Tree.Parent(p.Model.Condition(test)); p.Tree.Kind(parent) {
	case syntax.KindKeywordArgument:
		called, _ := p.Model.CallName(p.Tree.Parent(p.Tree.Parent(parent)))
		name = p.Tree.Text(p.Tree.Child(parent, syntax.FieldName)) + called
	case syntax.KindArgumentList:
		name, _ = p.Model.CallName(p.Tree.Parent(parent))
	case syntax.KindAssignment:
		name = p.Tree.Text(p.Tree.Child(parent, syntax.FieldLeft))
	case syntax.KindConditional:
		return widens(p, parent, p.Model.Condition(test))
	case syntax.KindReturn:
		name = p.Tree.Text(p.Tree.FuncName(p.Tree.EnclosingFunction(parent)))
	}
	name = strings.ToLower(name)
	return slices.ContainsFunc(forGPUs[:], func(word string) bool { return strings.Contains(name, word) })
}

// widens reports whether a condition chooses a type of 64 bits, which Neuron has not.
func widens(p *analyzer.Pass, choice, test syntax.Node) bool {
	body, cond, _ := p.Tree.Conditional(choice)
	name, _ := p.Model.Name(body)
	return cond == test && (name == "torch.float64" || name == "torch.double")
}

// forGPUs are words in the names of features that only GPUs have.
var forGPUs = [...]string{"pin", "fused", "scaler", "flash", "triton", "nccl", "graph", "tf32", "capab", "xformers"}

// alsoEdits writes a test that holds for Neuron as well as for CUDA; nil if
// that takes more than the test itself.
func alsoEdits(p *analyzer.Pass, c *semantic.Compare) []analyzer.Edit {
	lit := p.Tree.Text(c.Literal)
	native := lit[:1] + rewrite.DeviceType(p) + lit[:1]
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

// isCondition reports whether a test is a complete condition, where `or` binds to
// nothing else.
func isCondition(p *analyzer.Pass, test syntax.Node) bool {
	switch p.Tree.Kind(p.Tree.Parent(test)) {
	case syntax.KindIf, syntax.KindElif, syntax.KindConditional:
		return true
	}
	return false
}
