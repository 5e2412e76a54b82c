package cudaapi

import (
	"slices"
	"strings"

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
	Doc: `A function, class or attribute that works only on CUDA.

## What breaks

PyTorch for Neuron is built without CUDA, so most of torch.cuda raises (synchronize,
set_device, Stream, get_device_name). Some functions report that nothing is there
(device_count and memory_allocated return 0, memory_stats is empty), and some do nothing
(empty_cache). Seeding leaves the device's generator unseeded.

## Example

    torch.manual_seed(seed)
    torch.cuda.manual_seed_all(seed)
    torch.cuda.synchronize()
    print(torch.cuda.max_memory_allocated())

## Use instead

    torch.manual_seed(seed)
    torch.neuron.synchronize()
    print(torch_neuronx.max_memory_allocated())

A call is renamed if its counterpart takes the same arguments. The fix is unsafe if the
counterpart takes other arguments or is documented only for a later SDK.

- Seeding is deleted directly after torch.manual_seed with the same seed, which seeds
  every device.
- torch.cuda.set_device with the number assigned by a launcher is deleted in a file that
  starts a process group: the group gives each process its core.
- A memory figure that is 0 without CUDA does not block safe fixes elsewhere in the file
  if it is only shown, by a message, a meter or a writer. It does if it is returned,
  stored or used in a decision.

With --rewrite portable torch.accelerator replaces torch.neuron. Streams and events
become torch.Stream and torch.Event, and a stream is entered directly: with stream.
Generator states, device names and device properties come from the module of the
accelerator in use, torch.get_device_module(). These fixes are unsafe, because little is
documented about them for Neuron.

## When there is no fix

CUDA graphs, memory pools and GPU properties (compute capability, number of
multiprocessors) have no counterpart. The help names the closest one.

## When it is reported

Names are followed through imports and aliases.

- as an error if the call raises
- as a warning if its answer is wrong, and for seeds
- as a note if nothing is missed

These are notes, too:

- a method called on an object of such a class, as start.record()
- torch.cuda as one of several modules, getattr(torch, device_type, torch.cuda), and
  calls on a module chosen in that way
- a handler that recognises errors by a CUDA text, "CUDA out of memory" in str(e)

## When it is silent

- classes in annotations and isinstance: they are reported only where an object is
  created
- assignments to a function of torch.cuda, as in a test that replaces it
- functions that only builds for CUDA have, where the program has looked for them first
  (if hasattr(torch._C, "_cuda_setRNGState"))

## Source

The behaviour of each name without CUDA: the source of PyTorch 2.8, cited with the
finding. Counterparts: AWS Neuron SDK 2.32,
frameworks/torch/pytorch-native-overview.rst, and for torch_neuronx memory functions SDK
2.33.
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
		if by := seededOnXLA(p, u); by != "" {
			d.Message = code(u.Name) + " has no effect on Neuron, whose generator " + code(by) + " seeds here"
			d.Help, d.Severity = "remove it", analyzer.Info
		}
		if dividesBy(p, u) {
			d.Message, d.Severity = d.Message+", and the division by it raises", analyzer.Error
		}
		if u.Method && onInstance(u.Name) {
			d.Severity = analyzer.Info // the constructor is the error
			if strings.HasPrefix(d.Help, "use ") && !known {
				d.Help = "where it is created, " + d.Help
			}
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

// dividesBy reports whether a number is divided by the count of devices, which is 0 on
// Neuron: rank % torch.cuda.device_count().
func dividesBy(p *analyzer.Pass, u usage.Use) bool {
	division := p.Tree.Parent(u.Call)
	return u.Name == "torch.cuda.device_count" && p.Tree.Kind(division) == syntax.KindBinaryOperator && divides(p.Tree, division, u.Call) &&
		p.Model.Type(p.Tree.Child(division, syntax.FieldLeft)).Kind != semantic.KindString
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
	case lookedForFirst(p, u.Node, u.Name):
		return true
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
