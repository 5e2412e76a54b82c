package precision

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules/internal/usage"
	"github.com/neuronlint/neuronlint/rules/internal/words"
)

var autocast = &analyzer.Rule{
	Code:     "NRN301",
	Name:     "cuda-autocast",
	Category: analyzer.CategoryPrecision,
	Fix:      analyzer.Safe,
	Since:    "0.1.0",
	Doc: `Autocast for CUDA.

## What breaks

Without CUDA, autocast for the device type "cuda" warns and turns itself off: the model
runs in the precision of its weights, slower and with different results. With torch-xla
installed, torch.cuda.amp.autocast stays on and raises for bfloat16.

## Example

    with torch.autocast("cuda", dtype=torch.bfloat16):
        loss = model(batch)
    with torch.cuda.amp.autocast(enabled=use_amp):
        loss = model(batch)

## Use instead

    with torch.autocast("neuron", dtype=torch.bfloat16):
        loss = model(batch)
    with torch.autocast("neuron", enabled=use_amp):
        loss = model(batch)

On Neuron autocast follows PyTorch's lists for CUDA. The fix is safe with an explicit
dtype, and without one under torch.no_grad() or torch.inference_mode(): the default is
float16 on Neuron as on CUDA.

The fix is unsafe if:

- gradients are computed in that default: float16 needs loss scaling, which CUDA has and
  Neuron does not
- the file sets the autocast dtype for CUDA
- autocast is turned off (enabled=False): an enclosing one for Neuron then stays on
- nothing around the block is placed on CUDA, so that it computes on its caller's device
- another autocast of the file with the same flag has no safe fix
- the rewrite is portable or xla; under torch-xla also set
  NEURON_CC_FLAGS="--auto-cast=none", so that the compiler leaves the dtypes alone

With --rewrite portable the device type is that of the device in scope: of the variable
that holds it, or of a tensor that the block reads and the file puts on the device.
Elsewhere it is that of the accelerator in use, and "cpu" on a machine without one,
where autocast for CUDA warns and the program goes on.

## When it is silent

- a device type from a variable: the variable is reported where it is set (NRN101)

## Source

torch.autocast("neuron"): AWS Neuron SDK 2.32,
frameworks/torch/pytorch-native-overview.rst. Its default: that of PyTorch for
backends of the kind PrivateUse1, aten/src/ATen/autocast_mode.cpp, which Neuron's
is by the same page. torch.autocast("xla"): SDK 2.26,
pytorch-neuron-programming-guide.rst. Without CUDA: PyTorch 2.8,
torch/amp/autocast_mode.py.
`,
	Words: words.Operators,
	Run:   runAutocast,
}

const cudaAutocast = "torch.cuda.amp.autocast"

func isAutocast(name string) bool {
	return name == cudaAutocast || name == "torch.autocast" || name == "torch.amp.autocast"
}

func runAutocast(p *analyzer.Pass) error {
	var uses []usage.Use
	var fixes [][]analyzer.Fix
	for u := range usage.Of(p, isAutocast) {
		if u.Mentioned || u.Stored || p.Model.GuardedForNeuron(u.Node) || !forCUDA(p, u) {
			continue
		}
		row, _ := p.DB.Replacement(u.Name, p.Target.Rewrite)
		uses, fixes = append(uses, u), append(fixes, autocastFix(p, u, row))
	}
	decideTogether(p, uses, fixes)
	for i, u := range uses {
		row, _ := p.DB.Replacement(u.Name, p.Target.Rewrite)
		span := p.Tree.Span(u.Node)
		if u.Call != syntax.None {
			span = p.Tree.Span(u.Call)
		}
		p.Report(analyzer.Diagnostic{
			Span:       span,
			Message:    autocastMessage(p, u),
			Help:       autocastHelp(p, u, row),
			Severity:   analyzer.Warning,
			Confidence: u.Confidence,
			API:        u.Name,
			Fact:       row.Ref,
			Fixes:      fixes[i],
		})
	}
	return nil
}

// forCUDA reports whether the autocast is for CUDA: by its name, or by the literal
// passed as device type.
func forCUDA(p *analyzer.Pass, u usage.Use) bool {
	if u.Name == cudaAutocast {
		return true
	}
	value, ok := p.Tree.StringValue(p.Tree.Arg(u.Call, 0, "device_type"))
	return u.Call != syntax.None && ok && value == "cuda"
}

func autocastMessage(p *analyzer.Pass, u usage.Use) string {
	switch {
	case p.Target.Rewrite.Stack() != "xla":
	case u.Name == cudaAutocast:
		return "CUDA autocast stays on where torch-xla is installed, and raises for bfloat16"
	default:
		return "CUDA autocast casts nothing on an XLA device"
	}
	if u.Call != syntax.None && switchedOff(p, u) {
		return "CUDA autocast is turned off here; on Neuron, an enclosing Neuron autocast stays on"
	}
	return "CUDA autocast turns itself off on Neuron, so nothing is cast"
}

func autocastHelp(p *analyzer.Pass, u usage.Use, row opsdb.Replacement) string {
	text := row.Text
	if u.Call != syntax.None && switchedOff(p, u) {
		text = strings.TrimSuffix(text, ")") + ", enabled=False)"
	}
	help := "use `" + text + "`"
	if p.Target.Rewrite == opsdb.RewriteXLA {
		help += " and set `NEURON_CC_FLAGS=\"--auto-cast=none\"`"
	}
	return help
}

// explicitDtype reports whether the call names the dtype to cast to.
func explicitDtype(p *analyzer.Pass, u usage.Use) bool {
	dtype := p.Tree.Arg(u.Call, 1, "dtype")
	return dtype != syntax.None && p.Tree.Kind(dtype) != syntax.KindNoneLiteral
}

// switchedOff reports whether the autocast only serves to keep code out of an enclosing
// one. Without CUDA it does so whatever the device type, but a device type that PyTorch
// does not know raises.
func switchedOff(p *analyzer.Pass, u usage.Use) bool {
	enabled := 2
	if u.Name == cudaAutocast {
		enabled = 0
	}
	return p.Tree.Kind(p.Tree.Arg(u.Call, enabled, "enabled")) == syntax.KindFalse
}

// asksCUDA reports whether an argument asks CUDA for something, as in
// enabled=torch.cuda.is_available(): then autocast stays off unless that
// changes too.
func asksCUDA(p *analyzer.Pass, call syntax.Node) bool {
	for n := range p.Tree.All(p.Tree.Child(call, syntax.FieldArguments)) {
		if p.Tree.Kind(n) != syntax.KindCall {
			continue
		}
		if name, _ := p.Model.CallName(n); strings.HasPrefix(name, "torch.cuda.") || strings.HasSuffix(name, "_autocast_gpu_dtype") || strings.HasSuffix(name, "is_autocast_enabled") {
			return true
		}
	}
	return false
}
