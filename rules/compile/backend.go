package compile

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules/internal/reach"
	"github.com/neuronlint/neuronlint/rules/internal/rewrite"
	"github.com/neuronlint/neuronlint/rules/internal/usage"
	"github.com/neuronlint/neuronlint/rules/internal/words"
)

var compileBackend = &analyzer.Rule{
	Code:     "NRN621",
	Name:     "compile-backend",
	Category: analyzer.CategoryCompile,
	Fix:      analyzer.Safe,
	Since:    "0.1.0",
	Doc: `torch.compile with the backend, mode or options of CUDA.

## What breaks

torch.compile uses Inductor by default, which generates no code for Neuron. Modes such
as "reduce-overhead" and "max-autotune" mean CUDA graphs and Triton and are ignored with
a warning; symbolic shapes (dynamic=True) are rejected at compile time. torch-neuronx on
torch-xla, up to SDK 2.26, does not support torch.compile at all.

## Example

    model = torch.compile(model.cuda(), mode="max-autotune")

## Use instead

    model = torch.compile(model.to("neuron"), backend="neuron")

The backend for Neuron is "neuron"; from SDK 2.33 on it is the default for models on the
device.

The fix is safe if the code needs CUDA to reach the call, as after a test of
torch.cuda.is_available() or an unconditional .cuda(). Elsewhere it is unsafe: on a
CPU-only machine torch.compile works, and the backend "neuron" does not. With --rewrite
portable only the mode is dropped, since SDK 2.33 chooses the backend by the device;
with --rewrite xla the call is shown without torch.compile.

## When there is no fix

- a backend or mode from elsewhere
- computed options
- backends of other vendors

## When it is reported

- as an error in code that moves to torch-xla
- as a note if the backend is a variable

## When it is silent

- backends that compile nothing ("eager", "aot_eager"), which run on any device

## Source

Backend and modes: AWS Neuron SDK 2.32,
frameworks/torch/pytorch-native-overview.rst, and SDK 2.33,
torch/compile/reference-torch-compile.html. Under torch-xla: SDK 2.26,
about-neuron/appnotes/torch-neuronx/introducing-pytorch-2-8.rst.
`,
	Words: words.Torch,
	Run:   runCompileBackend,
}

const torchCompile = "torch.compile"

func isCompile(name string) bool { return name == torchCompile || name == "torch.nn.Module.compile" }

func runCompileBackend(p *analyzer.Pass) error {
	row, _ := p.DB.Replacement(torchCompile, p.Target.Rewrite)
	for u := range usage.Of(p, isCompile) {
		if u.Mentioned || u.Stored || u.Longer || p.Model.GuardedForNeuron(u.Node) {
			continue
		}
		d := analyzer.Diagnostic{
			Span: p.Tree.Span(u.Node), Severity: analyzer.Warning, Confidence: u.Confidence, API: u.Name, Fact: row.Ref,
		}
		if p.Target.Rewrite.Stack() == "xla" {
			d.Severity, d.Message = analyzer.Error, "torch-neuronx (XLA) does not support `torch.compile`"
			d.Help = "drop it: the lazy graph is compiled anyway"
			d.Fixes = withoutCompile(p, u, row)
			p.Report(d)
			continue
		}
		c := readCompile(p, u)
		if message, help, severity := c.problem(p); message != "" {
			d.Message, d.Help, d.Severity, d.Related = message, help, severity, c.defaultOf(p)
			d.MayFail = severity > analyzer.Info
			if c.option != syntax.None {
				d.Confidence = min(d.Confidence, analyzer.Likely) // options are told by their names
			}
			if p.Model.Region(u.Node) == semantic.RegionTest && !reach.NeedsCUDA(p, u.Node) {
				d.Confidence = analyzer.Possible // tests compile on the CPU, too
			}
			d.Fixes = c.fixes(p, row)
			p.Report(d)
		}
		reportDynamic(p, u)
	}
	return nil
}

// compileCall is the backend and mode of a use of torch.compile.
type compileCall struct {
	use usage.Use
	// backend, mode and options are the arguments; None where they are absent
	// or None.
	backend, mode, options syntax.Node
	name                   string      // the backend: "inductor" by default, "" where it is not known
	among                  string      // one that makes no code for Neuron, of several that the backend can be
	option                 syntax.Node // where the option that is read for the backend says so; None if it is no option
	cudaMode               bool        // the mode is known, and made for CUDA
	hidden                 bool        // **kwargs may say anything
}

func readCompile(p *analyzer.Pass, u usage.Use) compileCall {
	c := compileCall{use: u, name: "inductor"}
	if u.Call == syntax.None {
		c.hidden = !isDecorator(p.Tree, u.Node)
		return c
	}
	_, _, c.hidden = p.Tree.ArgCount(u.Call)
	c.backend, c.mode = given(p, u.Call, "backend"), given(p, u.Call, "mode")
	c.options = given(p, u.Call, "options")
	if c.backend != syntax.None {
		value, _ := p.Model.Constant(c.backend)
		if c.name = value.Text; c.name == "" {
			c.among = unfitAmong(p, c.backend)
			if c.among == "" {
				c.among, c.option = unfitOption(p, c.backend)
			}
		}
	} else if c.hidden {
		c.name = ""
	}
	mode, _ := p.Model.Constant(c.mode)
	c.cudaMode = strings.HasPrefix(mode.Text, "max-autotune") || mode.Text == "reduce-overhead"
	return c
}

