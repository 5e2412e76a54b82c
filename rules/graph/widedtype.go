package graph

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules/internal/reach"
	"github.com/neuronlint/neuronlint/rules/internal/words"
)

var wideDType = &analyzer.Rule{
	Code:     "NRN606",
	Name:     "wide-dtype",
	Category: analyzer.CategoryDtype,
	Since:    "0.1.0",
	Doc: `A 64-bit tensor is created on the device, or cast there.

## What breaks

The compiler treats int64 as int32 and cuts off the high bits: indices and counters are
fine, hashes and large products are not. float64 is in no list of supported types. Code
for GPUs creates both implicitly: torch.arange, .long() and torch.tensor([1, 2]) give
int64, and NumPy arrays are float64 by default and keep that through from_numpy,
as_tensor and torch.tensor.

## Example

    total = torch.zeros(1, dtype=torch.long, device=device)
    weights = torch.from_numpy(np.linspace(0, 1, n)).to(device)

## Use instead

    total = torch.zeros(1, dtype=torch.int32, device=device)
    weights = torch.from_numpy(np.linspace(0, 1, n, dtype=np.float32)).to(device)

## When there is no fix

Some operators require int64 indices on other devices, and only the author knows whether
32 bits are enough.

## When it is reported

As notes; the first place of a function stands for all of the same type:

- tensors made with device= (or moved there at once), except in tests and constructors
- casts (.long(), .double(), .to(torch.float64), x.sum(dtype=torch.float64),
  x.new_zeros(n, dtype=torch.long)) of tensors that the file puts on the device, or in
  forward, compiled functions, training steps and generation loops
- casts of a model's result to float64 in loops that evaluate it
- casts of a whole model, model.double(), anywhere

## When it is silent

- tensors made on the host, and tensors cast to another type at once
- int64 values that visibly fit in 32 bits, with nothing lost (shown by --min-confidence
  possible): positions (torch.arange, an index in place), random numbers below a bound,
  rounded numbers, ones and comparisons used as masks, names of masks, positions,
  labels, token ids and lengths, one number in all places, small literals, and values
  bounded at their use (torch.min, clamp, %)

## Source

The known issues of neuronx-cc and the data types in the documentation of the AWS Neuron
SDK, cited with the finding. The lack of float64 is inferred from the lists.
`,
	Words: words.Operators,
	Run:   runWideDType,
}

func runWideDType(p *analyzer.Pass) error {
	type statement struct {
		node  syntax.Node
		dtype string
	}
	said := map[statement]bool{}
	found := map[group]*wideTensors{}
	doubled := map[syntax.Node][]syntax.Node{} // by function, casts of values that may not be tensors
	var order []*wideTensors
	for _, call := range p.Model.Calls() {
		dtype := wide(p, call)
		if dtype == "" {
			if toDouble(p, call) {
				fn := p.Tree.EnclosingFunction(call)
				doubled[fn] = append(doubled[fn], call)
			}
			continue
		}
		stmt := statement{p.Tree.Statement(call), dtype}
		if said[stmt] || dtype == "float64" && p.Model.Deviceless() || !runsOnDevice(p, call) && keptBy(p, call) == syntax.None || narrowed(p, call) {
			continue
		}
		said[stmt] = true
		in := group{p.Tree.EnclosingFunction(call), dtype, dtype == "int64" && fits(p, call), isModule(p, call)}
		if found[in] == nil {
			found[in] = &wideTensors{group: in}
			order = append(order, found[in])
		}
		found[in].calls = append(found[in].calls, call)
	}
	for _, w := range order {
		reportWide(p, w, doubled)
	}
	return nil
}

// group is reported as one finding: the tensors of one dtype in a function, or in the
// code around all functions, whose values are all seen to fit in 32 bits or all not.
type group struct {
	function syntax.Node
	dtype    string
	fits     bool
	module   bool // a model is cast, with all its parameters
}

// confidence is that any value has need of 64 bits.
func (g group) confidence() analyzer.Confidence {
	if g.fits {
		return analyzer.Possible
	}
	return analyzer.Likely
}

// wideTensors are the calls that make or cast the tensors of a group.
type wideTensors struct {
	group
	calls []syntax.Node
}

func reportWide(p *analyzer.Pass, w *wideTensors, doubled map[syntax.Node][]syntax.Node) {
	fact, known := p.DB.DType("torch."+w.dtype, p.Target)
	if !known || fact.Supported != opsdb.SupportNo && fact.Supported != opsdb.SupportEmulated {
		return
	}
	what := "`" + w.dtype + "` tensors"
	if w.module {
		what = "a `" + w.dtype + "` model"
		w.calls = append(w.calls, madeLike(p, w.dtype)...)
	}
	if fact.Ref.Evidence != opsdb.Documented {
		what += " may not be supported"
	}
	what += " on the device: "
	if w.dtype == "float64" {
		w.calls = append(w.calls, w.alike(p, doubled[w.function])...)
	}
	first := w.calls[0]
	var others []syntax.Node
	for _, call := range w.calls[1:] {
		others = append(others, p.Tree.Callee(call))
	}
	p.Report(analyzer.Diagnostic{
		Span:       p.Tree.Span(p.Tree.Callee(first)),
		Message:    what + fact.Note,
		Help:       "use a 32-bit type where that is enough, and compute the rest on the host",
		Severity:   analyzer.Info,
		Confidence: w.confidence(),
		API:        "torch." + w.dtype,
		MayFail:    w.dtype == "float64" && fact.Supported == opsdb.SupportNo,
		Fact:       fact.Ref,
		Related:    p.Places("another one here", others...),
	})
}

