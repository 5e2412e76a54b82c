package semantic

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// What is done with a value tells what it is where nothing else does: in a file
// that works with PyTorch, x.permute(0, 2, 1) and F.relu(x) take a tensor.

// distinctive reports whether nothing but a tensor of PyTorch has a method of
// that name, among what people keep beside tensors: arrays of NumPy and JAX,
// modules, sequences, storages.
func distinctive(method string) bool {
	switch method {
	case "unsqueeze", "unsqueeze_", "squeeze_", "permute", "contiguous", "masked_fill", "masked_fill_", "masked_select", "masked_scatter",
		"expand_as", "view_as", "reshape_as", "type_as", "repeat_interleave", "detach", "detach_", "log_softmax",
		"scatter_", "scatter_add", "scatter_add_", "index_select", "index_fill_", "index_add_", "index_copy_",
		"new_zeros", "new_ones", "new_tensor", "new_full", "new_empty", "numel", "is_contiguous", "is_floating_point",
		"clamp", "clamp_", "clamp_min", "clamp_max", "mul_", "add_", "sub_", "div_", "copy_", "zero_", "fill_", "normal_", "uniform_",
		"bernoulli_", "random_", "pow_", "sqrt_", "exp_", "neg_", "t_", "addcmul_", "addcdiv_", "lerp_", "bmm", "baddbmm", "addmm", "addmm_",
		"unbind", "narrow", "movedim", "rsqrt", "rsqrt_", "sigmoid_", "relu_", "tanh_", "triu_", "tril_", "register_hook", "logsumexp", "softmax":
		return true
	}
	return false
}

// used reports whether an expression is used where only a tensor can be. The
// class of a project may have any method, so a name that one in this file
// defines says nothing.
func (m *Model) used(n syntax.Node) bool {
	p := m.Tree.Parent(n)
	switch m.Tree.Kind(p) {
	case syntax.KindAttribute:
		call := m.Tree.Parent(p)
		if m.Tree.Field(n) != syntax.FieldObject || m.Tree.Kind(call) != syntax.KindCall || m.Tree.Callee(call) != p {
			return false
		}
		method := m.Tree.Text(m.Tree.AttrName(p))
		return (distinctive(method) || m.shapedByInts(call, method)) && !m.ownMethods()[method]
	case syntax.KindArgumentList:
		return m.Tree.First(p) == n && m.takesTensor(m.Tree.Callee(m.Tree.Parent(p)))
	}
	return false
}

// shapedByInts reports whether a call that others have too can only be that of
// a tensor by its arguments: x.size(0), x.view(b, -1), loss.backward().
func (m *Model) shapedByInts(call syntax.Node, method string) bool {
	positional, keyword, splat := m.Tree.ArgCount(call)
	if splat || keyword > 0 {
		return false
	}
	switch method {
	case "size":
		_, ok := m.literalInt(m.Tree.Arg(call, 0, ""))
		return ok && positional == 1
	case "view":
		return positional > 1
	case "backward":
		return positional == 0
	}
	return false
}

// takesTensor reports whether a function takes a tensor first: one for neural
// networks, or one that tensors have as a method as well.
func (m *Model) takesTensor(callee syntax.Node) bool {
	switch m.Tree.Kind(callee) {
	case syntax.KindIdentifier, syntax.KindAttribute:
	default:
		return false
	}
	r := m.Ref(callee)
	if r.Local || r.member {
		return false
	}
	name := m.DB.Canonical(r.Name)
	if function, ok := strings.CutPrefix(name, "torch.nn.functional."); ok {
		_, returns := m.DB.Returns(name)
		return returns && function != "one_hot"
	}
	function, ok := strings.CutPrefix(name, "torch.")
	if !ok || strings.Contains(function, ".") {
		return false
	}
	ret, method := m.DB.Returns("torch.Tensor." + function)
	return method && ret.Kind == "tensor"
}

// usedAsTensor reports whether what a binding binds is used as a tensor.
func (m *Model) usedAsTensor(d Def, sym *Symbol) bool {
	if !m.worksWithTorch() {
		return false
	}
	for i, use := range sym.Uses {
		if i >= maxReaching {
			break
		}
		if m.used(use) && m.holds(d, use) {
			return true
		}
	}
	return false
}

// holds reports whether a use may see a binding.
func (m *Model) holds(d Def, use syntax.Node) bool {
	reaching := m.Reaching(use)
	for _, r := range reaching {
		if r.Node == d.Node {
			return len(reaching) <= maxReaching
		}
	}
	return false
}

// attributeUsedAsTensor reports whether methods of a class use an attribute of
// their object as a tensor.
func (m *Model) attributeUsedAsTensor(class syntax.Node, name string) bool {
	if !m.worksWithTorch() {
		return false
	}
	for n := range m.AttributeLoads(name) {
		if m.used(n) && m.selfClass(m.Tree.Object(n)) == class {
			return true
		}
	}
	return false
}

func (m *Model) worksWithTorch() bool { return m.ImportsAny("torch") }

// ownMethods are the names of the methods that classes of this file define.
func (m *Model) ownMethods() map[string]bool {
	if m.methods == nil {
		m.methods = make(map[string]bool)
		for _, fn := range m.functions {
			if m.methodClass(fn) != syntax.None {
				m.methods[m.Tree.Text(m.Tree.FuncName(fn))] = true
			}
		}
	}
	return m.methods
}
