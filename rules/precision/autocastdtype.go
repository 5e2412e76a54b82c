package precision

import (
	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules/internal/optional"
	"github.com/neuronlint/neuronlint/rules/internal/rewrite"
	"github.com/neuronlint/neuronlint/rules/internal/usage"
	"github.com/neuronlint/neuronlint/rules/internal/words"
)

var autocastDtype = &analyzer.Rule{
	Code:     "NRN304",
	Name:     "autocast-gpu-dtype",
	Category: analyzer.CategoryPrecision,
	Fix:      analyzer.Unsafe,
	Since:    "0.1.0",
	Doc: `CUDA's autocast state is read or set.

## What breaks

torch.set_autocast_gpu_dtype and torch.get_autocast_gpu_dtype set and read the autocast
dtype of CUDA only. The Neuron device has a dtype of its own, which is not changed by
the first and may differ from the answer of the second.

## Example

    torch.set_autocast_gpu_dtype(torch.bfloat16)
    if torch.is_autocast_enabled():
        x = x.to(dtype)

## Use instead

    torch.set_autocast_dtype("neuron", torch.bfloat16)
    if torch.is_autocast_enabled("neuron"):
        x = x.to(dtype)

The fix is unsafe, because the device type must be that of the autocast in use.
Better: pass dtype to torch.autocast.

## Source

PyTorch 2.8, torch/_C/__init__.pyi; the device type "neuron" is inferred from
AWS Neuron SDK 2.32, frameworks/torch/pytorch-native-overview.rst.
`,
	Words: words.Operators,
	Run:   runAutocastDtype,
}

func isAutocastDtype(name string) bool {
	return name == "torch.get_autocast_gpu_dtype" || name == "torch.set_autocast_gpu_dtype"
}

func runAutocastDtype(p *analyzer.Pass) error {
	for u := range usage.Of(p, isAutocastState) {
		if meansCUDA(p, u) && !p.Model.GuardedForNeuron(u.Node) {
			reportAutocastState(p, u)
		}
	}
	for u := range usage.Of(p, isAutocastDtype) {
		if u.Stored || p.Model.GuardedForNeuron(u.Node) {
			continue
		}
		api, _ := p.DB.API(u.Name)
		row, known := p.DB.Replacement(u.Name, p.Target.Rewrite)
		help := "pass the dtype to `torch.autocast`"
		if known {
			help = "use `" + row.Text + "` with the device type in use"
		}
		p.Report(analyzer.Diagnostic{
			Span:       p.Tree.Span(u.Node),
			Message:    "`" + u.Name + "` " + api.Reason,
			Help:       help,
			Severity:   analyzer.Warning,
			Confidence: u.Confidence,
			API:        u.Name,
			Fact:       api.Ref,
			Fixes:      autocastDtypeFix(p, u, row),
		})
	}
	return nil
}

func isAutocastState(name string) bool {
	return name == "torch.is_autocast_enabled" || name == "torch.set_autocast_enabled"
}

// meansCUDA reports whether a call of such a function leaves out the device type.
func meansCUDA(p *analyzer.Pass, u usage.Use) bool {
	if u.Call == syntax.None {
		return false
	}
	positional, keyword, splat := p.Tree.ArgCount(u.Call)
	most := 0
	if u.Name == "torch.set_autocast_enabled" {
		most = 1
	}
	return positional == most && keyword == 0 && !splat
}

func reportAutocastState(p *analyzer.Pass, u usage.Use) {
	what, help := "is False under autocast for another device", "pass the type of the device in use, such as the `device.type` of a tensor in scope"
	if u.Name == "torch.set_autocast_enabled" {
		what, help = "does not change autocast for other devices", "pass the type of the device in use first"
	}
	severity := analyzer.Warning
	if optional.Asked(p, u.Node, semantic.GPUPackages()) {
		severity = analyzer.Info // it runs only where a package for GPUs does
	}
	p.Report(analyzer.Diagnostic{
		Span:       p.Tree.Span(u.Node),
		Message:    "`" + u.Name + "` without a device type is about CUDA, and " + what,
		Help:       help,
		Severity:   severity,
		Confidence: u.Confidence,
		API:        u.Name,
		Fact:       opsdb.Ref{Evidence: opsdb.FromSource, Source: "pytorch/pytorch@v2.8.0:torch/_C/__init__.pyi:1493"},
	})
}

// autocastDtypeFix puts the device type before the arguments.
func autocastDtypeFix(p *analyzer.Pass, u usage.Use, row opsdb.Replacement) []analyzer.Fix {
	positional, keyword, splat := p.Tree.ArgCount(u.Call)
	if u.Call == syntax.None || row.Action != opsdb.ActionRewrite || keyword > 0 || splat || p.Tree.InError(u.Call) {
		return nil
	}
	text, edits, ok := deviceType(p, u.Node)
	renamed := rewrite.Rename(p, u.Node, row.Text)
	if !ok || len(renamed) == 0 {
		return nil
	}
	if positional > 0 {
		text += ", "
	}
	at := p.Tree.Start(p.Tree.Child(u.Call, syntax.FieldArguments)) + len("(")
	edits = append(edits, renamed...)
	edits = append(edits, rewrite.Edit(p, source.Span{Start: at, End: at}, text))
	fix := analyzer.Fix{Title: "use " + row.Text, Requires: usage.Requires(p, row.Ref), Edits: rewrite.Once(edits)}
	fix.Take(rewrite.Trust(row))
	return []analyzer.Fix{fix}
}
