package jax

import (
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules/internal/environ"
	"github.com/neuronlint/neuronlint/rules/internal/rewrite"
	"github.com/neuronlint/neuronlint/rules/internal/words"
)

// platformName is the name of the Neuron plugin in JAX.
const platformName = "neuron"

// refuses gives an alternative to naming Neuron where a function or a setting takes the
// names of other platforms only; "" for the rest.
func refuses(where string) string {
	switch where {
	case "numpyro.set_platform":
		return "drop the call: it rejects `neuron`, which JAX takes from `jax.config.update(\"jax_platforms\", \"neuron\")`"
	case "jax.default_device", "jax_default_device":
		return "pass a device, `jax.devices()[0]`: it rejects the name `neuron`"
	}
	return ""
}

// platformSource is where the documentation shows the name.
const platformSource = "aws-neuron-sdk@v2.26.1:frameworks/jax/setup/jax-setup.rst:80"

var gpuPlatform = &analyzer.Rule{
	Code:     "NRN801",
	Name:     "jax-gpu-platform",
	Category: analyzer.CategoryDevice,
	Fix:      analyzer.Safe,
	Since:    "0.1.0",
	Doc: `JAX is asked for a GPU by name.

## What breaks

NeuronCores are devices of the platform "neuron". Asking JAX for "gpu", "cuda" or "rocm"
raises, because no such backend exists, or, in a try statement, leaves the program
without an accelerator. Asking for "tpu" raises as well.

## Example

    devices = jax.devices("gpu")
    jax.config.update("jax_platforms", "cuda,cpu")

## Use instead

    devices = jax.devices("neuron")
    jax.config.update("jax_platforms", "neuron,cpu")

Without an argument jax.devices() returns the devices of the available platform, on
Neuron as on CUDA. The fix is unsafe in a file that also compares a platform with "gpu":
until the comparison changes, its branch is not taken.

## When there is no fix

- a request for TPUs: only its author knows its purpose
- --rewrite portable, since no single name serves both platforms
- environment variables, since other processes read them
- the default of a flag, a parameter or a field, on which callers rely

## When it is reported

- the parameters of JAX that name a platform (jax.devices, jax.local_devices,
  jax.jit(backend=), …), and numpyro.set_platform
- the settings jax_platforms and jax_platform_name, and the variables JAX_PLATFORMS and
  JAX_PLATFORM_NAME
- a request for "tpu", as a warning, and as a note in a branch or a try statement, which
  may be there for TPUs alone

## When it is silent

- code for TPUs only, according to a flag, the function's name or its exception

## Source

AWS Neuron SDK 2.26, frameworks/jax/setup/jax-setup.rst, for the name; JAX 0.6.2,
jax/_src/xla_bridge.py, for what is raised.
`,
	Words: words.JAX,
	Run: onJAX(func(p *analyzer.Pass) {
		seen := map[place]bool{}
		reportPlatformArguments(p, seen)
		reportPlatformSettings(p, seen)
		reportPlatformVariables(p)
	}),
}

// isGPU reports whether a string names a GPU platform in JAX.
func isGPU(name string) bool {
	return slices.Contains([]string{"gpu", "cuda", "rocm"}, strings.ToLower(strings.TrimSpace(name)))
}

// namesGPU reports whether a comma-separated list of platforms has one of GPUs.
func namesGPU(list string) bool { return slices.ContainsFunc(strings.Split(list, ","), isGPU) }

// isTPU reports whether a string names the TPU platform in JAX.
func isTPU(name string) bool { return strings.EqualFold(strings.TrimSpace(name), "tpu") }

// namesOther reports whether a comma-separated list of platforms has TPUs and
// neither GPUs nor Neuron.
func namesOther(list string) bool {
	return slices.ContainsFunc(strings.Split(list, ","), isTPU) && !namesGPU(list) && !strings.Contains(list, platformName)
}

// reportPlatformArguments reports parameters of JAX that name a platform, of
// calls and of functools.partial.
func reportPlatformArguments(p *analyzer.Pass, seen map[place]bool) {
	for _, call := range p.Model.Calls() {
		name, conf := p.Model.CallName(call)
		position := 0
		if name == "functools.partial" {
			name, conf = p.Model.Name(p.Tree.Arg(call, 0, ""))
			position = 1
		}
		param, ok := p.DB.JAXPlatform(name)
		if !ok {
			continue
		}
		if param.Position >= 0 {
			position += param.Position
		} else {
			position = -1
		}
		for _, value := range alternatives(p, p.Tree.Arg(call, position, param.Keyword)) {
			reportPlatform(p, value, param.API, conf, analyzer.Sure())
			reportDefault(p, value, param.API, conf, seen)
		}
	}
}

