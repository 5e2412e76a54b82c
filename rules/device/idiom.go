package device

import (
	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules/internal/origin"
	"github.com/neuronlint/neuronlint/rules/internal/rewrite"
	"github.com/neuronlint/neuronlint/rules/internal/words"
)

var ifAvailable = &analyzer.Rule{
	Code:     "NRN102",
	Name:     "cuda-if-available",
	Chooses:  true,
	AsksCUDA: true,
	Category: analyzer.CategoryDevice,
	Fix:      analyzer.Safe,
	Since:    "0.1.0",
	Doc: `A conditional expression that falls back to the CPU without CUDA.

## What breaks

torch.cuda.is_available() is False on Neuron, so the program silently runs on the host
CPU, orders of magnitude slower than intended.

## Example

    device = "cuda" if torch.cuda.is_available() else "cpu"

## Use instead

    device = "neuron" if torch.accelerator.is_available() else "cpu"

With --rewrite portable:

    device = torch.accelerator.current_accelerator().type if torch.accelerator.is_available() else "cpu"

If the expression asks for other accelerators too (mps, xpu), an arm for Neuron is added
after them and the others stay.

The fix is withheld if the same query guards code without a fix. It is unsafe before
communication between processes whose process group is not visible, because Gloo accepts
only host tensors.

## Source

torch.accelerator finds the Neuron device by itself: AWS Neuron SDK 2.32,
frameworks/torch/pytorch-native-overview.rst.
`,
	Words: words.Device,
	Run:   runIfAvailable,
}

func runIfAvailable(p *analyzer.Pass) error {
	for _, g := range p.Model.Guards() {
		if g.Kind != semantic.GuardIdiom {
			continue
		}
		d := analyzer.Diagnostic{
			Span:       p.Tree.Span(g.Node),
			Message:    "falls back to the CPU on Neuron because `" + rewrite.Code(p, g.Atoms[0]) + "` " + answer(p, g.Atoms[0]),
			Help:       idiomHelp(p),
			Severity:   analyzer.Error,
			Confidence: analyzer.Certain,
			API:        "torch.cuda.is_available",
			Fact:       fact(p, "torch.cuda.is_available"),
			Related:    origin.Deciding(p, g.Atoms[0], idiomPlaces(p, g)),
			Fixes:      idiomFixes(p, g),
		}
		if reference(p) {
			d.Severity, d.Help, d.Fixes = analyzer.Info, "nothing to do: the reference that a test of JAX code compares with can run on the host", nil
		}
		p.Report(d)
	}
	return nil
}

// idiomPlaces points at the code that runs on the host for the device that an idiom
// selects.
func idiomPlaces(p *analyzer.Pass, g *semantic.Guard) []analyzer.Related {
	for _, s := range selected(p, g) {
		return sinkPlaces(p, s)
	}
	return nil
}

func idiomHelp(p *analyzer.Pass) string {
	switch p.Target.Rewrite {
	case opsdb.RewritePortable:
		return "get the device from `torch.accelerator`"
	case opsdb.RewriteXLA:
		return "select `\"xla\"`, with `import torch_xla`"
	}
	return "test `torch.accelerator.is_available()` and select `\"neuron\"`"
}

// selectedByGuard reports whether n is the device that an idiom selects; NRN102 reports
// the idiom as a whole.
func selectedByGuard(p *analyzer.Pass, n syntax.Node) bool {
	return p.Model.ChosenByIdiom(n)
}

func idiomFixes(p *analyzer.Pass, g *semantic.Guard) []analyzer.Fix {
	fix := idiomFix(p, g)
	if g.Vendors {
		return arms(&fix)
	}
	return []analyzer.Fix{fix}
}

