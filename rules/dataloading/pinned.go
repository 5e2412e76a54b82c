package dataloading

import (
	"iter"
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules/internal/usage"
	"github.com/neuronlint/neuronlint/rules/internal/words"
)

var pinnedMemory = &analyzer.Rule{
	Code:     "NRN631",
	Name:     "pinned-memory",
	Category: analyzer.CategoryDataLoading,
	Since:    "0.1.0",
	Doc: `Host memory is pinned for copies to a GPU.

## What breaks

The accelerator's backend allocates pinned memory, and a backend without it raises.
Pinned memory is undocumented on Neuron, so pin_memory=True may fail or waste memory. If
PyTorch finds no accelerator, as under torch-xla, DataLoader drops pinning with a
warning.

## Example

    loader = DataLoader(dataset, batch_size=8, pin_memory=True)
    batch = batch.pin_memory().to(device, non_blocking=True)

## When there is no fix

Pin memory only where CUDA is in use:

    loader = DataLoader(dataset, batch_size=8, pin_memory=torch.cuda.is_available())

Under torch-xla torch_xla.distributed.parallel_loader.MpDeviceLoader feeds the device.

## When it is reported

- pin_memory() and pin_memory=True; the first place of a function stands for all
- a DataLoader whose pin_memory is decided elsewhere, and dictionaries of its arguments

## Source

PyTorch 2.8, torch/utils/data/dataloader.py. The lack of documentation for Neuron: AWS
Neuron SDK 2.32, frameworks/torch/pytorch-native-overview.rst; SDK 2.26,
pytorch-neuron-programming-guide.rst.
`,
	Words: func(db *opsdb.DB) analyzer.Words {
		return words.Torch(db).And(analyzer.Words{Packages: []string{"accelerate", "lightning"}})
	},
	Run: runPinnedMemory,
}

const (
	loader      = "torch.utils.data.DataLoader"
	tensorPin   = "torch.Tensor.pin_memory"
	pinArgument = "pin_memory"
)

func runPinnedMemory(p *analyzer.Pass) error {
	if !p.Model.TextHas(pinArgument) || !p.Model.ImportsAny("torch", "accelerate", "lightning", "pytorch_lightning") {
		return nil
	}
	places := make(map[pinning][]syntax.Node)
	var met []pinning
	for n, k := range pinnings(p) {
		if p.Model.GuardedForNeuron(n) || p.Model.Harmless(n) {
			continue
		}
		if len(places[k]) == 0 {
			met = append(met, k)
		}
		places[k] = append(places[k], n)
	}
	for _, k := range met {
		slices.Sort(places[k])
		reportPinned(p, places[k], k.conf, k.api)
	}
	return nil
}

// pinning is the common state of the places of a function that one finding covers.
type pinning struct {
	fn   syntax.Node // the place itself where comments silence findings
	api  string
	conf analyzer.Confidence
}

// pinnings yields the places that pin memory.
func pinnings(p *analyzer.Pass) iter.Seq2[syntax.Node, pinning] {
	return func(yield func(syntax.Node, pinning) bool) {
		eachLine := usage.EachLine(p)
		at := func(n syntax.Node, api string, conf analyzer.Confidence) bool {
			fn := p.Tree.EnclosingFunction(n)
			if eachLine {
				fn = n
			}
			return yield(n, pinning{fn, api, conf})
		}
		for _, call := range p.Model.Calls() {
			if arg, conf := pinningArgument(p, call); arg != syntax.None {
				if !at(p.Tree.Parent(arg), loader, conf) {
					return
				}
			} else if conf, ok := pinsTensor(p, call); ok && !at(call, tensorPin, conf) {
				return
			}
		}
		for _, s := range p.Model.Strings() {
			if pair := pinningPair(p, s); pair != syntax.None && !at(pair, loader, analyzer.Likely) {
				return
			}
		}
	}
}

// reportPinned reports the first of several places.
func reportPinned(p *analyzer.Pass, places []syntax.Node, conf analyzer.Confidence, api string) {
	row, _ := p.DB.Replacement(tensorPin, p.Target.Rewrite)
	d := analyzer.Diagnostic{
		Span: p.Tree.Span(places[0]), Severity: analyzer.Info, Confidence: conf, API: api, Fact: row.Ref,
		Related: p.Places("memory is pinned here, too", places[1:]...),
		Message: "pinned memory is undocumented on Neuron: it may fail or have no effect",
		Help:    "pin memory only where CUDA is in use",
	}
	if p.Target.Rewrite.Stack() == "xla" {
		d.Message = "memory may not be pinned under torch-xla, which PyTorch does not count as an accelerator"
		d.Help = "feed the device with `torch_xla.distributed.parallel_loader.MpDeviceLoader`"
	}
	p.Report(d)
}

// pinningArgument is the value of pin_memory in a call that makes a loader, a
// tensor, or a dictionary of arguments; None if it surely pins nothing.
func pinningArgument(p *analyzer.Pass, call syntax.Node) (syntax.Node, analyzer.Confidence) {
	arg := p.Tree.Keyword(call, pinArgument)
	if arg == syntax.None {
		return syntax.None, 0
	}
	value, known := p.Model.Constant(arg)
	isTrue := known && value.Kind == semantic.ConstantBool && value.Number != 0
	name, conf := p.Model.CallName(call)
	switch {
	case known && !isTrue || asksForCUDA(p, arg):
		return syntax.None, 0
	case name == loader, strings.HasPrefix(name, "torch.") && isTrue:
		return arg, conf
	case isTrue && p.Model.Ref(p.Tree.Callee(call)).Def == syntax.None:
		return arg, analyzer.Likely
	}
	return syntax.None, 0
}

// asksForCUDA reports whether an expression is a test for CUDA, which is false
// on Neuron.
func asksForCUDA(p *analyzer.Pass, n syntax.Node) bool {
	for c := range p.Tree.All(n) {
		text := p.Tree.Text(c)
		if strings.Contains(text, "cuda") || strings.Contains(text, "gpu") {
			return true
		}
	}
	return false
}

// pinsTensor reports whether a call pins a tensor or a batch. A class of the
// program's own may have such a method for its loader to call.
func pinsTensor(p *analyzer.Pass, call syntax.Node) (analyzer.Confidence, bool) {
	callee := p.Tree.Callee(call)
	if p.Tree.Kind(callee) != syntax.KindAttribute || p.Tree.Text(p.Tree.AttrName(callee)) != pinArgument {
		return 0, false
	}
	name, conf := p.Model.CallName(call)
	if name == tensorPin {
		return conf, true
	}
	if name == "" && p.Model.Type(p.Tree.Object(callee)).Kind == semantic.KindUnknown {
		return analyzer.Likely, true
	}
	return 0, false
}

// pinningPair is the pair "pin_memory": True of a dictionary, given its key.
func pinningPair(p *analyzer.Pass, key syntax.Node) syntax.Node {
	pair := p.Tree.Parent(key)
	if p.Tree.Kind(pair) != syntax.KindPair || p.Tree.Child(pair, syntax.FieldKey) != key {
		return syntax.None
	}
	if text, ok := p.Tree.StringValue(key); !ok || text != pinArgument {
		return syntax.None
	}
	if p.Tree.Kind(p.Tree.Child(pair, syntax.FieldValue)) != syntax.KindTrue {
		return syntax.None
	}
	return pair
}
