package cudaapi

import (
	"slices"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules/internal/origin"
	"github.com/neuronlint/neuronlint/rules/internal/usage"
	"github.com/neuronlint/neuronlint/rules/internal/words"
)

var cudaAPI = &analyzer.Rule{
	Code:     "NRN201",
	Name:     "cuda-api",
	Category: analyzer.CategoryCUDAAPI,
	Fix:      analyzer.Safe,
	Since:    "0.1.0",
	Doc: `A function, class or attribute that works on CUDA alone.

## What breaks

PyTorch for Neuron is built without CUDA. Most of torch.cuda then raises
(synchronize, set_device, Stream, get_device_name), some of it answers that
there is nothing (device_count is 0, memory_allocated is 0, memory_stats is
empty), and some of it does nothing (empty_cache). The finding's severity
follows from that: an error where the call raises, a warning where the answer
is wrong, a note where nothing is missed. Seeds are a warning, because the
generator of the device stays unseeded.

Names are followed through imports and aliases. A class is reported where an
object is made of it, not in annotations or isinstance; what is called on such an
object later, as start.record(), is a note. So is torch.cuda itself where it is handed on
as one of several modules, getattr(torch, device_type, torch.cuda), and what is
called of a module that was chosen in that way, and a handler that knows errors by
a text of CUDA's, "CUDA out of memory" in str(e). Assigning to a function
of torch.cuda, as in a test that replaces it, is not reported.

## Example

    torch.manual_seed(seed)
    torch.cuda.manual_seed_all(seed)
    torch.cuda.synchronize()
    print(torch.cuda.max_memory_allocated())

## Use instead

    torch.manual_seed(seed)
    torch.neuron.synchronize()
    print(torch_neuronx.max_memory_allocated())

A call is renamed where the counterpart takes the same arguments. The fix is
unsafe where it takes others or is documented for a later SDK only. Seeding is
deleted where torch.manual_seed has just run with the same seed: it seeds every
device. torch.cuda.set_device is deleted with the number that a launcher gives a
process, in a file that starts a process group: the group gives each process its core.

A figure of memory that is 0 without CUDA and only shown, by a message, a meter or a
writer, does not keep the rest of its file from being mended. One that is returned,
stored or decided by does.

With --rewrite portable torch.accelerator takes the place of torch.neuron.

Streams and events become torch.Stream and torch.Event, and a stream is entered
itself: with stream. States of generators, names and properties of a device are
asked of the module of the accelerator in use, torch.get_device_module(). These
fixes are unsafe: little is documented about them for Neuron.

## When there is no fix

CUDA graphs, memory pools and what only GPUs have (a compute capability, a number
of multiprocessors) have no counterpart. The help says what comes closest.

## Source

What each name does without CUDA: the source of PyTorch 2.8, cited with the
finding. Counterparts: AWS Neuron SDK 2.32,
frameworks/torch/pytorch-native-overview.rst, and for torch_neuronx memory
functions SDK 2.33.
`,
	Words: words.CUDA,
	Run:   runCUDAAPI,
}

func runCUDAAPI(p *analyzer.Pass) error {
	mine := func(name string) bool { return owned(p, name) }
	for u := range usage.Of(p, mine) {
		if silent(p, u) || p.Model.GuardedForNeuron(u.Node) {
			continue
		}
		api, _ := p.DB.API(u.Name)
		row, known := p.DB.Replacement(u.Name, p.Target.Rewrite)
		d := analyzer.Diagnostic{
			Category:   analyzer.Category(api.Category),
			Span:       p.Tree.Span(u.Node),
			Message:    message(api),
			Help:       helpHere(p, u, api, row, known),
			Severity:   severity(api),
			Confidence: u.Confidence,
			API:        u.Name,
			Figure:     figure(p, u, api),
			Fact:       api.Ref,
			Related:    append(spawned(p, u), selected(p, u)...),
			Fixes:      fixes(p, u, row),
		}
		if seeds(u.Name) && seededAlready(p, u.Call, row) {
			d.Message = code(u.Name) + " has no effect on Neuron, which `torch.manual_seed` has already seeded"
			d.Help, d.Severity = "remove it", analyzer.Info
		}
		if u.Method && onInstance(u.Name) {
			d.Severity = analyzer.Info // the constructor is the error
		}
		if p.Model.Ref(u.Node).Chosen {
			d.Severity, d.Help, d.Fixes = analyzer.Info, moduleHelp, nil // it may be another's when the program runs
		}
		p.Report(d)
	}
	reportModules(p)
	reportLookedUp(p)
	reportErrorTexts(p)
	return nil
}

