package graph

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules/internal/words"
)

var wideDType = &analyzer.Rule{
	Code:     "NRN606",
	Name:     "wide-dtype",
	Category: analyzer.CategoryDtype,
	Since:    "0.1.0",
	Doc: `A tensor of 64-bit numbers that is made on the device, or cast there.

## What breaks

The compiler treats int64 as int32 and cuts the high bits off: indices and
counters are fine, hashes and large products are not. float64 is in no list of
supported types. Code for GPUs makes both without asking: torch.arange and
.long() give int64, so does torch.tensor([1, 2]), arrays of numpy are float64 unless told otherwise and keep
that through from_numpy, as_tensor and torch.tensor.

Reported, as notes, are tensors made with device= (or moved there at once), in
any place but tests and constructors, and casts (.long(), .double(), .to(torch.float64)) in
forward, compiled functions, training steps and loops that generate. What is made
on the host is not reported, nor what is cast to another type at once.

## Example

    pos = torch.arange(0, t, dtype=torch.long, device=device)
    weights = torch.from_numpy(np.linspace(0, 1, n)).to(device)

## Use instead

    pos = torch.arange(0, t, dtype=torch.int32, device=device)
    weights = torch.from_numpy(np.linspace(0, 1, n, dtype=np.float32)).to(device)

## When there is no fix

Some operators want int64 indices on other devices, and whether 32 bits are
enough, the program knows.

## Source

The known issues of neuronx-cc and the data types in the documentation of the AWS
Neuron SDK, cited with the finding. That float64 is missing is inferred from the
lists.
`,
	Words: words.Operators,
	Run:   runWideDType,
}

func runWideDType(p *analyzer.Pass) error {
	said := map[syntax.Node]bool{}
	for _, call := range p.Model.Calls() {
		dtype := wide(p, call)
		stmt := p.Tree.Statement(call)
		if dtype == "" || said[stmt] || !runsOnDevice(p, call) || narrowed(p, call) {
			continue
		}
		fact, known := p.DB.DType("torch."+dtype, p.Target)
		if !known || fact.Supported != opsdb.SupportNo && fact.Supported != opsdb.SupportEmulated {
			continue
		}
		said[stmt] = true
		what := "a tensor of `" + dtype + "` on the device: "
		if fact.Ref.Evidence != opsdb.Documented {
			what = "a tensor of `" + dtype + "` may not be supported on the device: "
		}
		p.Report(analyzer.Diagnostic{
			Span:       p.Tree.Span(p.Tree.Callee(call)),
			Message:    what + fact.Note,
			Help:       "use a type of 32 bits where that is enough, and compute what needs more on the host",
			Severity:   analyzer.Info,
			Confidence: analyzer.Likely,
			API:        "torch." + dtype,
			Fact:       fact.Ref,
		})
	}
	return nil
}

