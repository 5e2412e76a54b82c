package infer

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// passed returns the sorts that can be the argument n of a function.
func (e *evidence) passed(n syntax.Node) receivers {
	t := e.m.Tree
	call, at := e.m.ArgumentOf(n)
	if call == syntax.None {
		return anything
	}
	if _, method := e.m.MethodCall(call); method == "backward" && at == 0 {
		return tensors // the loss passed to an accelerator
	}
	name := e.m.importedName(t.Callee(call))
	keyword := ""
	if p := t.Parent(n); t.Kind(p) == syntax.KindKeywordArgument {
		keyword = t.Text(t.Child(p, syntax.FieldName))
	}
	switch {
	case name == "":
		return anything
	case name == "torch.from_numpy", name == "PIL.Image.fromarray", strings.HasPrefix(name, "cv2."):
		return anything &^ tensors
	case strings.HasPrefix(name, "numpy."):
		if takesTensors(name) {
			return anything
		}
		return anything &^ tensors
	case name == "builtins.range", name == "builtins.open", name == "builtins.int" && at == 1, strings.HasPrefix(name, "os.path."):
		return anything &^ tensors
	case name == "einops.rearrange", name == "einops.repeat", name == "einops.reduce":
		if at == 0 || keyword == "tensor" {
			return tensors | arrays | containers
		}
		return anything
	case e.wantsTensor(name, at, keyword):
		return tensors
	}
	return anything
}

// takesTensors reports whether a function of NumPy turns a tensor into an array, or only
// asks about it.
func takesTensors(name string) bool {
	switch name {
	case "numpy.array", "numpy.asarray", "numpy.ascontiguousarray", "numpy.save", "numpy.savez", "numpy.isscalar", "numpy.shape", "numpy.ndim", "numpy.prod":
		return true
	}
	return strings.HasPrefix(name, "numpy.testing.")
}

// joinsTensors reports whether a function takes a list of tensors.
func joinsTensors(name string) bool {
	switch name {
	case "torch.cat", "torch.concat", "torch.concatenate", "torch.stack", "torch.hstack", "torch.vstack", "torch.dstack", "torch.column_stack":
		return true
	}
	return false
}

// wantsTensor reports whether a function of PyTorch takes a tensor at a
// position or under a keyword.
func (e *evidence) wantsTensor(name string, at int, keyword string) bool {
	dot := strings.LastIndexByte(name, '.')
	if dot < 0 || at < 0 && keyword != "input" && keyword != "logits" && keyword != "probs" {
		return false
	}
	module, function := name[:dot], name[dot+1:]
	if at > 0 {
		return at < leadingTensors(name)
	}
	switch module {
	case "torch.distributions":
		return vectorOfParameters(function)
	case "torch.nn.functional", "torch.nn.init", "torch.linalg", "torch.special", "torch.fft":
		_, listed := e.m.DB.Returns(name)
		return listed && !strings.HasSuffix(function, "freq") && function != "multi_dot" && function != "calculate_gain"
	case "torch":
		switch function {
		case "pow", "remainder", "float_power", "device", "dtype", "layout", "storage", "names", "type":
			return false // a number in front, or no operator
		case "einsum":
			return false // the equation
		}
		_, method := e.m.DB.Returns("torch.Tensor." + function)
		return method && !strings.HasPrefix(function, "bitwise_") || strings.HasSuffix(function, "_like")
	}
	return false
}

// vectorOfParameters reports whether the first parameter of a distribution has a
// dimension, and so is no number.
func vectorOfParameters(distribution string) bool {
	switch distribution {
	case "Categorical", "OneHotCategorical", "OneHotCategoricalStraightThrough", "Dirichlet", "MultivariateNormal":
		return true
	}
	return false
}

// leadingTensors is how many of the first parameters of a function are tensors; 1 for
// functions that are not listed.
func leadingTensors(name string) int {
	switch name {
	case "torch.nn.functional.scaled_dot_product_attention", "torch.baddbmm", "torch.addmm", "torch.addbmm":
		return 3
	case "torch.matmul", "torch.bmm", "torch.mm", "torch.mv", "torch.dot", "torch.outer", "torch.cdist", "torch.cross",
		"torch.nn.functional.cross_entropy", "torch.nn.functional.nll_loss", "torch.nn.functional.mse_loss", "torch.nn.functional.l1_loss",
		"torch.nn.functional.smooth_l1_loss", "torch.nn.functional.binary_cross_entropy", "torch.nn.functional.binary_cross_entropy_with_logits",
		"torch.nn.functional.kl_div", "torch.nn.functional.linear", "torch.nn.functional.embedding", "torch.nn.functional.cosine_similarity",
		"torch.nn.functional.grid_sample", "torch.nn.functional.conv1d", "torch.nn.functional.conv2d", "torch.nn.functional.conv3d",
		"torch.nn.functional.conv_transpose1d", "torch.nn.functional.conv_transpose2d":
		return 2
	}
	return 1
}

// importedName is the qualified name of an expression, judged by the imports of the file
// alone; "" for names that are not imported from outside the project.
func (m *Model) importedName(n syntax.Node) string {
	t := m.Tree
	rest := ""
	for t.Kind(n) == syntax.KindAttribute {
		rest = "." + t.Text(t.AttrName(n)) + rest
		n = t.Object(n)
	}
	if t.Kind(n) != syntax.KindIdentifier {
		return ""
	}
	sym := m.Symbol(n)
	if sym == nil {
		if name := t.Text(n); isBuiltin(name) {
			return "builtins." + name + rest
		}
		return ""
	}
	module := ""
	for _, d := range sym.Defs {
		if d.Kind != DefImport || d.Import.Level > 0 || m.ImportedFrom(*d.Import) != nil {
			return ""
		}
		if module == "" || HasPackage(d.Import.Module, "torch") {
			module = d.Import.Module
		}
	}
	return m.Canonical(module + rest)
}
