package jax

import (
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules/internal/words"
)

var platformTest = &analyzer.Rule{
	Code:     "NRN802",
	Name:     "jax-platform-test",
	Category: analyzer.CategoryDevice,
	Since:    "0.1.0",
	Doc: `A test whether JAX runs on a GPU.

## What breaks

On Neuron jax.default_backend() and a device's platform are "neuron", so a comparison
with "gpu" is false, and the program takes the branch for other machines, often the
CPU's. An assertion such as chex.assert_gpu_available() fails, a dictionary indexed by
platform lacks the key, and jax.lax.platform_dependent uses its default, or raises
without one. device_kind names no NVIDIA product either.

## Example

    if jax.default_backend() == "gpu":
        dtype = jnp.bfloat16

## Use instead

    if jax.default_backend() in ("gpu", "neuron"):
        dtype = jnp.bfloat16

## When there is no fix

The comparison has three meanings: any accelerator, a CUDA GPU, not a CPU. Only the
content of the branch shows which one is meant, so a person must make the change.

## When it is reported

- The platform is followed through variables, attributes and functions of the project.
- A setting of the program (args.platform, config["hardware"], a parameter called
  backend) compared with "gpu" counts as a test of it; the finding shows the default if
  that is "gpu".
- A test of "tpu" excludes Neuron as well. It is a note, since it may be meant for TPUs
  only.
- compute_capability, which only GPUs have, is read from whichever device JAX has.

## When it is silent

- code for that platform, according to the function's name, its exception, a flag or the
  reason of a skipped test

## Source

AWS Neuron SDK 2.26, frameworks/jax/setup/jax-setup.rst, for the platform's name.
`,
	Words: words.JAX,
	Run: onJAX(func(p *analyzer.Pass) {
		for t := range platformTests(p) {
			if forNeuron(p, t.at) || t.tpu && (t.option != syntax.None || !t.lookup && forTPUsAlone(p, t.at)) {
				continue
			}
			reportPlatformTest(p, t)
		}
		reportDependent(p)
		reportAvailable(p)
		reportCapability(p)
	}),
}

// forNeuron reports whether a test provides for Neuron. A condition that calls
// xla_bridge, which is JAX's own, is no sign of it.
func forNeuron(p *analyzer.Pass, n syntax.Node) bool {
	text := strings.ToLower(p.Tree.Text(n))
	return strings.Contains(text, platformName) || p.Model.GuardedForNeuron(n) && !strings.Contains(text, "xla_bridge")
}

// test is one place where a platform is compared with the name of GPUs, or of TPUs and
// not of GPUs.
type test struct {
	at         syntax.Node
	lookup     bool        // a dictionary is asked for the platform
	tpu        bool        // the name is that of TPUs
	option     syntax.Node // the setting of the program that is held against the name; None for a platform
	confidence analyzer.Confidence
}

// testsPlatform reports whether a file asks anywhere if it runs on a GPU.
func testsPlatform(p *analyzer.Pass) bool {
	type key struct{}
	return analyzer.Once(p, key{}, func() bool {
		for t := range platformTests(p) {
			if !t.tpu {
				return true
			}
		}
		return false
	})
}

// platformTests yields the places where the platform that JAX runs on is tested.
func platformTests(p *analyzer.Pass) func(yield func(test) bool) {
	return func(yield func(test) bool) {
		for n, text := range p.Model.StringsWith(func(text string) bool { return isGPU(text) || nvidia(text) || isTPU(text) || kindOfGPU(text) }) {
			t, ok := testedBy(p, n)
			t.tpu = isTPU(text)
			if kindOfGPU(text) && t.option == syntax.None {
				continue
			}
			if ok && (!nvidia(text) || p.Tree.Kind(t.at) != syntax.KindSubscript) && !yield(t) {
				return
			}
		}
	}
}

// kindOfGPU reports whether a string is a word of the program's own that begins with
// the name of GPUs: "gpu_multiprocess".
func kindOfGPU(text string) bool {
	return strings.HasPrefix(text, "gpu_") || strings.HasPrefix(text, "cuda_")
}

// nvidia reports whether a string is part of the name of a product of NVIDIA, as found
// in device_kind.
func nvidia(text string) bool {
	text = strings.ToLower(text)
	return slices.ContainsFunc([]string{"nvidia", "tesla", "geforce", "rtx", "a100", "h100", "h200", "v100", "b200", "a10g"},
		func(s string) bool { return strings.Contains(text, s) })
}

