package tensor

import (
	"slices"

	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// WithoutGradient reports whether n is inside torch.no_grad(), torch.inference_mode() or
// torch.set_grad_enabled(False), as a with statement or a decorator.
func (m *Tensors) WithoutGradient(n syntax.Node) bool {
	for at := m.Tree.Parent(n); at != syntax.None; at = m.Tree.Parent(at) {
		switch m.Tree.Kind(at) {
		case syntax.KindWith:
			if m.BlockWithoutGradient(at) {
				return true
			}
		case syntax.KindFunction:
			return slices.ContainsFunc(m.Tree.Decorators(at), m.StopsGradient)
		}
	}
	return false
}

// BlockWithoutGradient reports whether a with statement turns gradients off.
func (m *Tensors) BlockWithoutGradient(with syntax.Node) bool {
	return slices.ContainsFunc(m.Tree.WithItems(with), func(item syntax.WithItem) bool { return m.StopsGradient(item.Value) })
}

// StopsGradient reports whether an expression is torch.no_grad or
// torch.inference_mode, called or not, or torch.set_grad_enabled(False).
func (m *Tensors) StopsGradient(n syntax.Node) bool {
	callee := n
	if m.Tree.Kind(n) == syntax.KindCall {
		callee = m.Tree.Callee(n)
	}
	switch name, _ := m.Name(callee); name {
	case "torch.no_grad", "torch.inference_mode":
		return true
	case "torch.set_grad_enabled":
		return callee != n && m.Tree.Kind(m.Tree.Arg(n, 0, "mode")) == syntax.KindFalse
	}
	return false
}

// CastsAlike reports whether autocast casts to the same dtype on Neuron as on CUDA, and
// is correct on Neuron without further change. It does if it names a dtype other than
// None. It also does if it leaves the dtype to the device, since float16 is the default
// of both, unless the file sets another default for CUDA, or gradients are computed:
// float16 then needs loss scaling, which has no counterpart on Neuron.
func (m *Tensors) CastsAlike(autocast syntax.Node) bool {
	position := 1
	if name, _ := m.CallName(autocast); name == "functools.partial" {
		position = -1
	}
	dtype := m.Tree.Arg(autocast, position, "dtype")
	if dtype != syntax.None && m.Tree.Kind(dtype) != syntax.KindNoneLiteral {
		return true
	}
	_, _, splat := m.Tree.ArgCount(autocast) // a splat may pass the dtype
	return position > 0 && !splat && m.WithoutGradient(autocast) && !m.CallsAny("torch.set_autocast_dtype", "torch.set_autocast_gpu_dtype")
}
