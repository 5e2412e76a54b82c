package device

import (
	"slices"
	"strings"
	"sync"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules/internal/origin"
	"github.com/neuronlint/neuronlint/rules/internal/rewrite"
	"github.com/neuronlint/neuronlint/rules/internal/words"
)

var deviceOrdinal = &analyzer.Rule{
	Code:     "NRN104",
	Name:     "cuda-device-ordinal",
	Category: analyzer.CategoryDevice,
	Fix:      analyzer.Safe,
	Since:    "0.1.0",
	Doc: `An integer selects a GPU.

## What breaks

PyTorch treats an integer as the index of the accelerator that it was built for, so
device=0 and .to(rank) select a GPU without the word "cuda". The torch-xla stack rejects
integers. On the native backend the integer counts NeuronCores, and a process started by
a launcher usually sees only one.

## Example

    model.to(int(os.environ["LOCAL_RANK"]))
    x = torch.zeros(8, device=0)

## Use instead

    model.to("neuron")
    x = torch.zeros(8, device="neuron:0")

The fix is safe for:

- the number 0, the first device of a process on any machine, also if a variable or, in
  all calls of the file, a parameter holds it
- the LOCAL_RANK set by torchrun in a file that starts a process group: Neuron then
  gives the process that core and no other

Any other number counted GPUs, so the fix is unsafe.

## When it is reported as a note

- a number other than 0 in a file that uses torch.accelerator; it has no fix

## Source

One NeuronCore per process: AWS Neuron SDK 2.26.1 PyTorch NeuronX training
programming guide; on the native backend the guide to torch.distributed (SDK
2.33), whose processes all use torch.device("neuron"). Other indices there:
judgement.
`,
	Words: words.Device,
	Run:   runDeviceOrdinal,
}

func runDeviceOrdinal(p *analyzer.Pass) error {
	if !p.Model.TextHas("torch") || countsOthers(p) {
		return nil
	}
	isPortable := sync.OnceValue(func() bool { return portable(p) }) // which looks at the whole file
	for _, call := range p.Model.Calls() {
		api, conf := ordinalTaker(p, call)
		if strings.HasPrefix(api, "torch.cuda.") || strings.HasSuffix(api, ".cuda") || strings.HasPrefix(api, "torch.accelerator.") ||
			api == "torch.nn.parallel.DistributedDataParallel" {
			continue // NRN103, NRN201 and NRN403; torch.accelerator takes integers
		}
		for _, param := range p.DB.DeviceParams(api) {
			if semantic.Role(param.Role) != semantic.RoleDevice && semantic.Role(param.Role) != semantic.RoleOrdinal {
				continue
			}
			arg := p.Tree.Arg(call, param.Position, param.Name)
			if arg == syntax.None || !ordinal(p, arg) || p.Model.GuardedForNeuron(call) || api == "torch.device" && p.Tree.Arg(call, 1, "index") != syntax.None {
				continue
			}
			if isPortable() {
				reportPortableOrdinal(p, api, arg, min(conf, ordinalConfidence(p, arg)))
				continue
			}
			p.Report(analyzer.Diagnostic{
				Span:       p.Tree.Span(arg),
				Message:    "`" + rewrite.Code(p, arg) + "` is a bare index that selected a GPU",
				Help:       ordinalHelp(p, arg),
				Severity:   analyzer.Warning,
				Confidence: min(conf, ordinalConfidence(p, arg)),
				API:        api,
				Fact:       fact(p, "torch.device"),
				Related:    origin.Number(p, arg),
				Fixes:      ordinalFix(p, call, arg, conf),
			})
		}
	}
	return nil
}

// ordinalTaker is the API whose device parameters a call has. In a file that uses
// torch, .to of an object of unknown kind counts as a tensor's, and so does .to of a
// variable that was a number at first: best = 0 before checkpoint["best"].
func ordinalTaker(p *analyzer.Pass, call syntax.Node) (string, analyzer.Confidence) {
	api, conf := p.Model.CallName(call)
	callee := p.Tree.Callee(call)
	if p.Tree.Kind(callee) != syntax.KindAttribute || p.Tree.View(p.Tree.AttrName(callee)) != "to" {
		return api, conf
	}
	unknown := api == "" && p.Model.Ref(callee).Def == syntax.None && p.Model.Type(p.Tree.Object(callee)).Kind == semantic.KindUnknown
	if (unknown || strings.HasPrefix(api, "builtins.")) && p.Model.ImportsAny("torch") {
		return "torch.Tensor.to", analyzer.Likely
	}
	return api, conf
}

// reportPortableOrdinal reports a number in a file that speaks of accelerators in
// general, where it counts any of them: correct, unless a process sees only one core.
func reportPortableOrdinal(p *analyzer.Pass, api string, arg syntax.Node, conf analyzer.Confidence) {
	if p.Model.FirstDevice(arg) {
		return
	}
	p.Report(analyzer.Diagnostic{
		Span:       p.Tree.Span(arg),
		Message:    "`" + rewrite.Code(p, arg) + "` selects an accelerator by index; under a launcher, a process may see only one NeuronCore",
		Help:       "leave the index out: `torch.accelerator.current_accelerator()` is the device of the process",
		Severity:   analyzer.Info,
		Confidence: conf,
		API:        api,
		Fact:       fact(p, "torch.device"),
		Related:    origin.Number(p, arg),
	})
}