// unfitAmong is the first of the backends that an expression can be that makes no code
// for Neuron.
func unfitAmong(p *analyzer.Pass, backend syntax.Node) string {
	values, _ := p.Model.Possible(backend)
	for _, v := range values {
		if unfit(v) {
			return v.Text
		}
	}
	return ""
}

// unfitOption is unfitAmong for an option of the command line: its default, or its
// value where it is given without one. It also returns the place.
func unfitOption(p *analyzer.Pass, backend syntax.Node) (string, syntax.Node) {
	for _, value := range p.Model.OptionValues(backend) {
		if c, _ := p.Model.Constant(value); unfit(c) {
			return c.Text, value
		}
	}
	return "", syntax.None
}

// unfit reports whether a value names a backend that makes no code for Neuron.
func unfit(v semantic.Constant) bool {
	return v.Kind == semantic.ConstantString && v.Text != "" && v.Text != rewrite.Native && !portableBackend(v.Text)
}

// defaultOf is the default of the parameter that chooses among several backends.
func (c compileCall) defaultOf(p *analyzer.Pass) (out []analyzer.Related) {
	if c.among == "" {
		return nil
	}
	if c.option != syntax.None {
		return p.Places("the option may set it", c.option)
	}
	for _, d := range p.Model.ReachingDefs(c.backend) {
		if value, ok := p.Tree.StringValue(d.Value); ok && value == c.among && d.Kind == semantic.DefParam {
			out = append(out, p.Places("the default", d.Value)...)
		}
	}
	return out
}

// given is a keyword argument that is not None.
func given(p *analyzer.Pass, call syntax.Node, name string) syntax.Node {
	arg := p.Tree.Keyword(call, name)
	if p.Tree.Kind(arg) == syntax.KindNoneLiteral {
		return syntax.None
	}
	return arg
}

func isDecorator(t *syntax.Tree, n syntax.Node) bool {
	return t.Kind(t.Parent(n)) == syntax.KindDecorator
}

// problem returns the trouble on Neuron; the message is empty if there is none.
func (c compileCall) problem(p *analyzer.Pass) (message, help string, severity analyzer.Severity) {
	switch {
	case c.name == "" && c.among != "":
		return "the backend of `torch.compile` can be `" + c.among + "` here, which generates no code for Neuron",
			`set it to "neuron"`, analyzer.Warning
	case c.name == "":
		return "the backend of `torch.compile` is chosen elsewhere; on Neuron it is `neuron`",
			"make sure that it can be `neuron`, without CUDA-only modes", analyzer.Info
	case c.name == "inductor" && (c.backend != syntax.None || !backendFollowsDevice(p)):
		return "`torch.compile` uses Inductor here, which generates no code for Neuron",
			`pass backend="neuron"`, analyzer.Warning
	case c.name != "inductor" && c.name != "neuron" && !portableBackend(c.name):
		return "the backend `" + c.name + "` of `torch.compile` generates no code for Neuron",
			`pass backend="neuron"`, analyzer.Warning
	case c.cudaMode:
		return "this mode of `torch.compile` is for CUDA and ignored on Neuron",
			"drop the mode", analyzer.Info
	case c.options != syntax.None && !portableBackend(c.name):
		return "the options of `torch.compile` are for Inductor; few are read on Neuron",
			"drop those made for CUDA", analyzer.Info
	}
	return "", "", analyzer.Info
}

// backendFollowsDevice reports whether the SDK chooses the backend by the
// device of the model.
func backendFollowsDevice(p *analyzer.Pass) bool { return opsdb.SDKInRange(p.Target.SDK, "2.33-") }

// portableBackend reports whether a backend of torch.compile runs on any
// device.
func portableBackend(name string) bool {
	switch name {
	case "eager", "eager_noexcept", "eager_debug", "aot_eager", "aot_eager_decomp_partition", "explain", "openxla":
		return true
	}
	return false
}

// reportDynamic reports a call that asks for symbolic shapes.
func reportDynamic(p *analyzer.Pass, u usage.Use) {
	if u.Call == syntax.None {
		return
	}
	arg := p.Tree.Keyword(u.Call, "dynamic")
	value, ok := p.Model.Constant(arg)
	if !ok || value.Kind != semantic.ConstantBool || value.Number == 0 {
		return
	}
	p.Report(analyzer.Diagnostic{
		Category: analyzer.CategoryDynamicShape, Span: p.Tree.Span(p.Tree.Parent(arg)),
		Severity: analyzer.Error, Confidence: u.Confidence, API: u.Name, Fact: dynamicFact(),
		Message: "`torch.compile` for Neuron rejects symbolic shapes",
		Help:    "pass dynamic=False, and give the model few shapes: each is compiled separately",
		Fixes:   staticShapes(p, arg),
	})
}

// dynamicFact is the statement of torch.compile's reference about dynamic=True.
func dynamicFact() opsdb.Ref {
	return opsdb.Ref{
		Evidence: opsdb.Documented, Stack: "native", SDK: "2.33-",
		Source: "https://awsdocs-neuron.readthedocs-hosted.com/en/latest/torch/compile/reference-torch-compile.html (excerpt)",
	}
}