// testedBy finds the test that compares a platform with the string n.
func testedBy(p *analyzer.Pass, n syntax.Node) (test, bool) {
	at, parent := n, p.Tree.Parent(n)
	switch p.Tree.Kind(parent) {
	case syntax.KindTuple, syntax.KindList, syntax.KindSet:
		if !speaksFor(p, n, parent) {
			return test{}, false
		}
		at, parent = parent, p.Tree.Parent(parent)
	case syntax.KindPair:
		return lookedUp(p, n, parent)
	}
	switch p.Tree.Kind(parent) {
	case syntax.KindComparison:
		operands, _ := p.Tree.Comparison(parent)
		for _, o := range operands {
			if o == at {
				continue
			}
			if conf := platform(p, o, 0); conf > 0 {
				return test{at: parent, confidence: conf}, true
			}
			if isOption(p, o) {
				return test{at: parent, option: o, confidence: analyzer.Likely}, true
			}
		}
	case syntax.KindArgumentList:
		call := p.Tree.Parent(parent)
		callee := p.Tree.Callee(call)
		if p.Tree.Kind(callee) == syntax.KindAttribute && p.Tree.Text(p.Tree.AttrName(callee)) == "startswith" {
			asked := p.Tree.Object(callee)
			if conf := platform(p, asked, 0); conf > 0 {
				return test{at: call, confidence: conf}, true
			}
			return test{at: call, option: asked, confidence: analyzer.Likely}, isOption(p, asked)
		}
	}
	return test{}, false
}

// speaksFor reports whether a container of names is reported where it has n: at
// the first name of GPUs, or else at that of TPUs.
func speaksFor(p *analyzer.Pass, n, container syntax.Node) bool {
	for item := range p.Tree.Children(container) {
		if p.Tree.Kind(item) == syntax.KindPair {
			item = p.Tree.Child(item, syntax.FieldKey)
		}
		if text, _ := p.Tree.StringValue(item); isGPU(text) || nvidia(text) {
			return item == n
		}
	}
	return true
}

// lookedUp finds the lookup of a platform in a dictionary that has the key n.
func lookedUp(p *analyzer.Pass, n, pair syntax.Node) (test, bool) {
	dict := p.Tree.Parent(pair)
	sub := p.Tree.Parent(dict)
	if p.Tree.Field(n) != syntax.FieldKey || !speaksFor(p, n, dict) || p.Tree.Kind(sub) != syntax.KindSubscript || p.Tree.Field(dict) != syntax.FieldValue {
		return test{}, false
	}
	conf := platform(p, p.Tree.Child(sub, syntax.FieldSubscript), 0)
	return test{at: sub, lookup: true, confidence: conf}, conf > 0
}

func reportPlatformTest(p *analyzer.Pass, t test) {
	kind, help, grade := "GPU", "decide whether the test is for any accelerator, for CUDA or against the CPU, and extend it", analyzer.Warning
	if t.tpu {
		kind, help, grade = "TPU", "decide whether Neuron takes this branch too, and extend the test", analyzer.Info
	}
	d := analyzer.Diagnostic{
		Span:       p.Tree.Span(t.at),
		Message:    code("neuron") + " is the platform on Neuron, so this test of a " + kind + " is false there",
		Help:       help,
		Severity:   grade,
		Confidence: t.confidence,
		Fact:       opsdb.Ref{Evidence: opsdb.Documented, Source: platformSource, SDK: "2.20-"},
	}
	switch {
	case t.option != syntax.None:
		d.Message = "this test of a GPU setting leaves out Neuron, whose platform in JAX is " + code("neuron")
		d.Help = "decide which branch Neuron takes, and extend the setting"
		d.Related = optionDefault(p, t.option)
	case t.lookup:
		d.Message = "the dictionary has no key for `neuron`, the platform on Neuron"
		d.Help, d.Severity = "add an entry for it", analyzer.Error
	case negated(p, t.at):
		d.Message = code("neuron") + " is the platform on Neuron, so this test that it is not a " + kind + " is true there"
	}
	if t.option == syntax.None && p.Tree.Kind(p.Tree.Parent(t.at)) == syntax.KindAssert {
		d.Message, d.Severity = "the assertion fails on Neuron, where the platform is `neuron`", analyzer.Error
	}
	p.Report(d)
}

// optionDefault is the place of the default of a setting, where that is a GPU.
func optionDefault(p *analyzer.Pass, option syntax.Node) []analyzer.Related {
	preset := p.Model.SettingDefault(option)
	if preset == syntax.None || !isGPU(text(p, preset)) {
		return nil
	}
	return []analyzer.Related{{Span: p.Tree.Span(preset), Message: "the default of the setting"}}
}

// negated reports whether a comparison holds where the platform is another.
func negated(p *analyzer.Pass, n syntax.Node) bool {
	if p.Tree.Kind(n) != syntax.KindComparison {
		return false
	}
	_, ops := p.Tree.Comparison(n)
	return len(ops) == 1 && (ops[0] == "!=" || ops[0] == "not in")
}
