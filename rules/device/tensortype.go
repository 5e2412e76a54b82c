package device

import (
	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/rules/internal/words"
)

var tensorType = &analyzer.Rule{
	Code:     "NRN105",
	Name:     "cuda-tensor-type",
	Category: analyzer.CategoryDevice,
	Fix:      analyzer.Unsafe,
	Since:    "0.1.0",
	Doc: `A legacy tensor type of CUDA, such as torch.cuda.FloatTensor.

## What breaks

The types can be named everywhere. Without CUDA they raise when called, passed to
Tensor.type() or made the default, and isinstance() with them is never true. Nor is a
test of their text: x.type() == "torch.cuda.FloatTensor", "cuda" in x.type().

## Example

    x = torch.cuda.FloatTensor(3, 4).fill_(0)
    torch.set_default_tensor_type("torch.cuda.FloatTensor")

## Use instead

    x = torch.empty(3, 4, dtype=torch.float32, device="neuron").fill_(0)
    torch.set_default_dtype(torch.float32)
    torch.set_default_device("neuron")

- A call with numbers makes a tensor of that size and becomes torch.empty; a call with
  values becomes torch.tensor. Both get a dtype and a device.
- x.type(T) becomes x.to(device, dtype).

All fixes are unsafe. With --rewrite portable the device is the one in scope, or the
accelerator in use.

## When there is no fix

- calls whose only argument may be a size or values
- types passed to other code: test tensors with tensor.dtype and tensor.device instead
- torch.cuda.DoubleTensor, because Neuron has no float64

## Source

PyTorch: torch/csrc/tensor/python_tensor.cpp.
`,
	Words: words.Device,
	Run:   runTensorType,
}

func runTensorType(p *analyzer.Pass) error {
	for n := range p.Model.Named(semantic.IsCUDATensorType) {
		name, conf := p.Model.Name(n)
		if !semantic.IsCUDATensorType(name) || p.Model.GuardedForNeuron(n) {
			continue
		}
		reportTensorType(p, n, name, conf, boundUses(p, n))
	}
	for _, call := range p.Model.Calls() {
		arg := typeArgument(p, call)
		if v, ok := p.Tree.StringValue(arg); ok && semantic.IsCUDATensorType(v) && !p.Model.GuardedForNeuron(call) {
			reportTensorType(p, arg, v, analyzer.Certain, nil)
		}
	}
	reportTypeTexts(p)
	return nil
}

// typeArgument is the argument that may spell a tensor type as a string.
func typeArgument(p *analyzer.Pass, call syntax.Node) syntax.Node {
	if name, _ := p.Model.CallName(call); name == "torch.set_default_tensor_type" {
		return p.Tree.Arg(call, 0, "t")
	}
	callee := p.Tree.Callee(call)
	if p.Tree.Kind(callee) == syntax.KindAttribute && p.Tree.Text(p.Tree.AttrName(callee)) == "type" {
		return p.Tree.Arg(call, 0, "dtype")
	}
	return syntax.None
}

// boundUses are the first places that use the name to which a tensor type is
// bound: Tensor = torch.cuda.FloatTensor if cuda else torch.FloatTensor.
func boundUses(p *analyzer.Pass, n syntax.Node) []analyzer.Related {
	parent := p.Tree.Parent(n)
	for p.Tree.Kind(parent) == syntax.KindConditional || p.Tree.Kind(parent) == syntax.KindParenthesized {
		n, parent = parent, p.Tree.Parent(parent)
	}
	if p.Tree.Kind(parent) != syntax.KindAssignment || p.Tree.Child(parent, syntax.FieldRight) != n {
		return nil
	}
	sym := p.Model.Symbol(p.Tree.Child(parent, syntax.FieldLeft))
	if sym == nil {
		return nil
	}
	var uses []syntax.Node
	for _, use := range sym.Uses {
		if p.Tree.Start(use) > p.Tree.Start(n) {
			uses = append(uses, use)
		}
	}
	return p.Places("used here", uses...)
}

func reportTensorType(p *analyzer.Pass, n syntax.Node, name string, conf semantic.Confidence, uses []analyzer.Related) {
	p.Report(analyzer.Diagnostic{
		Span:       p.Tree.Span(n),
		Message:    "`" + name + "` is a CUDA tensor type; using it raises on Neuron",
		Help:       "create with `dtype=` and `device=`, test `tensor.dtype` and `tensor.device`",
		Severity:   analyzer.Error,
		Confidence: conf,
		API:        name,
		Fact:       fact(p, "torch.cuda.FloatTensor"),
		Related:    uses,
		Fixes:      tensorTypeFix(p, n, name),
	})
}
