package semantic

import "github.com/neuronlint/neuronlint/analyzer/syntax"

// iterationType is the type of the loop variable at position index of the
// target (-1: the target is one name) of a loop over n.
func (m *Model) iterationType(n syntax.Node, index int) Type {
	n = m.Tree.Unparen(n)
	if m.Tree.Kind(n) == syntax.KindCall {
		switch name, _ := m.CallName(n); name {
		case "builtins.enumerate":
			return m.enumerated(n, index)
		case "builtins.zip":
			return m.zipped(n, index)
		case "torch.nn.Module.named_parameters", "torch.nn.Module.named_buffers":
			return namedMember(KindTensor, index)
		case "torch.nn.Module.named_modules", "torch.nn.Module.named_children":
			return namedMember(KindModule, index)
		case "builtins.range":
			return typeOf(KindInt, Certain)
		case "builtins.reversed", "builtins.sorted", "builtins.iter", "builtins.list", "builtins.tuple", "tqdm.tqdm", "tqdm.auto.tqdm":
			return m.iterationType(m.Tree.Arg(n, 0, "iterable"), index)
		}
		if obj, method := m.method(n); method == "items" && index == 1 || method == "values" {
			t := m.Type(obj)
			return typeOf(t.Elem, min(t.Confidence, Likely))
		}
	}
	return m.element(m.Type(n), index)
}

// element is what iterating over an object of type t yields.
func (m *Model) element(t Type, index int) Type {
	switch t.Kind {
	case KindTensor, KindNDArray, KindArray:
		return t
	case KindDataLoader:
		// A batch is a tensor or a tuple of tensors unless a collate
		// function says otherwise.
		return typeOf(KindTensor, Likely)
	case KindModule:
		return typeOf(KindModule, Likely)
	case KindSequence:
		if index >= 0 && t.Elem != KindTensor && t.Elem != KindModule {
			return Type{}
		}
		return typeOf(t.Elem, t.Confidence)
	}
	return Type{}
}

// pair splits the index of a loop target into the position in the outer tuple
// and, for a nested tuple, the position in that (-1 without one).
func pair(index int) (outer, inner int) {
	if index>>nested > 0 {
		return index>>nested - 1, index & (1<<nested - 1)
	}
	return index, -1
}

// enumerated types the targets of `for i, x in enumerate(xs)` and
// `for i, (x, y) in enumerate(xs)`.
func (m *Model) enumerated(call syntax.Node, index int) Type {
	outer, inner := pair(index)
	switch outer {
	case 0:
		return typeOf(KindInt, Certain)
	case 1:
		return m.iterationType(m.Tree.Arg(call, 0, "iterable"), inner)
	}
	return Type{}
}

func (m *Model) zipped(call syntax.Node, index int) Type {
	outer, inner := pair(index)
	if outer < 0 {
		return Type{}
	}
	return m.iterationType(m.Tree.Arg(call, outer, ""), inner)
}

// namedMember types the targets of a loop over pairs of a name and an object.
func namedMember(k Kind, index int) Type {
	switch index {
	case 0:
		return typeOf(KindString, Certain)
	case 1:
		return typeOf(k, Certain)
	}
	return Type{}
}

// method splits a method call x.m(…) into x and "m"; "" for other calls.
func (m *Model) method(call syntax.Node) (syntax.Node, string) {
	fn := m.Tree.Callee(call)
	if m.Tree.Kind(fn) != syntax.KindAttribute {
		return syntax.None, ""
	}
	return m.Tree.Object(fn), m.Tree.Text(m.Tree.AttrName(fn))
}
