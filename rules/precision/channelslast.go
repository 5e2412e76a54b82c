package precision

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/rules/internal/reach"
	"github.com/neuronlint/neuronlint/rules/internal/usage"
	"github.com/neuronlint/neuronlint/rules/internal/words"
)

var channelsLast = &analyzer.Rule{
	Code:     "NRN312",
	Name:     "channels-last",
	Category: analyzer.CategoryBackendFlag,
	Since:    "0.1.0",
	Doc: `A tensor or module is put into the channels_last layout.

## What breaks

The channels-last layout speeds up cuDNN's 16-bit convolutions and is undocumented for
Neuron. The only source, a pre-release of the native backend, rejects copies into any
layout but the contiguous one, so the program may stop there.

## Example

    model = model.to(memory_format=torch.channels_last)
    x = x.contiguous(memory_format=torch.channels_last)

## When there is no fix

Keep the contiguous layout, or ask for channels_last on CUDA only.

## When it is reported

- once for a file, as a note with all places

## When it is silent

- code that runs only on CUDA
- a layout that is only queried, or taken over from an existing tensor
- a program that names no device
- torch-xla, for which nothing is known

## Source

An unreleased snapshot of the native backend, python_ops/cast_policy.py.
`,
	Words: words.Torch,
	Run:   runChannelsLast,
}

func isChannelsLast(name string) bool {
	return name == "torch.channels_last" || name == "torch.channels_last_3d"
}

func runChannelsLast(p *analyzer.Pass) error {
	if p.Model.Deviceless() {
		return nil
	}
	var found alike
	for u := range usage.Of(p, isChannelsLast) {
		row, known := p.DB.Replacement(u.Name, p.Target.Rewrite)
		if !known || u.Stored || u.Mentioned || u.Longer || p.Model.GuardedForNeuron(u.Node) || p.Model.Skipped(u.Node) || !setsLayout(p, u.Node) {
			continue
		}
		d := analyzer.Diagnostic{
			Span: p.Tree.Span(u.Node), Severity: analyzer.Info, Confidence: u.Confidence, API: u.Name, Fact: row.Ref,
			Message: "`" + u.Name + "` may be rejected on Neuron, where copies are known to take only the contiguous layout",
			Help:    "keep the contiguous layout, or use this one on CUDA only",
		}
		if reach.InTestFile(p) || p.Model.Region(u.Node) == semantic.RegionTest {
			d.Confidence = analyzer.Possible // tests run on the CPU, too
		}
		found.add(p, u.Node, d, "and here", "channels_last", syntax.None)
	}
	found.report(p)
	return nil
}

// setsLayout reports whether the name of a layout says into which one to copy: it is
// passed as memory_format, at once or through a variable.
func setsLayout(p *analyzer.Pass, n syntax.Node) bool {
	at := p.Tree.Parent(n)
	for ; p.Tree.Kind(at) == syntax.KindConditional || p.Tree.Kind(at) == syntax.KindParenthesized; n, at = at, p.Tree.Parent(at) {
		if p.Tree.Kind(at) != syntax.KindConditional {
			continue
		}
		if _, test, _ := p.Tree.Conditional(at); asksLayout(p, test) || choosesByCUDA(p, test) {
			return false
		}
	}
	if p.Tree.Kind(at) != syntax.KindAssignment || p.Tree.Field(n) != syntax.FieldRight {
		return copiesInto(p, n)
	}
	sym := p.Model.Symbol(p.Tree.Child(at, syntax.FieldLeft))
	if sym == nil {
		return false
	}
	for _, use := range sym.Uses {
		if copiesInto(p, use) {
			return true
		}
	}
	return false
}

// copiesInto reports whether an expression is the layout that a call makes a tensor in.
// One that a call only asks for is not.
func copiesInto(p *analyzer.Pass, n syntax.Node) bool {
	arg := p.Tree.Parent(n)
	if p.Tree.Kind(arg) != syntax.KindKeywordArgument || p.Tree.Text(p.Tree.Child(arg, syntax.FieldName)) != "memory_format" {
		return false
	}
	callee := p.Tree.Callee(p.Tree.Parent(p.Tree.Parent(arg)))
	return !strings.HasSuffix(p.Tree.Text(callee), "is_contiguous") && !p.Model.OnHost(p.Tree.Object(callee))
}

// asksLayout reports whether a condition asks a tensor for its layout: the choice then
// keeps that layout: x.stride(1) == 1.
func asksLayout(p *analyzer.Pass, test syntax.Node) bool {
	for n := range p.Tree.All(test) {
		if p.Tree.Kind(n) != syntax.KindAttribute {
			continue
		}
		switch p.Tree.Text(p.Tree.AttrName(n)) {
		case "stride", "is_contiguous":
			return true
		}
	}
	return false
}

// choosesByCUDA reports whether a condition rests on whether the device is one of CUDA:
// it reads a variable assigned behind such a test.
func choosesByCUDA(p *analyzer.Pass, test syntax.Node) bool {
	for n := range p.Tree.All(test) {
		if p.Tree.Kind(n) != syntax.KindIdentifier {
			continue
		}
		for _, d := range p.Model.ReachingDefs(n) {
			around := p.Tree.Parent(p.Tree.Parent(p.Tree.Statement(d.Node))) // of the block
			if d.Kind == semantic.DefAssign && p.Tree.Kind(around) == syntax.KindIf && strings.Contains(p.Tree.Text(p.Tree.Condition(around)), "cuda") {
				return true
			}
		}
	}
	return false
}
