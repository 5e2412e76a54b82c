package device

import (
	"slices"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules/internal/rewrite"
	"github.com/neuronlint/neuronlint/rules/internal/words"
)

var deviceTest = &analyzer.Rule{
	Code:     "NRN107",
	Name:     "cuda-device-test",
	Chooses:  true,
	Category: analyzer.CategoryDevice,
	Fix:      analyzer.Safe,
	Since:    "0.1.0",
	Doc: `A device is tested for being CUDA.

## What breaks

device.type == "cuda", "cuda" in device and device.startswith("cuda") are never true for
a Neuron device. The accelerator branch (autocast, pinned memory, fused kernels)
silently never runs.

## Example

    device_type = "cuda" if "cuda" in device else "cpu"

## Use instead

    device_type = "neuron" if "neuron" in device else "cpu"

The test changes together with every literal that reaches it. If devices also come from
outside the analysed files, the test is widened to accept both:

    if x.device.type in ("cuda", "neuron"):

That is safe if the branches of all such tests in the file call only PyTorch and
functions of the file. It is unsafe if:

- other code has to know the device
- the test decides something undocumented on Neuron (gradient scaling, a generator on
  the device, channels_last)
- the result is passed on
- a value that the test selects may choose code elsewhere that is not known to run on
  Neuron: a function, a class or the name of a kernel
- the rewrite is portable, which keeps CUDA in all tests

A test stays unchanged if its branch holds a finding without a fix, or if its result
controls a GPU-only feature (pinned memory, fused optimizers). The device literal may
then still change by an unsafe fix, and the finding lists the tests to check by hand. If
the program would stop because of the unchanged test, nothing changes.

The distributed type of Accelerate is such a test as well: MULTI_GPU means GPUs only.

## When it is reported as a note

- a branch useful only on GPUs (a CUDA kernel, torch.nn.DataParallel, pinned memory
  before the same move): the test stays
- a branch that only creates a loss scaler: the test stays, and the finding is a warning
  if autocast in the file computes in float16, which goes unscaled on Neuron

## Source

The device type "neuron": AWS Neuron SDK 2.32,
frameworks/torch/pytorch-native-overview.rst.
`,
	Words: words.DeviceTest,
	Run:   runDeviceTest,
}

func runDeviceTest(p *analyzer.Pass) error {
	cs := newChoices(p)
	for _, c := range p.Model.Compares() {
		cs.report(c, false)
	}
	for _, c := range p.Model.Queried() {
		cs.report(c, true)
	}
	testDistributedType(p)
	return nil
}

// report reports a test; conditional if only other files can show that a device
// is tested.
func (cs *choices) report(c *semantic.Compare, conditional bool) {
	p := cs.pass
	if p.Model.GuardedForNeuron(c.Literal) || testsNeuron(p, c) {
		return
	}
	effect := missed(p, c.Node, c.Negated).waiting(p, c.Node, c.Negated)
	if p.Model.Misses(c) {
		effect = effect.missing()
	}
	if p.Tree.Kind(p.Tree.Parent(c.Literal)) == syntax.KindPair && effect.kind == semantic.GuardOther {
		effect.text = "the table has no entry for Neuron"
	}
	fixes := lazily(p, cs.fixes(c, effect.kind))
	p.Report(analyzer.Diagnostic{
		Span:        p.Tree.Span(c.Literal),
		Message:     "`" + rewrite.Code(p, c.Operand) + "` is never CUDA on Neuron: " + effect.text,
		Help:        effect.help(fixes),
		Severity:    effect.severity,
		Confidence:  c.Confidence,
		Conditional: conditional,
		Refuses:     effect.kind == semantic.GuardAssertion,
		Fact:        fact(p, "torch.device"),
		Related:     testedDevice(p, c),
		Fixes:       fixes,
	})
}

// missed returns the consequence of a test for CUDA that fails on Neuron, and its
// severity.
func missed(p *analyzer.Pass, test syntax.Node, negated bool) effect {
	kind, taken := p.Model.Missed(test, negated)
	out := effectOf(kind)
	other := kind == semantic.GuardOther
	if kind == semantic.GuardGPUOnly && p.Model.OnlyScales(test, !negated) {
		return unscaled(p, out)
	}
	switch _, known := p.Model.Controlled(test, true); {
	case asksBeside(p, test):
		return out.beside(p, test)
	case other && decidesPinning(p, test):
		out.severity, out.text = analyzer.Info, "host memory is not pinned there"
	case !negated && !taken && (other || kind == semantic.GuardPlacement) && p.Model.StopsOtherwise(test):
		out.severity, out.text = analyzer.Error, verdicts[semantic.GuardAssertion].text
	case taken:
		out.severity, out.text = analyzer.Warning, "the branch for other devices runs"
	case other && !known:
		out.text = "the comparison is " + map[bool]string{false: "False", true: "True"}[negated]
	case other && p.Model.Selects(test):
		out.text = otherValue
	case kind == semantic.GuardIdiom && choosesType(p, test):
		out.severity, out.text = analyzer.Warning, otherValue
	}
	return out
}

// decidesPinning reports whether the outcome of a test is all that tells a call to pin
// host memory: pin_memory=device.type == "cuda".
func decidesPinning(p *analyzer.Pass, test syntax.Node) bool {
	arg := p.Tree.Parent(p.Model.Condition(test))
	return p.Tree.Kind(arg) == syntax.KindKeywordArgument && p.Tree.View(p.Tree.Child(arg, syntax.FieldName)) == "pin_memory"
}