// wide is "int64" or "float64" if a call makes such a tensor on the device.
func wide(p *analyzer.Pass, call syntax.Node) string {
	name, conf := p.Model.CallName(call)
	api, torch := strings.CutPrefix(name, "torch.")
	if !torch || conf < analyzer.Likely {
		return ""
	}
	api = strings.TrimPrefix(api, "Tensor.")
	dtype := ""
	switch {
	case api == "long", api == "double":
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

// castTo is the dtype that a cast gives to a tensor that is used again and again
// and had another one.
func castTo(p *analyzer.Pass, call syntax.Node) string {
	dtype := p.Model.DType(call)
	if placeOf(p, call) <= seldom || p.Model.OnHost(call) || p.Model.DType(p.Tree.Object(p.Tree.Callee(call))) == dtype {
		return ""
	}
	return dtype
}

// makes names the functions that make a tensor of the dtype that they are told,
// or of one that follows from their arguments.
func makes(api string) bool {
	switch api {
	case "arange", "tensor", "as_tensor", "zeros", "ones", "full", "empty", "randint", "randperm", "linspace", "eye",
		"new_zeros", "new_ones", "new_full", "new_tensor":
		return true
	}
	return false
}

// runsOnDevice leaves out tests, choices that are made already, and what builds a
// module: a device is passed on there, and mostly none is.
func runsOnDevice(p *analyzer.Pass, n syntax.Node) bool {
	return !p.Model.Handled(n) && !inTestFile(p) && !isTest(p, p.Tree.EnclosingFunction(n)) && p.Model.Region(n) != semantic.RegionSetup
}

// moves reports whether x.to(…) does no more than move a tensor, and not to the
// host as far as is known.
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

// byDefault is the dtype that a function takes where it is told none: arange of
// whole numbers gives int64, and arrays keep theirs.
func byDefault(p *analyzer.Pass, call syntax.Node, api string) string {
	if p.Tree.Keyword(call, "dtype") != syntax.None {
		return ""
	}
	switch api {
	case "as_tensor", "tensor":
		data := p.Tree.Arg(call, 0, "data")
		if whole(p, data) {
			return "int64"
		}
		return numpyDType(p, data)
	case "arange":
		for a := range p.Tree.Args(call) {
			if a.Name == syntax.None && (a.Splat != 0 || p.Model.Type(a.Value).Kind != semantic.KindInt) {
				return ""
			}
		}
		return "int64"
	}
	return ""
}

// madeOf is the dtype of the tensor that an expression makes on the spot, "" if
// it makes none or says nothing of the dtype.
func madeOf(p *analyzer.Pass, n syntax.Node) string {
	if p.Tree.Kind(n) != syntax.KindCall {
		return ""
	}
	name, _ := p.Model.CallName(n)
	api := strings.TrimPrefix(strings.TrimPrefix(name, "torch."), "Tensor.")
	switch {
	case !strings.HasPrefix(name, "torch."):
	case api == "from_numpy":
		return numpyDType(p, p.Tree.Arg(n, 0, ""))
	case makes(api):
		if dtype := p.Model.DType(n); dtype != "" {
			return dtype
		}
		return byDefault(p, n, api)
	}
	return ""
}

// whole reports whether data is whole numbers, of which a tensor is int64.
func whole(p *analyzer.Pass, data syntax.Node) bool {
	data = p.Tree.Unparen(data)
	if p.Tree.Kind(data) != syntax.KindList {
		return p.Model.Type(data).Kind == semantic.KindInt
	}
	for item := range p.Tree.Children(data) {
		if !whole(p, item) {
			return false
		}
	}
	return p.Tree.First(data) != syntax.None
}

// numpyDType is "float64" if an expression is an array of numpy that was given
// no other type.
func numpyDType(p *analyzer.Pass, n syntax.Node) string {
	n = p.Tree.Unparen(n)
	if p.Tree.Kind(n) == syntax.KindIdentifier {
		defs := p.Model.Reaching(n)
		if len(defs) != 1 || defs[0].Kind != semantic.DefAssign {
			return ""
		}
		n = p.Tree.Unparen(defs[0].Value)
	}
	if p.Tree.Kind(n) != syntax.KindCall {
		return ""
	}
	if dtype := p.Tree.Keyword(n, "dtype"); dtype != syntax.None {
		c, _ := p.Model.Constant(dtype)
		return c.Text
	}
	switch name, _ := p.Model.CallName(n); name {
	case "numpy.zeros", "numpy.ones", "numpy.empty", "numpy.eye", "numpy.identity":
		if positional, _, _ := p.Tree.ArgCount(n); positional > 1 {
			return "" // the second is the dtype, or a number of columns
		}
		return "float64"
	case "numpy.linspace", "numpy.logspace", "numpy.hanning", "numpy.hamming",
		"numpy.random.rand", "numpy.random.randn", "numpy.random.random", "numpy.random.normal", "numpy.random.uniform":
		return "float64"
	}
	return ""
}