func idiomFix(p *analyzer.Pass, g *semantic.Guard) analyzer.Fix {
	fix := analyzer.Fix{
		Title: "select the Neuron device", Safety: analyzer.Display,
		Group: rewrite.Group(p, g.Atoms[0]), Requires: requires(p),
	}
	sources := selected(p, g)
	switch {
	case keepsXLA(p):
		fix.Take(analyzer.ShownBecause(ownXLACode))
		return fix
	case g.Vendors:
		fix.Take(analyzer.ShownBecause(noArm(p, g.Atoms[0], g)))
		return chainExpression(p, g, sources, fix)
	}
	if p.Target.Rewrite == opsdb.RewriteXLA {
		fix.Title = "select the XLA device"
	}
	edits, trust := idiomQueries(p, g)
	switch {
	case edits == nil:
		fix.Take(trust)
		return fix
	case numbersXLA(p, sources):
		fix.Take(analyzer.ShownBecause(noXLANumber))
		return fix
	}
	closed := trust
	for _, s := range sources {
		e, ls, lc := selectedEdit(p, s)
		edits, trust, closed = append(edits, e...), trust.And(ls), closed.And(lc)
	}
	fix.Edits = edits
	fix.TakeBoth(trust, closed)
	if p.Target.Rewrite != opsdb.RewriteXLA && forCollectives(p, g.Atoms[0], sources) {
		fix.LimitBoth(analyzer.Doubtful(unknownGroup))
	}
	fix.Revives, fix.Shared = without(rewrite.GuardsDead(p, g.Atoms), g.Dead), p.Model.Shared(g.Atoms)
	return forXLA(p, fix, g.Node)
}

// unknownGroup is the doubt about a device before an exchange between processes.
const unknownGroup = "processes exchange tensors, and their group may not accept Neuron tensors"

// without leaves out the arm of the idiom itself, which the fix rewrites.
func without(regions, own []source.Span) []source.Span {
	var out []source.Span
	for _, r := range regions {
		if len(own) == 0 || r != own[0] {
			out = append(out, r)
		}
	}
	return out
}

func selected(p *analyzer.Pass, g *semantic.Guard) []*semantic.Source {
	return p.Model.DevicesIn(g.Dead)
}

// selectedEdit rewrites the literal of an idiom. It is trusted as the literal, whatever
// is written for it: on a Neuron machine the tensors lie there; closed is the trust if
// other files hide nothing.
func selectedEdit(p *analyzer.Pass, s *semantic.Source) (edits []analyzer.Edit, trust, closed analyzer.Trust) {
	closed = closedTrust(p, s)
	trust = literalTrust(p, s, closed)
	if p.Target.Rewrite != opsdb.RewritePortable {
		return append(deviceEdits(p, s), describing(p, s)...), trust, closed
	}
	if s.Form != semantic.FormPlain || len(s.Component.Compares) > 0 {
		return nil, analyzer.Shown(), analyzer.Shown()
	}
	text, edits, ok := rewrite.Qualified(p, accelerator, s.Node)
	if !ok {
		return nil, analyzer.Shown(), analyzer.Shown()
	}
	return append(edits, rewrite.Replace(p, s.Node, text+"().type")), trust, closed
}

// chainExpression adds an arm for Neuron before the last alternative of a
// chain of conditional expressions.
func chainExpression(p *analyzer.Pass, g *semantic.Guard, sources []*semantic.Source, fix analyzer.Fix) analyzer.Fix {
	if p.Target.Rewrite != opsdb.RewriteNeuron || len(sources) != 1 || len(sources[0].Component.Compares) > 0 || len(g.Atoms) != 1 {
		return fix
	}
	body, _, last := p.Tree.Conditional(g.Node)
	for p.Tree.Kind(p.Tree.Unparen(last)) == syntax.KindConditional {
		_, _, last = p.Tree.Conditional(p.Tree.Unparen(last))
	}
	arm := armText(p, body, sources[0])
	if arm == "" {
		return fix
	}
	query, edits, ok := rewrite.Qualified(p, available, g.Node)
	if !ok {
		return fix
	}
	at := p.Tree.Span(last)
	at.End = at.Start
	fix.Title = "add a branch for Neuron"
	edits = append(edits, rewrite.Edit(p, at, arm+" if "+query+"() else "))
	fix.Edits = edits
	fix.Group = rewrite.Group(p, sources[0].Node)
	closed := closedTrust(p, sources[0])
	fix.TakeBoth(literalTrust(p, sources[0], closed), closed)
	return fix
}

// armText is the text of an arm with its CUDA device exchanged.
func armText(p *analyzer.Pass, arm syntax.Node, s *semantic.Source) string {
	edits := rewrite.DeviceString(p, s.Node, rewrite.Native)
	if len(edits) != 1 || s.Form == semantic.FormComputed {
		return ""
	}
	span, e := p.Tree.Span(arm), edits[0]
	src := p.Tree.Source()
	return string(src[span.Start:e.Span.Start]) + e.Text + string(src[e.Span.End:span.End])
}