// reportPlatformSettings reports jax.config.update("jax_platforms", "cuda") and
// the assignment of an attribute of jax.config.
func reportPlatformSettings(p *analyzer.Pass, seen map[place]bool) {
	for s := range settings(p) {
		if s.name == "jax_platforms" || s.name == "jax_platform_name" || s.name == "jax_default_device" {
			for _, value := range alternatives(p, s.value) {
				reportPlatform(p, value, s.name, s.confidence, analyzer.Sure())
				reportDefault(p, value, s.name, s.confidence, seen)
			}
		}
	}
}

// reportPlatformVariables reports JAX_PLATFORMS in an environment.
func reportPlatformVariables(p *analyzer.Pass) {
	f := environ.New(p)
	for n, name := range p.Model.StringsWith(func(name string) bool { return name == "JAX_PLATFORMS" || name == "JAX_PLATFORM_NAME" }) {
		if f.Holds(n) {
			for _, value := range alternatives(p, f.Value(n)) {
				reportPlatform(p, value, name, analyzer.Certain, analyzer.Doubtful("child processes also get the variable"))
			}
		}
	}
}

// alternatives are the values that an expression chooses among.
func alternatives(p *analyzer.Pass, n syntax.Node) []syntax.Node {
	n = p.Tree.Unparen(n)
	if p.Tree.Kind(n) != syntax.KindConditional {
		return []syntax.Node{n}
	}
	body, _, orelse := p.Tree.Conditional(n)
	return append(alternatives(p, body), alternatives(p, orelse)...)
}

func reportPlatform(p *analyzer.Pass, value syntax.Node, where string, conf analyzer.Confidence, trust analyzer.Trust) {
	c, ok := p.Model.Constant(value)
	if !ok || c.Kind != semantic.ConstantString || !namesGPU(c.Text) && !namesOther(c.Text) || p.Model.GuardedForNeuron(value) {
		return
	}
	if !namesGPU(c.Text) && (forTPUsAlone(p, value) || afterNeuron(p, value)) {
		return
	}
	message := code(where) + " requests the platform " + code(c.Text) + ", which raises on Neuron"
	if caught(p, value) {
		message = code(where) + " requests the platform " + code(c.Text) + ", which on Neuron raises and is caught"
	}
	p.Report(analyzer.Diagnostic{
		Span:       p.Tree.Span(value),
		Message:    message,
		Help:       platformHelp(where),
		Severity:   platformSeverity(p, value, c.Text),
		Confidence: conf,
		API:        where,
		Fact:       opsdb.Ref{Evidence: opsdb.Documented, Source: platformSource, SDK: "2.20-"},
		Fixes:      platformFix(p, value, where, c.Text, trust),
	})
}

// platformSeverity grades a request for a platform: one for TPUs may stand in a
// branch that only TPUs take.
func platformSeverity(p *analyzer.Pass, value syntax.Node, text string) analyzer.Severity {
	if namesGPU(text) {
		return analyzer.Error
	}
	for at := value; at != syntax.None; at = p.Tree.Parent(at) {
		switch p.Tree.Kind(p.Tree.Parent(at)) {
		case syntax.KindIf, syntax.KindElif, syntax.KindElse, syntax.KindConditional, syntax.KindTry:
			return analyzer.Info
		}
	}
	return analyzer.Warning
}

func platformHelp(where string) string {
	if instead := refuses(where); instead != "" {
		return instead
	}
	if strings.HasPrefix(where, "jax.") && !strings.HasPrefix(where, "jax_") {
		return "name the platform `neuron`, or drop the argument to use the available one"
	}
	return "name the platform `neuron`, or drop the setting to use the available one"
}

// caught reports whether a node is in the body of a try statement with an
// except clause.
func caught(p *analyzer.Pass, n syntax.Node) bool {
	for at := n; at != syntax.None; at = p.Tree.Parent(at) {
		switch parent := p.Tree.Parent(at); p.Tree.Kind(parent) {
		case syntax.KindTry:
			if p.Tree.Field(at) == syntax.FieldBody {
				return true
			}
		case syntax.KindFunction, syntax.KindLambda:
			return false
		}
	}
	return false
}

// platformFix writes the platform's name into a literal, once where the list
// has several of GPUs.
func platformFix(p *analyzer.Pass, value syntax.Node, where, text string, trust analyzer.Trust) []analyzer.Fix {
	info, ok := p.Tree.String(value)
	if !ok || refuses(where) != "" || !namesGPU(text) || readsGPU(p, value) || p.Target.Rewrite == opsdb.RewritePortable || p.Tree.InError(value) {
		return nil
	}
	var names []string
	for name := range strings.SplitSeq(text, ",") {
		if isGPU(name) {
			name = platformName
		}
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if testsPlatform(p) {
		trust = trust.And(analyzer.Doubtful("this file tests the platform, and the tests have to change with it"))
	}
	fix := analyzer.Fix{Title: "name the platform " + platformName, Edits: []analyzer.Edit{rewrite.Edit(p, info.Content, strings.Join(names, ","))}}
	fix.Take(trust)
	return []analyzer.Fix{fix}
}
