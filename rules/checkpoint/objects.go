package checkpoint

import (
	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules/internal/rewrite"
	"github.com/neuronlint/neuronlint/rules/internal/usage"
	"github.com/neuronlint/neuronlint/rules/internal/words"
)

var loadObjects = &analyzer.Rule{
	Code:     "NRN642",
	Name:     "load-of-objects",
	Category: analyzer.CategoryCheckpoint,
	Fix:      analyzer.Unsafe,
	Since:    "0.1.0",
	Doc: `A checkpoint that holds more than tensors is loaded as tensors only.

## What breaks

From PyTorch 2.6 on, and so with the Neuron SDKs, torch.load uses weights_only=True by
default. It then reads tensors, dictionaries, lists, texts and numbers, but rejects
whole models, argparse arguments, configurations and NumPy arrays with an
UnpicklingError. Older code never passes weights_only.

## Example

    model = torch.load("model.pt", map_location="cpu")
    model.eval()

## Use instead

Save and load only the state:

    torch.save(model.state_dict(), "model.pt")
    model.load_state_dict(torch.load("model.pt", map_location="cpu"))

or, for a trusted file, write the old default explicitly. The fix does this, and it is
unsafe, since the file's author can run code through it:

    model = torch.load("model.pt", map_location="cpu", weights_only=False)

## When it is reported

The code's use of the result shows what the file holds:

- as an error: a model is called or put in evaluation mode
- as a warning: the attributes of a Namespace are read; the same file saves a Namespace
  under another key of the loaded dictionary, calls a function of the project that does,
  or train.py does beside an evaluate.py; torch.from_numpy takes an array
- as a note: files of Lightning, which may hold objects of its callbacks

## When it is silent

- dictionaries of weights

## Source

AWS Neuron SDK 2.26, about-neuron/appnotes/torch-neuronx/introducing-pytorch-2-7.rst.
`,
	Words: words.Torch,
	Run:   runLoadObjects,
}

func runLoadObjects(p *analyzer.Pass) error {
	if p.Model.ImportsAny("torch_neuronx", "torch_neuron", "torch.neuron", "torch_xla") {
		return nil // written for such a version already
	}
	for u := range usage.Of(p, func(name string) bool { return name == "torch.load" }) {
		if u.Call == syntax.None || saysWhat(p, u.Call) || p.Model.GuardedForNeuron(u.Node) || p.Model.CallsAny("torch.serialization.safe_globals", "torch.serialization.add_safe_globals") {
			continue
		}
		h := holdings{p: p, load: u.Call, keys: make(map[string]bool), first: make(map[string]bool)}
		h.follow(h.load, maxHolders)
		severity, why := h.verdict()
		if why == "" {
			continue
		}
		help := "save and load only the state_dict, or pass weights_only=False for a file that you trust"
		if !h.model && h.array {
			help = "pass weights_only=False for a file that you trust, or save the arrays as tensors"
		}
		d := analyzer.Diagnostic{
			Span: p.Tree.Span(u.Node), Severity: severity, Confidence: min(u.Confidence, analyzer.Likely), API: u.Name,
			Message: "`torch.load` " + why,
			Help:    help,
			Fact: opsdb.Ref{
				Evidence: opsdb.Documented,
				Source:   "aws-neuron-sdk@v2.26.1:about-neuron/appnotes/torch-neuronx/introducing-pytorch-2-7.rst:72",
			},
		}
		if h.saved != nil {
			d.Related = append(d.Related, h.saved.saved)
		}
		if !p.Tree.InError(u.Call) {
			fix := analyzer.Fix{Title: "load objects too", Edits: []analyzer.Edit{rewrite.AppendArgument(p, u.Call, "weights_only=False")}}
			fix.Take(analyzer.Doubtful("loading a file with pickled objects can run any code"))
			d.Fixes = []analyzer.Fix{fix}
		}
		p.Report(d)
	}
	return nil
}

// saysWhat reports whether a call chooses the kinds of objects it reads, by
// weights_only or pickle_module, or may do so behind **.
func saysWhat(p *analyzer.Pass, load syntax.Node) bool {
	_, _, splat := p.Tree.ArgCount(load)
	return splat || p.Tree.Keyword(load, "weights_only") != syntax.None || p.Tree.Arg(load, 2, "pickle_module") != syntax.None
}

// maxHolders bounds how many variables are followed one after the other.
const maxHolders = 3

// holdings is the use a program makes of the object it loads.
type holdings struct {
	p      *analyzer.Pass
	load   syntax.Node
	keys   map[string]bool    // the keys read from it, or from its contents
	first  map[string]bool    // those that are read of itself
	into   []*semantic.Symbol // the objects that its contents are loaded into
	saved  *saving            // by another file
	model  bool               // it is used as a module
	object bool               // it is read as an object with attributes
	array  bool               // it is given to torch.from_numpy
}

