package infer

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// libraryValue types names of libraries that stand for values, not for functions or
// classes to be called.
func (m *Model) libraryValue(name string) Type {
	switch name {
	case "math.pi", "math.e", "math.tau", "math.inf", "math.nan", "numpy.pi", "numpy.e", "numpy.inf", "numpy.nan",
		"torch.pi", "torch.e", "torch.inf", "torch.nan", "jax.numpy.pi", "jax.numpy.e", "jax.numpy.inf", "jax.numpy.nan":
		return TypeOf(KindFloat, Certain)
	}
	if m.DB.DTypeName(name) != "" {
		return TypeOf(KindDType, Certain)
	}
	return Type{}
}

// flaxCall types calls of Flax: of layers, whose instances yield an array when called,
// and of the activations that it takes from jax.nn.
func (m *Model) flaxCall(name string) Type {
	if IsNNXVariable(name) {
		t := Type{Kind: KindInstance, Name: name, Confidence: Certain}
		return t.withParts([]part{{"value", TypeOf(KindArray, Likely)}})
	}
	base, ok := strings.CutPrefix(name, "flax.linen.")
	switch {
	case !ok:
		return Type{}
	case strings.Contains(base, "."), base == "Module", strings.Contains(base, "RNN"), strings.HasSuffix(base, "Cell"):
		return Type{} // recurrent layers yield their state as well
	case base[0] >= 'A' && base[0] <= 'Z':
		return callable(name, TypeOf(KindArray, Likely))
	}
	ret, _ := m.DB.Returns("jax.nn." + base)
	return returnType(ret.Kind)
}

// IsNNXVariable reports whether a name is that of a Flax NNX class that holds an array of
// a model.
func IsNNXVariable(name string) bool {
	switch name {
	case "flax.nnx.Variable", "flax.nnx.Param", "flax.nnx.BatchStat", "flax.nnx.Cache", "flax.nnx.Intermediate":
		return true
	}
	return false
}

// transformCall types the transforms of torchvision by their result for a picture.
func (m *Model) transformCall(call syntax.Node, name string) Type {
	base, ok := strings.CutPrefix(strings.Replace(name, ".v2.", ".", 1), "torchvision.transforms.")
	if !ok {
		return Type{}
	}
	switch base {
	case "ToTensor", "PILToTensor", "ConvertImageDtype", "Normalize", "RandomErasing":
		return callable(name, TypeOf(KindTensor, Likely))
	case "Compose":
		return m.composed(call, name)
	}
	return Type{}
}

// composed types the Compose of a list of transforms: it yields the result of the last
// one. Transforms that only crop or turn keep the kind of their input.
func (m *Model) composed(call syntax.Node, name string) Type {
	list := m.Tree.Arg(call, 0, "transforms")
	if m.Tree.Kind(list) != syntax.KindList {
		return Type{}
	}
	var result Type
	for item := range m.Tree.Children(list) {
		if made, ok := m.Type(item).part(yielded); ok {
			result = made
		} else if step, _ := m.CallName(item); !keepsKind(step) {
			result = Type{}
		}
	}
	if !result.Known() {
		return Type{}
	}
	return callable(name, result)
}

// keepsKind reports whether a transform turns tensors into tensors and pictures into
// pictures.
func keepsKind(name string) bool {
	base := name[strings.LastIndexByte(name, '.')+1:]
	switch base {
	case "Resize", "CenterCrop", "Pad", "Grayscale", "ColorJitter", "GaussianBlur":
		return true
	}
	return strings.HasPrefix(base, "Random") && base != "RandomApply" && base != "RandomChoice"
}
