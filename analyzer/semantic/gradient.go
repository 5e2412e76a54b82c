package semantic

import "github.com/neuronlint/neuronlint/analyzer/syntax"

// WithoutGradient reports whether n stands under torch.no_grad() or
// torch.inference_mode(), as a with statement or a decorator.
func (m *Model) WithoutGradient(n syntax.Node) bool {
	for at := m.Tree.Parent(n); at != syntax.None; at = m.Tree.Parent(at) {
		switch m.Tree.Kind(at) {
		case syntax.KindWith:
			for _, item := range m.Tree.WithItems(at) {
				if m.stopsGradient(item.Value) {
					return true
				}
			}
		case syntax.KindFunction:
			for _, decorator := range m.Tree.Decorators(at) {
				if m.stopsGradient(decorator) {
					return true
				}
			}
			return false
		}
	}
	return false
}

// stopsGradient reports whether an expression is torch.no_grad or
// torch.inference_mode, called or not.
func (m *Model) stopsGradient(n syntax.Node) bool {
	if m.Tree.Kind(n) == syntax.KindCall {
		n = m.Tree.Callee(n)
	}
	name, _ := m.Name(n)
	return name == "torch.no_grad" || name == "torch.inference_mode"
}

// CastsAlike reports whether autocast casts to the same dtype on Neuron as on
// CUDA, and is right there by itself. One that says which does, unless it is
// None. One that leaves it to the device does too, since float16 is the default of
// both, but not where the file sets another for CUDA; and where gradients are
// computed, float16 needs a scaling of losses that Neuron has no counterpart of.
func (m *Model) CastsAlike(autocast syntax.Node) bool {
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
