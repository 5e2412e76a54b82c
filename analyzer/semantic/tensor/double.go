package tensor

import (
	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// maxDoubleSteps bounds the expressions that one question about float64 follows.
const maxDoubleSteps = 16

// Double reports whether a tensor is known to be float64, or a module to hold such: by its
// own dtype, or by that of the array that it is made of. numpy computes in float64 unless
// it is told otherwise.
func (m *Tensors) Double(n syntax.Node) bool { return m.double(n, maxDoubleSteps) }

func (m *Tensors) double(n syntax.Node, steps int) bool {
	n = m.Tree.Unparen(n)
	if steps == 0 || n == syntax.None {
		return false
	}
	switch m.Tree.Kind(n) {
	case syntax.KindIdentifier:
		defs := m.ReachingDefs(n)
		return len(defs) == 1 && defs[0].Kind == infer.DefAssign && m.double(defs[0].Value, steps-1)
	case syntax.KindCall:
		return m.doubleCall(n, steps)
	}
	return m.DType(n) == "float64"
}

// doubleCall is double for the result of a call.
func (m *Tensors) doubleCall(call syntax.Node, steps int) bool {
	switch dtype := m.DType(call); {
	case dtype != "":
		return dtype == "float64"
	case m.Tree.Keyword(call, "dtype") != syntax.None && !m.RunsProject(call):
		return false // another dtype, perhaps
	}
	name, conf := m.CallName(call)
	switch {
	case conf < infer.Likely:
	case name == "torch.from_numpy":
		return m.ArrayDType(m.Tree.Arg(call, 0, "")) == "float64"
	case name == "torch.as_tensor", name == "torch.tensor":
		return m.ArrayDType(m.Tree.Arg(call, 0, "data")) == "float64"
	case name == "torch.autograd.Variable", name == "torch.nn.Parameter":
		return m.double(m.Tree.Arg(call, 0, "data"), steps-1)
	case name == "torch.nn.Module.double":
		return true
	}
	if m.RunsProject(call) {
		return m.doubleResult(call, steps)
	}
	if obj, method := m.MethodCall(call); method != "" {
		return m.DB.Trait(method).DType("float64") == "float64" && m.double(obj, steps-1)
	}
	return false
}

// OfUnknownArray reports whether a tensor has the dtype of an array of numpy that may be
// float64: the text does not show which one it is.
func (m *Tensors) OfUnknownArray(n syntax.Node) bool {
	for range maxDoubleSteps {
		n = m.Tree.Unparen(n)
		if m.Tree.Kind(n) == syntax.KindIdentifier {
			defs := m.ReachingDefs(n)
			if len(defs) != 1 || defs[0].Kind != infer.DefAssign {
				return false
			}
			n = defs[0].Value
			continue
		}
		if m.Tree.Kind(n) != syntax.KindCall || m.DType(n) != "" || m.Tree.Keyword(n, "dtype") != syntax.None {
			return false
		}
		switch name, _ := m.CallName(n); name {
		case "torch.from_numpy":
			return m.ArrayDType(m.Tree.Arg(n, 0, "")) == ""
		case "torch.as_tensor", "torch.tensor":
			array := m.Tree.Arg(n, 0, "data")
			return m.Type(array).Kind == infer.KindNDArray && m.ArrayDType(array) == ""
		}
		obj, method := m.MethodCall(n)
		if method == "" || m.DB.Trait(method).DType("float64") != "float64" {
			return false
		}
		n = obj
	}
	return false
}

// doubleResult is double for the results of a function of the project.
func (m *Tensors) doubleResult(call syntax.Node, steps int) (double bool) {
	m.WithCallee(call, func(in *infer.Model, fn syntax.Node) {
		there := Of(in)
		for _, value := range in.Returns(fn) {
			double = double || !in.Tree.IsAsync(fn) && there.double(value, steps/2)
		}
	})
	return double
}
