package infer

import "github.com/neuronlint/neuronlint/analyzer/syntax"

// IsNumeric names the functions of Python that let their arguments compute the result, or
// choose one of them: abs of a tensor is a tensor.
func IsNumeric(name string) bool {
	switch name {
	case "builtins.abs", "builtins.round", "builtins.pow", "builtins.divmod", "builtins.min", "builtins.max", "builtins.sum":
		return true
	}
	return false
}

// numericCall types calls of these functions.
func (m *Model) numericCall(call syntax.Node, name string) (Type, bool) {
	positional, _, splat := m.Tree.ArgCount(call)
	switch name {
	case "builtins.abs":
		return m.tensorOr(m.Type(m.Tree.Arg(call, 0, ""))), true
	case "builtins.round", "builtins.pow":
		if t := m.arrayOperand(call); t.isArray() || t.Kind == KindPending {
			return t, true
		}
	case "builtins.divmod":
		if t := m.arrayOperand(call); t.isArray() {
			return tupleOf(t, t), true
		}
	case "builtins.min", "builtins.max":
		if positional > 1 && !splat {
			return m.extreme(call), true
		}
	}
	return Type{}, false
}

// arrayOperand returns the type of the first argument that is a tensor or an array.
func (m *Model) arrayOperand(call syntax.Node) Type {
	for a := range m.Tree.Args(call) {
		if t := m.Type(a.Value); t.isArray() || t.Kind == KindPending {
			return t
		}
	}
	return Type{}
}

// extreme returns the type of min or max over several values: if one is a tensor, the
// others are numbers or tensors too.
func (m *Model) extreme(call syntax.Node) Type {
	if t := m.arrayOperand(call); t.Known() || t.Kind == KindPending {
		return t.atMost(Likely)
	}
	out := Type{Kind: KindPending}
	for a := range m.Tree.Args(call) {
		if a.Name == syntax.None {
			out = join(out, m.Type(a.Value))
		}
	}
	return out
}

// JoinsOperands names the functions with operands of the same sort, where a number made
// into a tensor may come first: torch.minimum(torch.ones(()), p / q).
func JoinsOperands(api string) bool {
	switch api {
	case "minimum", "maximum", "fmin", "fmax", "where", "add", "sub", "mul", "div", "true_divide", "pow", "logaddexp", "atan2":
		return true
	}
	return false
}
