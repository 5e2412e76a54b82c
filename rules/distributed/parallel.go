package distributed

import (
	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules/internal/origin"
	"github.com/neuronlint/neuronlint/rules/internal/rewrite"
	"github.com/neuronlint/neuronlint/rules/internal/usage"
	"github.com/neuronlint/neuronlint/rules/internal/words"
)

var ddpDeviceIDs = &analyzer.Rule{
	Code:     "NRN403",
	Name:     "ddp-device-ids",
	Category: analyzer.CategoryDistributed,
	Fix:      analyzer.Unsafe,
	Since:    "0.1.0",
	Doc: `DistributedDataParallel with the numbers of GPUs, or under torch-xla.

## What breaks

device_ids and output_device number the devices of one process, and inputs are moved to
that device. A Neuron process drives one core, so a number may name a core that it does
not have. torch-neuronx on torch-xla, up to SDK 2.26, does not support
DistributedDataParallel at all.

## Example

    model = DistributedDataParallel(model, device_ids=[local_rank])

## Use instead

    model = DistributedDataParallel(model)

The native backend supports DistributedDataParallel, and the numbers may be dropped. The
fix drops them. It is unsafe, because with device_ids the inputs are moved to the device
too. With --rewrite portable they stay, for CUDA.

Under torch-xla remove the wrapper and step the optimizer with
torch_xla.core.xla_model.optimizer_step(optimizer), which sums the gradients.

## When it is reported

- as a note on the native backend
- as an error in code that moves to torch-xla

## Source

AWS Neuron SDK 2.32, frameworks/torch/pytorch-native-overview.rst; SDK 2.26,
release-notes/torch/torch-neuronx/index.rst and
pytorch-neuron-programming-guide.rst.
`,
	Words: words.Torch,
	Run:   runDDP,
}

const ddp = "torch.nn.parallel.DistributedDataParallel"

func runDDP(p *analyzer.Pass) error {
	row, _ := p.DB.Replacement(ddp, p.Target.Rewrite)
	for u := range usage.Of(p, func(name string) bool { return name == ddp }) {
		if u.Call == syntax.None || p.Model.GuardedForNeuron(u.Node) {
			continue
		}
		d := analyzer.Diagnostic{
			Span: p.Tree.Span(u.Node), Severity: analyzer.Error, Confidence: u.Confidence, API: u.Name, Fact: row.Ref,
			Message: "torch-neuronx (XLA) does not support `DistributedDataParallel`",
			Help:    "drop the wrapper and step through `torch_xla.core.xla_model.optimizer_step`",
		}
		if p.Target.Rewrite.Stack() == "xla" {
			d.Fixes = unwrap(p, u, row)
		} else if arg := deviceIDs(p, u.Call); arg != syntax.None {
			d.Span, d.Severity = p.Tree.Span(arg), analyzer.Info
			d.Message = "`DistributedDataParallel` gets a device index; on Neuron each process drives one core"
			if !givesDevice(p, u.Call) {
				d.Message += ", which may have a different index"
			}
			d.Related = numbers(p, u.Call)
			d.Help = "drop `device_ids` and `output_device` where the code no longer runs on CUDA"
			d.Fixes = rewrite.DropNumbers(p, u.Call)
		} else {
			continue
		}
		p.Report(d)
	}
	return nil
}

// deviceIDs is the first argument that numbers devices; None if there is none,
// or if it is None.
func deviceIDs(p *analyzer.Pass, call syntax.Node) syntax.Node {
	for i, name := range []string{"device_ids", "output_device"} {
		arg := p.Tree.Arg(call, i+1, name)
		if arg == syntax.None || p.Tree.Kind(arg) == syntax.KindNoneLiteral {
			continue
		}
		if parent := p.Tree.Parent(arg); p.Tree.Kind(parent) == syntax.KindKeywordArgument {
			return parent
		}
		return arg
	}
	return syntax.None
}