// choosesType reports whether a test chooses the device type for autocast, which is
// passed to other functions as well. It does not decide where tensors go.
func choosesType(p *analyzer.Pass, test syntax.Node) bool {
	chosen := p.Tree.Parent(p.Model.Condition(test))
	found := false
	for _, s := range p.Model.DevicesIn([]source.Span{p.Tree.Span(chosen)}) {
		if !s.NamesType() {
			return false
		}
		found = true
	}
	return found
}

// testsNeuron reports whether the same test names the Neuron or XLA device
// too: device.type in ("cuda", "neuron"), or a table with an entry for it.
func testsNeuron(p *analyzer.Pass, c *semantic.Compare) bool {
	if pair := p.Tree.Parent(c.Literal); p.Tree.Kind(pair) == syntax.KindPair && keyedNeuron(p, p.Tree.Parent(pair)) {
		return true
	}
	return saysNeuron(p, c.Node)
}

// keyedNeuron reports whether a table has an entry for Neuron's device.
func keyedNeuron(p *analyzer.Pass, table syntax.Node) bool {
	type key struct{}
	return analyzer.Each(p, key{}, table, func() bool {
		for pair := range p.Tree.Children(table) {
			if p.Tree.Kind(pair) == syntax.KindPair && saysNeuron(p, p.Tree.Child(pair, syntax.FieldKey)) {
				return true
			}
		}
		return false
	})
}

// saysNeuron reports whether a text within n is the name of Neuron's device.
func saysNeuron(p *analyzer.Pass, n syntax.Node) bool {
	type key struct{}
	return analyzer.Each(p, key{}, n, func() bool {
		for n := range p.Tree.All(n) {
			if p.Tree.Kind(n) == syntax.KindString {
				if v, ok := p.Tree.StringValue(n); ok && (v == "neuron" || v == "xla") {
					return true
				}
			}
		}
		return false
	})
}

// testedDevice points at the literals that reach the test.
func testedDevice(p *analyzer.Pass, c *semantic.Compare) []analyzer.Related {
	var out []analyzer.Related
	for _, s := range c.Component.Sources {
		if len(out) == 2 {
			break
		}
		out = append(out, analyzer.Related{Span: p.Tree.Span(s.Node), Message: "the device comes from here"})
	}
	return out
}

// fixes are the ways to change a test: along with the literals that reach it, or by
// itself, to hold for Neuron too. A test that guards code useful only on GPUs stays as
// it is.
func (cs *choices) fixes(c *semantic.Compare, kind semantic.GuardKind) []analyzer.Fix {
	fix := analyzer.Fix{
		Title: "test for the Neuron device", Safety: analyzer.Display,
		Group: rewrite.Group(cs.pass, c.Literal), Requires: requires(cs.pass),
	}
	if keepsXLA(cs.pass) {
		fix.Take(analyzer.ShownBecause(ownXLACode))
		return []analyzer.Fix{fix}
	}
	regions, known := cs.pass.Model.Revived(c)
	if fix.Spare = cs.spare(c, regions); cs.pass.Model.Misses(c) {
		fix.Title, fix.Spare = "leave as it is", max(fix.Spare, analyzer.Unsafe)
		return []analyzer.Fix{fix}
	}
	if kind == semantic.GuardGPUOnly {
		fix.Title = "leave as it is"
		return []analyzer.Fix{fix}
	}
	if choosesForCUDA(cs.pass, c.Node) {
		fix.Take(analyzer.ShownBecause(featureOfGPUs))
		return []analyzer.Fix{fix}
	}
	regions = slices.Concat(regions, cs.pass.Model.Refused(c.Node, !c.Negated, regions))
	fix.Revives = cs.pass.Model.Reach(slices.Concat(regions, calledBehind(cs.pass, c.Node, c.Negated)))
	if choosesExpected(cs.pass, c.Node, c.Literal) {
		fix.Take(analyzer.ShownBecause("the numbers for CUDA were measured there, and nobody has measured Neuron"))
		return []analyzer.Fix{fix}
	}
	fix.Take(analyzer.ShownBecause("the test decides more than this place shows"))
	if cs.pass.Target.Rewrite == opsdb.RewritePortable || !known {
		return []analyzer.Fix{onRequest(cs.pass, c, fix, regions)}
	}
	edits := testEdits(cs.pass, c)
	beside, whole := besideTest(cs.pass, c)
	if len(edits) == 0 || !whole || cs.pass.Model.ForksCUDA(c.Node, regions) {
		return []analyzer.Fix{fix} // it would revive code that is not visible from here
	}
	fix.Edits = append(append(edits, beside...), lookedUp(cs.pass, c)...)
	if cs.pass.Model.Unproven(c.Node, regions) {
		unproven := analyzer.Doubtful("the branches do different things, so the CUDA branch may be for CUDA only")
		fix.TakeBoth(unproven, unproven)
		return []analyzer.Fix{fix}
	}
	fix.TakeBoth(renameTrust(cs.pass, c), analyzer.Sure())
	if picksText(cs.pass, c.Node) {
		fix.LimitBoth(analyzer.Doubtful(textOfGPUs))
	}
	if kind == semantic.GuardAssertion {
		fix = admitting(cs.pass, fix, c.Node)
	}
	if fix.Safety < analyzer.Safe && len(beside) == 0 {
		return also(cs.pass, c, fix)
	}
	return []analyzer.Fix{fix}
}
