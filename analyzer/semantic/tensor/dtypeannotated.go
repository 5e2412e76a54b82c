package tensor

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// annotated returns the dtype of the one tensor class in the annotation of a parameter:
// torch.BoolTensor, Optional[torch.LongTensor], Int[Array, "n"].
func (w *dtypeWalk) annotated(name syntax.Node) string {
	out := ""
	for _, p := range w.m.Tree.Params(w.m.Tree.EnclosingFunction(name)) {
		if p.Name != name || p.Type == syntax.None {
			continue
		}
		for n := range w.m.Tree.All(p.Type) {
			class, _ := w.m.Name(n)
			dtype := w.class(class)
			if dtype != "" && out != "" && dtype != out {
				return ""
			}
			if dtype != "" {
				out = dtype
			}
		}
	}
	return out
}

// class returns the dtype of a tensor class that has one.
func (w *dtypeWalk) class(class string) string {
	switch class {
	case "jaxtyping.Bool":
		return "bool"
	case "jaxtyping.Int", "jaxtyping.Integer":
		return "int32"
	}
	if name, ok := strings.CutPrefix(class, "jaxtyping."); ok {
		return w.m.DB.DTypeName("numpy." + strings.ToLower(name)) // Int8, Float32
	}
	name, ofTorch := strings.CutPrefix(class, "torch.")
	name, ofTensors := strings.CutSuffix(name, "Tensor")
	if !ofTorch || !ofTensors || name == "" {
		return "" // a plain Tensor is of any dtype
	}
	return w.m.DB.CastDType(strings.ToLower(name[:1]) + name[1:])
}
