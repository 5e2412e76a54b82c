package precision

import (
	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/rules/internal/usage"
	"github.com/neuronlint/neuronlint/rules/internal/words"
)

var gradScaler = &analyzer.Rule{
	Code:     "NRN302",
	Name:     "cuda-grad-scaler",
	Category: analyzer.CategoryPrecision,
	Fix:      analyzer.Unsafe,
	Since:    "0.1.0",
	Doc: `Loss scaling for CUDA.

## What breaks

Without CUDA, GradScaler warns and turns itself off: scale, step and update pass
everything through, and training goes on unscaled. With torch-xla installed,
torch.cuda.amp.GradScaler stays on and needs a CUDA device.

## Example

    scaler = torch.cuda.amp.GradScaler()
    scaler.scale(loss).backward()
    scaler.step(optimizer)
    scaler.update()

## Use instead

    loss.backward()
    optimizer.step()

Loss scaling exists for float16. bfloat16, the type used for training on Neuron, has the
range of float32 and needs none.

The fix removes the scaler with all its calls (scale, unscale_, step, update). It is
unsafe, because training in float16 needs the scaler; use bfloat16.

## When there is no fix

- files that use the scaler for anything else, such as saving its state
- --rewrite portable, which keeps the scaler

## When it is silent

- a scaler for another device type, such as GradScaler("cpu")

## Source

PyTorch 2.8, torch/cuda/amp/grad_scaler.py and torch/amp/grad_scaler.py. bfloat16
on Neuron: AWS Neuron SDK 2.26, about-neuron/arch/neuron-features/data-types.rst.
`,
	Words: words.Operators,
	Run:   runGradScaler,
}

const cudaScaler = "torch.cuda.amp.GradScaler"

func isScaler(name string) bool {
	switch name {
	case cudaScaler, "torch.amp.GradScaler", "torch.GradScaler", "torch.distributed.fsdp.sharded_grad_scaler.ShardedGradScaler":
		return true
	}
	return false
}

func runGradScaler(p *analyzer.Pass) error {
	for u := range usage.Of(p, isScaler) {
		if u.Mentioned || u.Stored || u.Longer || p.Model.GuardedForNeuron(u.Node) || !scalesForCUDA(p, u) {
			continue
		}
		row, ok := p.DB.Replacement(u.Name, p.Target.Rewrite)
		if !ok {
			row, _ = p.DB.Replacement("torch.amp.GradScaler", p.Target.Rewrite)
		}
		d := analyzer.Diagnostic{
			Span:       p.Tree.Span(u.Node),
			Message:    "`GradScaler` for CUDA turns itself off on Neuron",
			Help:       "bfloat16 needs no loss scaling; remove the scaler and its calls, or keep them where the code still runs on CUDA",
			Severity:   analyzer.Info,
			Confidence: u.Confidence,
			API:        u.Name,
			Fact:       row.Ref,
			Fixes:      scalerFix(p, u, row),
		}
		if open := p.Tree.Arg(u.Call, 0, "device"); u.Name != cudaScaler && open != syntax.None && p.Tree.Kind(open) != syntax.KindString {
			d.Message = "`GradScaler` scales losses for float16 on CUDA, and may run on Neuron here"
			d.Confidence = min(d.Confidence, analyzer.Likely)
			d.Fixes = nil
		}
		if p.Target.Rewrite.Stack() == "xla" && u.Name == cudaScaler {
			d.Severity = analyzer.Warning
			d.Message = "`GradScaler` for CUDA stays on where torch-xla is installed, and needs a CUDA device"
		}
		p.Report(d)
	}
	return nil
}

// scalesForCUDA reports whether the scaler is for CUDA: by its name, by default, by its
// device argument, or because the device is chosen elsewhere.
func scalesForCUDA(p *analyzer.Pass, u usage.Use) bool {
	device := p.Tree.Arg(u.Call, 0, "device")
	if u.Name == cudaScaler || u.Call == syntax.None || device == syntax.None {
		return true
	}
	value, ok := p.Tree.StringValue(device)
	if !ok {
		var c semantic.Constant
		c, ok = p.Model.Constant(device)
		value = c.Text
	}
	return !ok && !onlyForCUDA(p, u.Call) || value == "cuda"
}

// onlyForCUDA reports whether a test around a call asks for CUDA by its name, so that it
// is not made for another device.
func onlyForCUDA(p *analyzer.Pass, call syntax.Node) bool {
	for at := p.Tree.Parent(call); at != syntax.None; at = p.Tree.Parent(at) {
		test := syntax.None
		switch p.Tree.Kind(at) {
		case syntax.KindConditional:
			_, test, _ = p.Tree.Conditional(at)
		case syntax.KindIf:
			test = p.Tree.Condition(at)
		}
		for n := range p.Tree.All(test) {
			if value, ok := p.Tree.StringValue(n); ok && value == "cuda" {
				return true
			}
		}
	}
	return false
}
