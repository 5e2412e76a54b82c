package infer

import "github.com/neuronlint/neuronlint/analyzer/syntax"

// single returns the kind of a single result where a function yields a sequence of them
// for other arguments: torch.where with the condition alone yields a tuple.
func (m *Model) single(call syntax.Node, name string) Kind {
	switch name {
	case "torch.Tensor.type": // without an argument it returns the type's name
		return m.ifGiven(call, 0, "dtype", KindTensor)
	case "torch.where":
		return m.ifGiven(call, 1, "input", KindTensor)
	case "jax.numpy.where":
		return m.ifGiven(call, 1, "x", KindArray)
	case "jax.numpy.atleast_1d", "jax.numpy.atleast_2d", "jax.numpy.atleast_3d":
		if positional, _, splat := m.Tree.ArgCount(call); positional == 1 && !splat {
			return KindArray
		}
	}
	return KindUnknown
}

// ifGiven returns the kind if a call has an argument.
func (m *Model) ifGiven(call syntax.Node, position int, name string, kind Kind) Kind {
	if m.Tree.Arg(call, position, name) == syntax.None {
		return KindUnknown
	}
	return kind
}