// numbers points at where the numbers come from that device_ids lists.
func numbers(p *analyzer.Pass, call syntax.Node) []analyzer.Related {
	var out []analyzer.Related
	for item := range p.Tree.Children(p.Tree.Arg(call, 1, "device_ids")) {
		switch p.Model.Type(item).Kind {
		case semantic.KindInt, semantic.KindUnknown:
			out = append(out, origin.Number(p, item)...)
		}
	}
	return out
}

// givesDevice reports whether device_ids is a device and no number.
func givesDevice(p *analyzer.Pass, call syntax.Node) bool {
	for item := range p.Tree.Children(p.Tree.Arg(call, 1, "device_ids")) {
		return p.Model.Type(item).Kind == semantic.KindDevice
	}
	return false
}

// unwrap shows the call without the wrapper.
func unwrap(p *analyzer.Pass, u usage.Use, row opsdb.Replacement) []analyzer.Fix {
	module := p.Tree.Arg(u.Call, 0, "module")
	if module == syntax.None {
		return nil
	}
	return []analyzer.Fix{{
		Title: "drop the wrapper", Safety: analyzer.Display, Doubt: analyzer.Doubt{Text: rewrite.UnprovenXLA}, Requires: usage.Requires(p, row.Ref),
		Edits: []analyzer.Edit{rewrite.Replace(p, u.Call, p.Tree.Text(module))},
	}}
}

var dataParallel = &analyzer.Rule{
	Code:     "NRN404",
	Name:     "data-parallel",
	Category: analyzer.CategoryDistributed,
	Since:    "0.1.0",
	Doc: `torch.nn.DataParallel.

## What breaks

DataParallel copies a module to several GPUs of one process, but on Neuron one process
drives one core. Without an accelerator it runs the module unchanged; with one it relies
on CUDA-only copies.

## Example

    model = torch.nn.DataParallel(model)

## When there is no fix

Start one process per core with torchrun and use DistributedDataParallel. Under
torch-xla start the processes the same way and step the optimizer with
torch_xla.core.xla_model.optimizer_step.

## When it is silent

- code that unwraps model.module or tests for the class

## Source

PyTorch 2.8, torch/nn/parallel/data_parallel.py; processes and cores are inferred
from AWS Neuron SDK 2.32, frameworks/torch/pytorch-native-overview.rst.
`,
	Words: words.Torch,
	Run:   runDataParallel,
}

func runDataParallel(p *analyzer.Pass) error {
	const class, function = "torch.nn.DataParallel", "torch.nn.parallel.data_parallel"
	api, _ := p.DB.API(class)
	row, _ := p.DB.Replacement(class, p.Target.Rewrite)
	for u := range usage.Of(p, func(name string) bool { return name == class || name == function }) {
		if u.Mentioned || u.Stored || u.Longer || p.Model.GuardedForNeuron(u.Node) {
			continue
		}
		severity := analyzer.Warning
		if underCUDA(p, u.Node) {
			severity = analyzer.Info // nothing reaches it
		}
		p.Report(analyzer.Diagnostic{
			Span:       p.Tree.Span(u.Node),
			Message:    "`DataParallel` cannot spread work over NeuronCores: one process drives one core",
			Help:       "start one process per core and use `" + row.Text + "`",
			Severity:   severity,
			Confidence: u.Confidence,
			API:        u.Name,
			Fact:       api.Ref,
		})
	}
	return nil
}

// underCUDA reports whether n stands below a condition that asks whether a tensor
// is on a GPU of some vendor, as (x.is_cuda or x.is_xpu) and n > 1 does.
func underCUDA(p *analyzer.Pass, n syntax.Node) bool {
	for at := n; at != syntax.None; at = p.Tree.Parent(at) {
		stmt := p.Tree.Parent(at)
		if p.Tree.Kind(stmt) != syntax.KindIf || p.Tree.Child(stmt, syntax.FieldConsequence) != at {
			continue
		}
		for c := range p.Tree.All(p.Tree.Child(stmt, syntax.FieldCondition)) {
			if p.Tree.Kind(c) == syntax.KindAttribute && p.Tree.Text(p.Tree.AttrName(c)) == "is_cuda" {
				return true
			}
		}
	}
	return false
}
