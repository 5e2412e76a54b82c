package compile

import (
	"bytes"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules/internal/reach"
	"github.com/neuronlint/neuronlint/rules/internal/usage"
	"github.com/neuronlint/neuronlint/rules/internal/words"
)

var torchScript = &analyzer.Rule{
	Code:     "NRN623",
	Name:     "torchscript",
	Category: analyzer.CategoryCompile,
	Since:    "0.1.0",
	Doc: `A model is compiled with TorchScript.

## What breaks

torch.jit.trace and torch.jit.script make a program for PyTorch's own interpreter, and
torch.jit.freeze and optimize_for_inference prepare it for CPUs and GPUs. Neuron's
compiler never sees such a program as a whole.

## Example

    traced = torch.jit.trace(model, example)
    traced.save("model.pt")

## When there is no fix

With torch-xla, torch_neuronx.trace replaces torch.jit.trace and compiles a model for
inference:

    traced = torch_neuronx.trace(model, example)
    torch.jit.save(traced, "model.pt")

The result runs only on Neuron and only for the shapes of the example.

## When it is reported

- as a note on the native backend, for which nothing is documented

## When it is silent

- functions scripted by a decorator
- for the native backend, a program whose modules name no device

## Source

AWS Neuron SDK 2.26,
frameworks/torch/torch-neuronx/programming-guide/inference/trace-vs-xla-lazytensor.rst.
`,
	Words: words.Torch,
	Run:   runTorchScript,
}

func isTorchScript(name string) bool {
	switch name {
	case "torch.jit.trace", "torch.jit.trace_module", "torch.jit.script", "torch.jit.freeze", "torch.jit.optimize_for_inference":
		return true
	}
	return false
}

func runTorchScript(p *analyzer.Pass) error {
	for u := range usage.Of(p, isTorchScript) {
		if u.Call == syntax.None || isDecorator(p.Tree, u.Call) || onlyGraph(p, u.Call) || p.Model.GuardedForNeuron(u.Node) || compilesForNeuron(p) || p.Target.Rewrite.Stack() == "native" && p.Model.Deviceless() {
			continue
		}
		d := analyzer.Diagnostic{
			Span: p.Tree.Span(u.Node), Severity: analyzer.Info, Confidence: u.Confidence, API: u.Name,
			Message: "`" + u.Name + "` may have no effect on Neuron: its program is for PyTorch's own interpreter",
			Help:    instead(p, u.Call),
			Fact: opsdb.Ref{
				Evidence: opsdb.Inferred, Stack: "native", SDK: "2.27-",
				Source: "aws-neuron-sdk@v2.32.0:frameworks/torch/pytorch-native-overview.rst:114",
			},
		}
		if p.Target.Rewrite.Stack() == "xla" {
			d.Severity = analyzer.Warning
			d.Message = "`" + u.Name + "` compiles nothing for Neuron"
			d.Help = "compile for inference with `torch_neuronx.trace`"
			d.Fact = opsdb.Ref{
				Evidence: opsdb.Documented, Stack: "xla", SDK: "2.26-",
				Source: "aws-neuron-sdk@v2.26.1:frameworks/torch/torch-neuronx/programming-guide/inference/trace-vs-xla-lazytensor.rst:23",
			}
		}
		if reach.InTestFile(p) || p.Model.Region(u.Node) == semantic.RegionTest {
			d.Confidence = analyzer.Possible // the test asks whether it can be scripted
		}
		p.Report(d)
	}
	return nil
}

// instead is the way to compile for the native backend. It saves nothing; a program
// that is saved, for C++ or for another process, is made with torch-xla.
func instead(p *analyzer.Pass, call syntax.Node) string {
	if isSaved(p, call) {
		return "torch.compile produces nothing to save: to save a program for Neuron, use `torch_neuronx.trace` with torch-xla"
	}
	return "compile with `torch.compile(backend=\"neuron\")`"
}

// isSaved reports whether the program that a call makes is saved, directly or through
// its variable.
func isSaved(p *analyzer.Pass, call syntax.Node) bool {
	for save := range p.Model.CallsNamed(func(name string) bool { return name == "torch.jit.save" }) {
		if isResult(p, p.Tree.Arg(save, 0, "m"), call) {
			return true
		}
	}
	for at := range p.Model.AttributeLoads("save") {
		if isResult(p, p.Tree.Object(at), call) {
			return true
		}
	}
	return false
}

// onlyGraph reports whether the only use of the program that a call makes is to read
// its parts: torch.jit.trace(f, ()).graph.
func onlyGraph(p *analyzer.Pass, call syntax.Node) bool {
	at := p.Tree.Parent(call)
	if p.Tree.Kind(at) != syntax.KindAssignment {
		return isGraph(p, at, call)
	}
	sym := p.Model.Symbol(p.Tree.Child(at, syntax.FieldLeft))
	if sym == nil || len(sym.Uses) == 0 {
		return false
	}
	for _, use := range sym.Uses {
		if !isGraph(p, p.Tree.Parent(use), use) {
			return false
		}
	}
	return true
}

// isGraph reports whether an expression is the graph of a program.
func isGraph(p *analyzer.Pass, n, program syntax.Node) bool {
	return p.Tree.Kind(n) == syntax.KindAttribute && p.Tree.Object(n) == program && p.Tree.Text(p.Tree.AttrName(n)) == "graph"
}

// isResult reports whether an expression is the result of a call.
func isResult(p *analyzer.Pass, n, call syntax.Node) bool {
	n = p.Tree.Unparen(n)
	return n == call || p.Model.MayHold(n, call)
}

// compilesForNeuron reports whether the file knows the compiler of Neuron, next
// to which TorchScript is meant.
func compilesForNeuron(p *analyzer.Pass) bool {
	src := p.Tree.Source()
	return bytes.Contains(src, []byte("torch_neuron")) || bytes.Contains(src, []byte("torch.neuron"))
}