// spawned points at where as many processes are started as there are GPUs.
func spawned(p *analyzer.Pass, u usage.Use) []analyzer.Related {
	if u.Name != "torch.cuda.device_count" || u.Call == syntax.None {
		return nil
	}
	var out []analyzer.Related
	for spawn := range p.Model.CallsOf("torch.multiprocessing.spawn") {
		if slices.Contains(p.Model.Alternatives(p.Tree.Arg(spawn, 2, "nprocs")), u.Call) {
			out = append(out, analyzer.Related{Span: p.Tree.Span(p.Tree.Callee(spawn)), Message: "starts no process on Neuron"})
		}
	}
	return out
}

// selected points at where the number comes from that selects a GPU.
func selected(p *analyzer.Pass, u usage.Use) []analyzer.Related {
	if u.Name != "torch.cuda.set_device" || u.Call == syntax.None {
		return nil
	}
	number := p.Tree.Arg(u.Call, 0, "device")
	switch p.Model.Type(number).Kind {
	case semantic.KindInt, semantic.KindUnknown:
		return origin.Number(p, number)
	}
	return nil
}

// silent reports whether a use is left out: it has no known consequence, or another
// rule reports it.
func silent(p *analyzer.Pass, u usage.Use) bool {
	api, _ := p.DB.API(u.Name)
	switch {
	case api.Consequence == opsdb.UnknownWhat:
		return true // unknown is no problem to report
	case u.Stored && !u.Longer:
		return true // a function or class is replaced by the program's own
	case u.Mentioned && api.Kind == "class" && api.Consequence != opsdb.Harmless:
		return true
	case u.Method && onInstance(u.Name):
		return !onVariable(p, u)
	case u.Name == "torch.random.fork_rng":
		return forksNoCUDA(p, u)
	}
	return enablesScaler(p, u) || pinsWhereCUDA(p, u) || u.DecidesGuard(p) || p.Model.Harmless(u.Node) // NRN302 and NRN114 report these
}

// pinsWhereCUDA reports whether a query only tells a loader to pin memory, which is the
// way NRN631 gives: about pinned memory nothing is documented for Neuron, where the answer
// is no. A function of the project may do more with its parameter.
func pinsWhereCUDA(p *analyzer.Pass, u usage.Use) bool {
	argument := p.Tree.Parent(u.Call)
	if u.Name != "torch.cuda.is_available" || p.Tree.Kind(argument) != syntax.KindKeywordArgument || p.Tree.View(p.Tree.Child(argument, syntax.FieldName)) != "pin_memory" {
		return false
	}
	return !p.Model.RunsProject(p.Tree.Parent(p.Tree.Parent(argument)))
}

// enablesScaler reports whether a query does nothing but switch a loss scaler on, for
// which NRN302 gives the advice: GradScaler(enabled=torch.cuda.is_available()).
func enablesScaler(p *analyzer.Pass, u usage.Use) bool {
	if u.Name != "torch.cuda.is_available" || u.Call == syntax.None {
		return false
	}
	argument := p.Tree.Parent(p.Model.Condition(u.Call))
	if p.Tree.Kind(argument) != syntax.KindKeywordArgument || p.Tree.Text(p.Tree.Child(argument, syntax.FieldName)) != "enabled" {
		return false
	}
	name, _ := p.Model.CallName(p.Tree.Parent(p.Tree.Parent(argument)))
	return name == "torch.cuda.amp.GradScaler" || name == "torch.amp.GradScaler"
}
