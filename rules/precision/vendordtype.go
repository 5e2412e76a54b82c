package precision

import (
	"slices"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules/internal/rewrite"
	"github.com/neuronlint/neuronlint/rules/internal/words"
)

var vendorDtype = &analyzer.Rule{
	Code:     "NRN307",
	Name:     "dtype-by-vendor",
	Category: analyzer.CategoryDtype,
	Fix:      analyzer.Unsafe,
	Since:    "0.1.0",
	Doc: `A 64-bit type is chosen for all devices but those of some vendors.

## What breaks

The condition names the devices without 64-bit types, and Neuron is not among them, so
Neuron gets the wide type. Neuron's list of supported types lacks float64, and int64 is
computed as int32 unless the compiler is told otherwise.

## Example

    is_mps = sample.device.type == "mps"
    dtype = torch.float32 if is_mps else torch.float64

## Use instead

    is_mps = sample.device.type == "mps"
    dtype = torch.float32 if is_mps or sample.device.type == "neuron" else torch.float64

The fix is unsafe: another place may count on the wide type.

## When it is reported

- a choice between a 64-bit type and a shorter one by a test of devices other than CUDA
  and Neuron: in an expression, in a table, in the branches of a statement, or in one
  branch and the code before or after the statement
- the test may be x.is_mps, compare with a named list, or come from a variable or a
  function of the project
- a statement without a second branch, if a comment in it mentions 64 bits, if it
  shortens a tensor known to be 64-bit, or if it tests for at least two vendors

## Source

Cited with the finding: the data types in the documentation of the AWS Neuron SDK.
`,
	Words: words.Vendors,
	Run:   runVendorDtype,
}

// typeWords are words: every file that chooses a type or makes one short has one of
// them.
var typeWords = [...]string{"64", "32", "double", "long", "float(", "int("}

func runVendorDtype(p *analyzer.Pass) error {
	if !slices.ContainsFunc(typeWords[:], p.Model.TextHas) {
		return nil
	}
	for n := range p.Tree.OfKind(syntax.KindConditional, syntax.KindIf, syntax.KindDictionary) {
		switch p.Tree.Kind(n) {
		case syntax.KindConditional:
			body, cond, orelse := p.Tree.Conditional(n)
			if !judgeChoice(p, cond, body, orelse) {
				judgeShortened(p, cond, body, orelse)
			}
		case syntax.KindIf:
			judgeBranches(p, n)
		case syntax.KindDictionary:
			judgeTable(p, n)
		}
	}
	return nil
}

// judgeChoice reports a choice between two types where a condition of other vendors
// decides, with the type chosen if it holds and if it does not. It tells whether there
// is such a choice.
func judgeChoice(p *analyzer.Pass, cond, body, orelse syntax.Node) (isOne bool) {
	wide, holds := orelse, true
	if !narrowed(p, body, orelse) {
		wide, holds = body, false
		if !narrowed(p, orelse, body) {
			return false
		}
	}
	if test, ok := vendorTest(p, cond, holds, maxTests); ok {
		reportVendorDtype(p, wide, typeOf(p, wide), true, test.edits(p, cond, holds))
	}
	return true
}

// judgeBranches reports the same of an if statement with one other branch, each of which
// binds a name to a type or returns one; the other may be the code around the statement.
// Where nothing shows the other type, a comment has to name the subject.
func judgeBranches(p *analyzer.Pass, n syntax.Node) {
	branches := p.Tree.Branches(n)
	cond, body := p.Tree.Child(n, syntax.FieldCondition), p.Tree.Child(n, syntax.FieldConsequence)
	switch {
	case len(branches) == 2 && branches[1].Cond == syntax.None:
		for _, a := range outcomes(p, body) {
			for _, b := range outcomes(p, branches[1].Body) {
				if sameTarget(p, a, b) && judgeChoice(p, cond, outcome(p, a), outcome(p, b)) {
					return
				}
			}
		}
	case len(branches) > 2:
		return
	case len(branches) == 1:
		for _, a := range outcomes(p, body) {
			if typeOf(p, outcome(p, a)) != "" && judgeChoice(p, cond, outcome(p, a), outcome(p, otherwise(p, n, a))) {
				return
			}
		}
	}
	if wide := saysWide(p, n); wide != "" && shortens(p, body) {
		if test, ok := vendorTest(p, cond, true, maxTests); ok {
			reportVendorDtype(p, cond, wide, true, test.edits(p, cond, true))
		}
		return
	}
	for i, branch := range branches {
		for _, a := range outcomes(p, branch.Body) {
			short, held := outcome(p, a), p.Tree.Child(a, syntax.FieldLeft)
			if shortenedFor(p, cond, short, held, i == 0) {
				return
			}
		}
	}
}