// wide is "int64" or "float64" if a call makes such a tensor on the device.
func wide(p *analyzer.Pass, call syntax.Node) string {
	if kept := keptBy(p, call); kept != syntax.None {
		return keptDType(p, kept)
	}
	name, conf := p.Model.CallName(call)
	api, _ := opsdb.TorchOperator(name)
	switch {
	case api == "" && handsDouble(p, call):
		return "float64"
	case api == "" || conf < analyzer.Likely:
		return ""
	}
	dtype := ""
	switch {
	case api == "nn.Module.double":
		return "float64"
	case api == "long", api == "double", api == "type", givesDType(p, call, api):
		dtype = castTo(p, call)
	case api == "cuda", api == "to":
		switch {
		case castsTo(p, call):
			dtype = castTo(p, call)
		case api == "cuda" || moves(p, call):
			dtype = madeOf(p, p.Tree.Unparen(p.Tree.Object(p.Tree.Callee(call))))
		}
	case makes(api) && p.Tree.Keyword(call, "device") != syntax.None && !p.Model.OnHost(call):
		dtype = madeOf(p, call)
	}
	if dtype == "int64" || dtype == "float64" {
		return dtype
	}
	return ""
}

// isModule reports whether a call casts a model.
func isModule(p *analyzer.Pass, call syntax.Node) bool {
	name, _ := p.Model.CallName(call)
	return name == "torch.nn.Module.double"
}

// madeLike are the calls in which the models of a file make tensors of a dtype passed
// to them: a model cast to that dtype computes with these tensors.
func madeLike(p *analyzer.Pass, dtype string) []syntax.Node {
	var made []syntax.Node
	for _, call := range p.Model.Calls() {
		if p.Tree.Keyword(call, "dtype") != syntax.None && p.Model.Region(call) == semantic.RegionForward && madeOf(p, call) == dtype {
			made = append(made, call)
		}
	}
	return made
}

// givesDType reports whether a call computes a tensor of a dtype argument from an
// existing tensor, and so on the same device: x.sum(dtype=…), torch.zeros_like(x,
// dtype=…), x.new_zeros(…, dtype=…).
func givesDType(p *analyzer.Pass, call syntax.Node, api string) bool {
	return p.Tree.Keyword(call, "dtype") != syntax.None && p.Tree.Keyword(call, "device") == syntax.None &&
		(!makes(api) || strings.HasPrefix(api, "new_")) && p.Model.Type(call).Kind == semantic.KindTensor
}

// castTo is the dtype that a cast gives to a tensor that had another one, and is
// used again and again or seen to be on the device.
func castTo(p *analyzer.Pass, call syntax.Node) string {
	dtype, cast := p.Model.DType(call), p.Tree.Object(p.Tree.Callee(call))
	used := placeOf(p, call) > seldom || p.Model.Placed(cast) || dtype == "float64" && measured(p, call, cast)
	if !used || p.Model.OnHost(call) || p.Model.DType(cast) == dtype {
		return ""
	}
	return dtype
}

// measured reports whether a cast is applied to the output of a model for each batch of
// a loop that evaluates it.
func measured(p *analyzer.Pass, call, cast syntax.Node) bool {
	return evaluates(p, call) == perBatch && onDevice(p, cast) >= analyzer.Likely && likelyTensor(p, cast)
}

// makes names the functions that make a tensor of a dtype argument, or of a dtype that
// follows from their arguments.
func makes(api string) bool {
	switch api {
	case "arange", "tensor", "as_tensor", "zeros", "ones", "full", "empty", "rand", "randn", "normal", "randint", "randperm", "linspace", "logspace", "eye",
		"new_zeros", "new_ones", "new_full", "new_empty", "new_tensor":
		return true
	}
	return false
}

// runsOnDevice leaves out tests, choices that are made already, and code that builds a
// module: a device is passed on there, and mostly none is.
func runsOnDevice(p *analyzer.Pass, n syntax.Node) bool {
	return !p.Model.GuardedForNeuron(n) && !reach.InTestFile(p) && !isTest(p, p.Tree.EnclosingFunction(n)) && p.Model.Region(n) != semantic.RegionSetup
}

// moves reports whether x.to(…) only moves a tensor, and not to the host as far as is
// known.
func moves(p *analyzer.Pass, call syntax.Node) bool {
	to := p.Tree.Arg(call, 0, "device")
	if to == syntax.None || p.Tree.Arg(call, 1, "dtype") != syntax.None || p.Model.OnHost(call) {
		return false
	}
	kind := p.Model.Type(to).Kind
	return kind != semantic.KindTensor && kind != semantic.KindDType && !strings.HasSuffix(p.Tree.Text(to), "dtype")
}

// castsTo reports whether x.to(…) names a dtype.
func castsTo(p *analyzer.Pass, call syntax.Node) bool {
	for a := range p.Tree.Args(call) {
		if c, ok := p.Model.Constant(a.Value); ok && c.Kind == semantic.ConstantDType {
			return true
		}
	}
	return false
}

// narrowed reports whether the result is cast to another type at once.
func narrowed(p *analyzer.Pass, call syntax.Node) bool {
	attr := p.Tree.Parent(call)
	if p.Tree.Kind(attr) != syntax.KindAttribute {
		return false
	}
	switch p.Tree.Text(p.Tree.AttrName(attr)) {
	case "float", "half", "bfloat16", "int", "bool", "type", "type_as":
		return true
	case "to":
		return castsTo(p, p.Tree.Parent(attr))
	}
	return false
}