// verdict returns the conclusion about the file; nothing where it may hold weights
// alone.
func (h *holdings) verdict() (severity analyzer.Severity, why string) {
	const since = ", which PyTorch 2.6 and later reject"
	switch {
	case h.model:
		return analyzer.Error, "loads a whole pickled model" + since
	case h.object, h.savedWithOptions():
		return analyzer.Warning, "loads a checkpoint with " + theOptions + " in it" + since
	}
	if h.saved = h.savedElsewhere(); h.saved == nil {
		h.saved = h.savedBeside()
	}
	if h.saved != nil {
		return analyzer.Warning, "loads a file that `" + h.saved.callee + "` saves, with " + h.saved.object + " in it" + since
	}
	switch {
	case h.array:
		return analyzer.Warning, "loads NumPy arrays" + since
	case h.keys["state_dict"] && h.ofLightning():
		return analyzer.Info, "may raise: Lightning checkpoints can hold callback objects" + since
	}
	return 0, ""
}

// ofLightning reports whether the file is about Lightning, or a key that it writes is read,
// or the file is called as it calls them.
func (h *holdings) ofLightning() bool {
	return h.keys["global_step"] || h.p.Model.ImportsAny("pytorch_lightning", "lightning") ||
		namedCkpt(h.p, h.p.Tree.Arg(h.load, 0, "f"), maxPassedOn)
}

// follow notes the uses of a value: at its own place, and wherever variables that hold
// it are read.
func (h *holdings) follow(value syntax.Node, depth int) {
	h.note(value, depth)
	t := h.p.Tree
	bound := t.Parent(value)
	if t.Kind(bound) != syntax.KindAssignment || t.Child(bound, syntax.FieldRight) != value {
		return
	}
	sym := h.p.Model.Symbol(t.Child(bound, syntax.FieldLeft))
	if sym == nil {
		return
	}
	for _, use := range sym.Uses {
		if h.p.Model.MayHold(use, value) {
			h.note(use, depth)
		}
	}
}

// note goes up from a value through the items, attributes and methods that are asked of it.
func (h *holdings) note(value syntax.Node, depth int) {
	t := h.p.Tree
	key := ""
	for at := value; ; at = t.Parent(at) {
		parent := t.Parent(at)
		switch t.Kind(parent) {
		case syntax.KindSubscript:
			if t.Child(parent, syntax.FieldValue) != at {
				h.handed(at)
				return
			}
			if text, ok := t.StringValue(t.Child(parent, syntax.FieldSubscript)); ok {
				if key == "" && depth == maxHolders {
					h.first[text] = true
				}
				key = text
				h.keys[key] = true
			}
			if depth > 0 && t.Kind(t.Parent(parent)) == syntax.KindAssignment {
				h.follow(parent, depth-1)
			}
		case syntax.KindAttribute:
			name := t.View(t.AttrName(parent))
			h.model = h.model || ofModules(name)
			h.object = h.object || namesOptions(key) && !ofContainers(name)
		case syntax.KindCall:
			if t.Callee(parent) == at && t.Kind(at) == syntax.KindIdentifier {
				h.model = true
			}
		case syntax.KindParenthesized:
		default:
			h.handed(at)
			return
		}
	}
}

// handed notes the arguments of a function of NumPy's arrays.
func (h *holdings) handed(value syntax.Node) {
	t := h.p.Tree
	if list := t.Parent(value); t.Kind(list) == syntax.KindArgumentList {
		name, _ := h.p.Model.CallName(t.Parent(list))
		h.array = h.array || name == "torch.from_numpy"
		callee := t.Callee(t.Parent(list))
		if t.Kind(callee) == syntax.KindAttribute && t.View(t.AttrName(callee)) == "load_state_dict" {
			h.into = append(h.into, h.p.Model.Symbol(t.Object(callee)))
		}
	}
}

// ofModules reports whether modules have a method that neither tensors nor dictionaries
// have.
func ofModules(name string) bool {
	switch name {
	case "eval", "train", "parameters", "named_parameters", "modules", "named_modules", "children", "state_dict", "load_state_dict", "forward":
		return true
	}
	return false
}

// namesOptions reports whether a key is one under which programs keep their options.
func namesOptions(key string) bool {
	switch key {
	case "args", "opt", "opts", "cfg", "config", "hparams", "hyper_parameters":
		return true
	}
	return false
}

// ofContainers reports whether dictionaries and lists have an attribute.
func ofContainers(name string) bool {
	switch name {
	case "get", "items", "keys", "values", "update", "pop", "copy", "setdefault", "append", "split", "lower", "format", "strip":
		return true
	}
	return false
}