// judgeTable reports a table by device that has a short type for other vendors, a wide
// one for the rest, and none for Neuron.
func judgeTable(p *analyzer.Pass, n syntax.Node) {
	short, last, wide := syntax.None, syntax.None, fallbackOf(p, n)
	for pair := range p.Tree.Children(n) {
		key, ok := p.Tree.StringValue(p.Tree.Child(pair, syntax.FieldKey))
		if p.Tree.Kind(pair) != syntax.KindPair || !ok || key == native(p) {
			return
		}
		if value := p.Tree.Child(pair, syntax.FieldValue); p.DB.Vendors().HasDevice(key) {
			short, last = value, pair
		} else if wide == syntax.None {
			wide = value
		}
	}
	if short == syntax.None || wide == syntax.None || !narrowed(p, short, wide) {
		return
	}
	text := ", " + `"` + native(p) + `": ` + p.Tree.Text(short)
	reportVendorDtype(p, wide, typeOf(p, wide), true, []analyzer.Edit{rewrite.Builder(p).Insert(p.Tree.Stop(last), text)})
}

// fallbackOf is what a table yields for all devices that it does not name:
// {"mps": torch.float32}.get(device.type, torch.float64).
func fallbackOf(p *analyzer.Pass, table syntax.Node) syntax.Node {
	attr := p.Tree.Parent(table)
	call := p.Tree.Parent(attr)
	if p.Tree.Kind(attr) != syntax.KindAttribute || p.Tree.Kind(call) != syntax.KindCall || p.Tree.Callee(call) != attr || p.Tree.View(p.Tree.AttrName(attr)) != "get" {
		return syntax.None
	}
	return p.Tree.Arg(call, 1, "")
}

// native is how the device of the target is called.
func native(p *analyzer.Pass) string {
	if p.Target.Rewrite == opsdb.RewriteXLA {
		return "xla"
	}
	return rewrite.Native
}

// reportVendorDtype reports a wide type where it is chosen, or the condition that
// leaves it wide; it is sure where the type is known.
func reportVendorDtype(p *analyzer.Pass, at syntax.Node, name string, sure bool, edits []analyzer.Edit) {
	fact, known := p.DB.DType(torchName(name), p.Target)
	if !known || fact.Supported == opsdb.SupportYes || fact.Supported == opsdb.SupportUnknown || p.Model.GuardedForNeuron(at) {
		return
	}
	gets := "Neuron gets `" + name + "`, which "
	if !sure {
		gets = "Neuron may get `" + name + "`, which "
	}
	d := analyzer.Diagnostic{
		Span: p.Tree.Span(at), Severity: analyzer.Warning, Confidence: analyzer.Likely, API: torchName(name), Fact: fact.Ref,
		Message: gets + "it may not have: the condition names only devices of other vendors",
		Help:    "name `\"" + native(p) + "\"` as well",
	}
	if fact.Supported != opsdb.SupportNo || !sure {
		d.Severity = analyzer.Info
	}
	if fact.Supported != opsdb.SupportNo {
		d.Message = gets + "is computed in 32 bits: the condition names only devices of other vendors"
	}
	d.Fixes = vendorFix(p, at, edits)
	p.Report(d)
}

// vendorFix names Neuron in a condition beside other vendors.
func vendorFix(p *analyzer.Pass, at syntax.Node, edits []analyzer.Edit) []analyzer.Fix {
	if len(edits) == 0 || p.Tree.InError(at) {
		return nil
	}
	fix := analyzer.Fix{Title: "choose the same for Neuron", Edits: edits, Requires: analyzer.Requires{Stack: p.Target.Rewrite.Stack()}}
	fix.Take(analyzer.Doubtful("the condition may decide more than the dtype"))
	return []analyzer.Fix{fix}
}
