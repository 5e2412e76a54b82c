package precision

import (
	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// judgeShortened reports a tensor that is made short for other vendors, in an expression:
// x.float() if on_mps else x.
func judgeShortened(p *analyzer.Pass, cond, body, orelse syntax.Node) {
	if !shortenedFor(p, cond, body, orelse, true) {
		shortenedFor(p, cond, orelse, body, false)
	}
}

// shortenedFor reports that a tensor is made short where a condition of other vendors
// holds, or where it does not, and stays as it is on Neuron:
//
//	if device.type in ("mps", "npu"):
//	    x = x.to(torch.float32)
//
// Its type is known to have 64 bits, or nothing is known of it and two vendors at least
// are named: one by itself may lack something else.
func shortenedFor(p *analyzer.Pass, cond, short, held syntax.Node, holds bool) bool {
	const several = 2
	object, made := cast(p, short)
	if object == syntax.None || !p.Tree.Same(object, held) {
		return false
	}
	wide := map[string]string{"torch.float32": "torch.float64", "torch.int32": "torch.int64"}[made]
	known := "torch." + p.Model.DType(object)
	test, ok := vendorTest(p, cond, holds, maxTests)
	if wide == "" || !ok || known != wide && (known != "torch." || test.vendors < several) {
		return false
	}
	reportVendorDtype(p, cond, wide, known == wide, test.edits(p, cond, holds))
	return true
}

// cast is the tensor that a call casts, and the type that it makes of it.
func cast(p *analyzer.Pass, call syntax.Node) (object syntax.Node, made string) {
	callee := p.Tree.Callee(call)
	if p.Tree.Kind(call) != syntax.KindCall || p.Tree.Kind(callee) != syntax.KindAttribute {
		return syntax.None, ""
	}
	switch method := p.Tree.View(p.Tree.AttrName(callee)); method {
	case "float":
		made = "torch.float32"
	case "int":
		made = "torch.int32"
	case "to", "type":
		for a := range p.Tree.Args(call) {
			if name, _ := p.Model.Name(a.Value); torchName(name) == "torch.float32" || torchName(name) == "torch.int32" {
				made = torchName(name)
			}
		}
	}
	return p.Tree.Object(callee), made
}
