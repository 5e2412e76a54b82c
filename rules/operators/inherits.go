package operators

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules/internal/reach"
)

// keepsDevice reports whether a call stands in a function that makes or moves tensors
// to the device of an argument (device=x.device), or in another method of its class:
// code for the host alone has no need to. Methods mostly factorize matrices once, in
// preparation, which matters only where the device refuses it; a function that is given
// the matrix computes for whoever calls it. Libraries give dequantize to tensors of
// their own.
func keepsDevice(p *analyzer.Pass, u use) bool {
	if p.Model.Region(u.Node) != semantic.RegionOther || reach.InTestFile(p) || reach.Once(p, u.Node) || strings.HasSuffix(u.API, ".dequantize") {
		return false
	}
	fn := p.Tree.EnclosingFunction(u.Node)
	class := p.Tree.EnclosingClass(u.Node)
	method := class != syntax.None && p.Tree.Within(fn, class)
	if !refused(u) && decomposes(u.API) && (method || !reach.FromArgument(p.Model, u.Tensor)) {
		return false
	}
	if method {
		fn = class
	}
	type key struct{ within syntax.Node }
	return fn != syntax.None && analyzer.Once(p, key{fn}, func() bool {
		for n := range p.Tree.All(fn) {
			switch p.Tree.Kind(n) {
			case syntax.KindAttribute:
				if handsDeviceOn(p, n) {
					return true
				}
			case syntax.KindCall:
				if followsTensor(p, n) {
					return true
				}
			}
		}
		return false
	})
}

// followsTensor reports whether a call puts a tensor where another one is: x.to(y),
// x.type_as(y), y.new_zeros(3).
func followsTensor(p *analyzer.Pass, call syntax.Node) bool {
	callee := p.Tree.Callee(call)
	if p.Tree.Kind(callee) != syntax.KindAttribute {
		return false
	}
	switch p.Tree.View(p.Tree.AttrName(callee)) {
	case "to", "type_as":
		other := p.Tree.Arg(call, 0, "other")
		return other != syntax.None && isTensor(p, other)
	case "new_zeros", "new_ones", "new_full", "new_empty", "new_tensor":
		return isTensor(p, p.Tree.Object(callee))
	}
	return false
}

// isTensor reports whether an expression is likely a tensor.
func isTensor(p *analyzer.Pass, n syntax.Node) bool {
	t := p.Model.Type(n)
	return t.Kind == semantic.KindTensor && t.Confidence >= analyzer.Likely
}

// worksOnCUDA reports whether a call takes an argument of a function that itself puts
// tensors on CUDA.
func worksOnCUDA(p *analyzer.Pass, u use) bool {
	if p.Model.Region(u.Node) != semantic.RegionOther || reach.InTestFile(p) || reach.Once(p, u.Node) || !refused(u) && decomposes(u.API) {
		return false
	}
	return makesOnCUDA(p, p.Tree.EnclosingFunction(u.Node)) && (reach.FromParameter(p.Model, u.Tensor) || p.Model.Placed(u.Tensor))
}

// makesOnCUDA reports whether a function creates tensors on CUDA to compute with its
// arguments: torch.eye(n).cuda(). A function that asks an argument whether it is there
// expects it there as well.
func makesOnCUDA(p *analyzer.Pass, fn syntax.Node) bool {
	type key struct{ fn syntax.Node }
	return p.Tree.Kind(fn) == syntax.KindFunction && analyzer.Once(p, key{fn}, func() bool {
		for n := range p.Tree.All(fn) {
			switch p.Tree.Kind(n) {
			case syntax.KindCall:
				if putsThere(p, n) {
					return true
				}
			case syntax.KindAttribute:
				if p.Tree.Text(p.Tree.AttrName(n)) == "is_cuda" && reach.FromParameter(p.Model, p.Tree.Object(n)) {
					return true
				}
			}
		}
		return false
	})
}

// putsThere reports whether a call puts a tensor made only of numbers on a device by
// its name: torch.eye(n).cuda(), torch.eye(n).to("cuda"), torch.eye(n, device="cuda"),
// and with "neuron" as well, which a fix writes in its place.
func putsThere(p *analyzer.Pass, call syntax.Node) bool {
	device := syntax.None
	switch name, _ := p.Model.CallName(call); {
	case name == "torch.Tensor.cuda":
		return factory(p, p.Tree.Object(p.Tree.Callee(call)))
	case name == "torch.Tensor.to" && factory(p, p.Tree.Object(p.Tree.Callee(call))):
		device = p.Tree.Arg(call, 0, "device")
	case factory(p, call):
		device = p.Tree.Keyword(call, "device")
	}
	name, ok := p.Tree.StringValue(device)
	return ok && name != "cpu" && name != "meta"
}

// factory reports whether a call makes a tensor of numbers alone.
func factory(p *analyzer.Pass, call syntax.Node) bool {
	if p.Tree.Kind(call) != syntax.KindCall {
		return false
	}
	switch name, _ := p.Model.CallName(call); name {
	case "torch.eye", "torch.ones", "torch.zeros", "torch.arange", "torch.full", "torch.empty", "torch.linspace", "torch.logspace",
		"torch.rand", "torch.randn", "torch.randint", "torch.randperm", "torch.tril_indices", "torch.triu_indices":
		return true
	}
	return false
}

// handsDeviceOn reports whether an attribute is the device of a tensor, and is an
// argument or kept in a variable.
func handsDeviceOn(p *analyzer.Pass, attr syntax.Node) bool {
	if p.Tree.Text(p.Tree.AttrName(attr)) != "device" {
		return false
	}
	at := p.Tree.Parent(attr)
	switch p.Tree.Kind(at) {
	case syntax.KindArgumentList:
		if name, _ := p.Model.CallName(p.Tree.Parent(at)); strings.HasPrefix(name, "builtins.") {
			return false // it is only shown
		}
		fallthrough
	case syntax.KindKeywordArgument, syntax.KindAssignment, syntax.KindExpressionList, syntax.KindTuple:
		return isTensor(p, p.Tree.Object(attr))
	}
	return false
}

// decomposes reports whether an API takes a matrix apart or solves with it.
func decomposes(api string) bool {
	if strings.HasPrefix(api, "torch.linalg.") {
		return true
	}
	operator, _ := opsdb.TorchOperator(api)
	switch operator {
	case "svd", "svd_lowrank", "pca_lowrank", "qr", "inverse", "pinverse", "cholesky", "cholesky_inverse", "cholesky_solve", "lu", "lu_solve", "det", "logdet", "slogdet":
		return true
	}
	return false
}
