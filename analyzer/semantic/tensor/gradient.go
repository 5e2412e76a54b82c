package tensor

import (
	"slices"

	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// WithoutGradient reports whether n stands under torch.no_grad(),
// torch.inference_mode() or torch.set_grad_enabled(False), as a with statement or a
// decorator.
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

// CastsAlike reports whether autocast casts to the same dtype on Neuron as on
// CUDA, and is right there by itself. One that says which does, unless it is
// None. One that leaves it to the device does too, since float16 is the default of
// both, but not where the file sets another for CUDA; and where gradients are
// computed, float16 needs a scaling of losses that Neuron has no counterpart of.
func (m *Tensors) CastsAlike(autocast syntax.Node) bool {
	position := 1
	if name, _ := m.CallName(autocast); name == "functools.partial" {
		position = -1
	}
	dtype := m.Tree.Arg(autocast, position, "dtype")
	if dtype != syntax.None && m.Tree.Kind(dtype) != syntax.KindNoneLiteral {
		return true
	}
	_, _, splat := m.Tree.ArgCount(autocast) // of which the dtype may be one
	return position > 0 && !splat && m.WithoutGradient(autocast) && !m.CallsAny("torch.set_autocast_dtype", "torch.set_autocast_gpu_dtype")
}
