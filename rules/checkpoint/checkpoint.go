// Package checkpoint holds the rules about loading and saving (NRN64x).
package checkpoint

import (
	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules/internal/rewrite"
	"github.com/neuronlint/neuronlint/rules/internal/usage"
	"github.com/neuronlint/neuronlint/rules/internal/words"
)

// Rules are the rules of this family, sorted by code.
func Rules() []*analyzer.Rule { return []*analyzer.Rule{loadAnywhere, loadObjects} }

var loadAnywhere = &analyzer.Rule{
	Code:     "NRN641",
	Name:     "load-without-map-location",
	Category: analyzer.CategoryCheckpoint,
	Fix:      analyzer.Safe,
	Since:    "0.1.0",
	Doc: `A checkpoint is loaded onto the device from which it was saved.

## What breaks

Without map_location, or with None, torch.load puts tensors back on the device from
which they were saved. For a file written on a GPU that fails on Neuron: PyTorch has no
CUDA there. The code does not show where the file was written, so this is a note.

## Example

    model.load_state_dict(torch.load(path))

## Use instead

    model.load_state_dict(torch.load(path, map_location="cpu"))

The fix is safe if the tensors only go to load_state_dict, which copies them to the
model's device. Otherwise it is unsafe: the loaded tensors must then be moved to the
device.

## When it is silent

- files saved earlier by the same function
- files that the other branch creates on the host and saves if they are missing
- files without CUDA or accelerators in general (as in code that trains with
  Accelerate): the finding is possible, and hidden by default

## Source

PyTorch 2.8, torch/serialization.py.
`,
	Words: words.Torch,
	Run:   runLoadAnywhere,
}

// mapPosition is where a function that loads takes map_location.
func mapPosition(name string) (int, bool) {
	switch name {
	case "torch.load", "torch.jit.load":
		return 1, true
	case "torch.hub.load_state_dict_from_url", "torch.utils.model_zoo.load_url":
		return 2, true
	}
	return 0, false
}

func runLoadAnywhere(p *analyzer.Pass) error {
	loads := func(name string) bool { _, ok := mapPosition(name); return ok }
	for u := range usage.Of(p, loads) {
		if u.Call == syntax.None || !anywhere(p, u) || savedHere(p, u.Call) || cachesHost(p, u.Call) || holdsNumbers(p, u.Call) || p.Model.GuardedForNeuron(u.Node) || p.Model.ImportsAny("torch_neuronx", "torch_neuron") {
			continue
		}
		row, _ := p.DB.Replacement("torch.load", p.Target.Rewrite)
		d := analyzer.Diagnostic{
			Span: p.Tree.Span(u.Node), Severity: analyzer.Info, Confidence: analyzer.Possible, API: u.Name,
			Message: "`" + u.Name + "` may raise without CUDA: it restores tensors to the device they were saved from",
			Help:    "pass map_location=\"cpu\", then move the result",
			Fact:    opsdb.Ref{Evidence: opsdb.FromSource, Source: "pytorch/pytorch@v2.8.0:torch/serialization.py"},
		}
		fix := analyzer.Fix{Title: "load on the host", Requires: usage.Requires(p, row.Ref), Edits: []analyzer.Edit{mapTo(p, u, row.Text)}}
		if fix.Take(rewrite.Trust(row)); p.Model.OnlyCopied(u.Call) {
			fix.Take(analyzer.Sure())
		}
		if movedByCUDA(p, u.Call) {
			fix.Take(analyzer.Doubtful("the result is moved by .cuda() in the same expression, which has to change too"))
		}
		d.Fixes = []analyzer.Fix{fix}
		if u.Name == "torch.load" && aboutCUDA(p) {
			d.Confidence = u.Confidence
		}
		if p.Tree.InError(u.Call) {
			d.Fixes = nil
		}
		p.Report(d)
	}
	return nil
}

// movedByCUDA reports whether .cuda() moves the result of a call in the same expression.
func movedByCUDA(p *analyzer.Pass, call syntax.Node) bool {
	attr := p.Tree.Parent(call)
	return p.Tree.Kind(attr) == syntax.KindAttribute && p.Tree.View(p.Tree.AttrName(attr)) == "cuda"
}

// mapTo passes map_location, in place of None where that is passed.
func mapTo(p *analyzer.Pass, u usage.Use, place string) analyzer.Edit {
	position, _ := mapPosition(u.Name)
	if arg := p.Tree.Arg(u.Call, position, "map_location"); arg != syntax.None {
		return rewrite.Replace(p, arg, place)
	}
	return rewrite.AppendArgument(p, u.Call, "map_location="+place)
}

// anywhere reports whether a call surely leaves the place open.
func anywhere(p *analyzer.Pass, u usage.Use) bool {
	position, _ := mapPosition(u.Name)
	_, _, splat := p.Tree.ArgCount(u.Call)
	return !splat && isNone(p, p.Tree.Arg(u.Call, position, "map_location"))
}

// isNone reports whether an argument is not there, or None.
func isNone(p *analyzer.Pass, arg syntax.Node) bool {
	return arg == syntax.None || p.Tree.Kind(p.Tree.Unparen(arg)) == syntax.KindNoneLiteral
}

// aboutCUDA reports whether the file puts anything on CUDA, or on the machine's
// accelerator, which was CUDA too: the tensors it saved lie there.
func aboutCUDA(p *analyzer.Pass) bool {
	if len(p.Model.Devices()) > 0 || len(p.Model.Guards()) > 0 {
		return true
	}
	return p.Model.CallsAny("torch.Tensor.cuda", "torch.nn.Module.cuda", "torch.cuda.set_device",
		"torch.accelerator.current_accelerator", "torch.accelerator.is_available", "accelerate.Accelerator")
}

// savedHere reports whether the same function has saved to the path that is loaded
// from: tensors saved by this machine lie on its own devices.
func savedHere(p *analyzer.Pass, load syntax.Node) bool {
	from := p.Tree.Arg(load, 0, "f")
	for call := range p.Model.CallsOf("torch.save") {
		to := p.Tree.Arg(call, 1, "f")
		if from != syntax.None && call < load && p.Tree.EnclosingFunction(call) == p.Tree.EnclosingFunction(load) &&
			p.Tree.Text(to) == p.Tree.Text(from) {
			return true
		}
	}
	return false
}

// holdsNumbers reports whether tensors are made of the items of the loaded object,
// which then has none itself.
func holdsNumbers(p *analyzer.Pass, load syntax.Node) bool {
	for call := range p.Model.CallsOf("torch.tensor", "torch.as_tensor", "torch.LongTensor", "torch.FloatTensor") {
		for n := range p.Tree.All(p.Tree.Arg(call, 0, "data")) {
			if p.Tree.Kind(n) == syntax.KindForInClause && p.Model.MayHold(p.Tree.Child(n, syntax.FieldRight), load) {
				return true
			}
		}
	}
	return false
}