// countsOthers reports whether the file asks for devices of another vendor, as torch.xpu
// does, and never for those of CUDA: its numbers count the former.
func countsOthers(p *analyzer.Pass) bool {
	others := p.DB.Vendors().Devices
	if !slices.ContainsFunc(others, p.Model.TextHas) {
		return false
	}
	other := false
	for n := range p.Model.Named(func(name string) bool { return strings.HasPrefix(name, "torch.") }) {
		name, _ := p.Model.Name(n)
		module, _, _ := strings.Cut(strings.TrimPrefix(name, "torch."), ".")
		if module == "cuda" {
			return false
		}
		other = other || slices.Contains(others, module)
	}
	return other
}

// portable reports whether the file already speaks of accelerators in general, and a
// number means any of them.
func portable(p *analyzer.Pass) bool {
	for whole, part := range p.Model.Named(func(name string) bool { return strings.HasPrefix(name, "torch.accelerator.") }) {
		if whole == part {
			return true
		}
	}
	return false
}

func ordinalHelp(p *analyzer.Pass, arg syntax.Node) string {
	if p.Target.Rewrite == opsdb.RewriteXLA {
		return "use `torch_xla.device()`; the launcher gives each process its NeuronCore"
	}
	one := "a process that sees one NeuronCore alone says `\"neuron\"`"
	if device := numbered(p, arg); device != "" && !p.Model.LocalRank(arg) {
		return "name the device, `" + device + "`; " + one
	}
	return "name the device; " + one
}

// numbered is the device of Neuron that has the number; "" where it is not easily
// written.
func numbered(p *analyzer.Pass, arg syntax.Node) string {
	text := p.Tree.Written(arg)
	switch {
	case strings.ContainsAny(text, "\"'\n{}\\-"):
		return ""
	case p.Tree.Kind(arg) == syntax.KindInteger:
		return `"neuron:` + text + `"`
	case mayBeNone(p, arg), declaredElsewhere(p, arg):
		return ""
	}
	return `f"neuron:{` + text + `}"`
}

// ordinal reports whether an expression is an integer, or is named like the rank that a
// launcher gives.
func ordinal(p *analyzer.Pass, n syntax.Node) bool { return ordinalConfidence(p, n) > 0 }

func ordinalConfidence(p *analyzer.Pass, n syntax.Node) analyzer.Confidence {
	switch t := p.Model.Type(n); t.Kind {
	case semantic.KindInt:
		if c, known := p.Model.Constant(n); known && c.Number < 0 {
			return 0 // -1 stands for the CPU
		}
		if name, _ := p.Model.CallName(n); p.Tree.Kind(n) == syntax.KindCall && strings.HasPrefix(name, "torch.") {
			return 0 // torch.cuda.current_device() is NRN201
		}
		return t.Confidence
	case semantic.KindUnknown:
	default:
		return 0
	}
	name := ""
	switch p.Tree.Kind(n) {
	case syntax.KindIdentifier:
		name = p.Tree.Text(n)
	case syntax.KindAttribute:
		name = p.Tree.Text(p.Tree.AttrName(n))
	case syntax.KindBinaryOperator:
		if p.Tree.Operator(n) == "%" {
			return ordinalConfidence(p, p.Tree.Child(n, syntax.FieldLeft))
		}
	case syntax.KindSubscript:
		if p.Tree.Kind(p.Tree.Child(n, syntax.FieldSubscript)) == syntax.KindInteger && listsGPUs(p, p.Tree.Child(n, syntax.FieldValue)) {
			return analyzer.Likely
		}
	}
	switch strings.TrimLeft(strings.ToLower(name), "_") {
	case "rank", "local_rank", "localrank", "gpu", "gpu_id", "gpu_index", "gpu_idx", "device_id", "device_index", "local_gpu":
		return analyzer.Likely
	}
	return 0
}

// listsGPUs reports whether an expression is named like a list of GPU numbers:
// opt.gpu_ids.
func listsGPUs(p *analyzer.Pass, n syntax.Node) bool {
	if p.Tree.Kind(n) == syntax.KindAttribute {
		n = p.Tree.AttrName(n)
	}
	switch strings.TrimLeft(strings.ToLower(p.Tree.Text(n)), "_") {
	case "gpu_ids", "gpus", "gpu_list", "device_ids":
		return true
	}
	return false
}

// ordinalFix names the device; the call takes one as surely as conf says. The
// number 0 is the first device of a process, however many it sees.
func ordinalFix(p *analyzer.Pass, call, arg syntax.Node, conf analyzer.Confidence) []analyzer.Fix {
	device, imports := numbered(p, arg), []analyzer.Edit(nil)
	if device == "" && declaredElsewhere(p, arg) {
		device, imports, _ = numberedDevice(p, call, arg)
	}
	if p.Target.Rewrite != opsdb.RewriteNeuron || device == "" || besideNames(p, arg) {
		return nil
	}
	own := p.Model.LocalRank(arg)
	if own {
		device, imports = `"`+rewrite.Native+`"`, nil
	}
	api, _ := p.Model.CallName(call) // .to(0) of anything need not be about a device
	named := api != "" && !strings.HasPrefix(api, "builtins.")
	fix := analyzer.Fix{
		Title: "name the Neuron device", Requires: requires(p),
		Edits: append([]analyzer.Edit{rewrite.Replace(p, arg, device)}, imports...),
	}
	switch {
	case conf < analyzer.Likely || !named && !own:
		fix.Take(analyzer.Doubtful("this may not select a device"))
	case (!named || !p.Model.FirstDevice(arg)) && (!own || !joinsGroup(p)):
		fix.Take(analyzer.Doubtful(countedGPUs))
	case stayingTest(p) != syntax.None:
		fix.Take(p.DoubtfulAt(stayingTest(p), testsPlacement))
	default:
		fix.Take(analyzer.Sure())
	}
	return []analyzer.Fix{fix}
}
