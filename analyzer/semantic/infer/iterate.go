package infer

import (
	"github.com/neuronlint/neuronlint/analyzer/semantic/scope"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// iteratorCall types the functions of Python and the framework that iterate over
// containers.
func (m *Model) iteratorCall(call syntax.Node, name string) (Type, bool) {
	arg := func(i int) Type { return m.Type(m.Tree.Arg(call, i, "iterable")) }
	switch name {
	case "builtins.enumerate":
		return sequenceOf(tupleOf(TypeOf(KindInt, Certain), m.elementOf(arg(0)))), true
	case "builtins.zip", "itertools.product", "itertools.zip_longest":
		return m.zipped(call), true
	case "builtins.range":
		return sequenceOf(TypeOf(KindInt, Certain)), true
	case "builtins.map":
		return sequenceOf(m.mapped(m.Tree.Arg(call, 0, ""))), true
	case "builtins.filter":
		return sequenceOf(m.elementOf(arg(1))), true
	case "builtins.list", "builtins.tuple", "builtins.set", "collections.deque":
		t := arg(0)
		if t.Kind == KindSequence {
			return t, true
		}
		return sequenceOf(m.elementOf(t)), true
	case "builtins.sorted", "builtins.reversed", "builtins.iter", "tqdm.tqdm", "tqdm.auto.tqdm", "tqdm.notebook.tqdm",
		"itertools.cycle", "itertools.islice", "random.sample":
		return sequenceOf(m.elementOf(arg(0))), true
	case "itertools.chain":
		return sequenceOf(m.elementOf(arg(0))), true
	case "random.choice":
		if t := arg(0); t.Kind == KindInstance && t.Class != syntax.None {
			return m.itemType(t, syntax.None), true // it draws an index
		}
		return m.elementOf(arg(0)), true
	case "builtins.sum", "builtins.max", "builtins.min", "builtins.next":
		return m.elementOf(arg(0)), true
	case "torch.nn.Module.named_parameters", "torch.nn.Module.named_buffers":
		return pairsOf(TypeOf(KindTensor, Certain)), true
	case "torch.nn.Module.named_modules", "torch.nn.Module.named_children":
		return pairsOf(TypeOf(KindModule, Certain)), true
	}
	return Type{}, false
}

// maxIterators bounds how many iterators around a container are unwrapped.
const maxIterators = 4

// Iterable is the container whose elements a loop binds to the target with the given
// index, with Python's iterators unwrapped: of enumerate(zip(a, b)), a for the target at
// 1, then 0. It is None if the target takes a number.
func (m *Model) Iterable(n syntax.Node, index int) syntax.Node {
	for range maxIterators {
		n = m.Tree.Unparen(n)
		if m.Tree.Kind(n) != syntax.KindCall {
			break
		}
		at, inner := scope.Pair(index)
		switch name, _ := m.CallName(n); name {
		case "builtins.enumerate":
			if at != 1 {
				return syntax.None
			}
			n, index = m.Tree.Arg(n, 0, "iterable"), inner
		case "builtins.zip":
			if _, _, splat := m.Tree.ArgCount(n); at < 0 || splat {
				return syntax.None
			}
			n, index = m.Tree.Arg(n, at, ""), inner
		case "builtins.reversed", "builtins.list", "builtins.tuple", "tqdm.tqdm":
			n = m.Tree.Arg(n, 0, "")
		default:
			return n
		}
	}
	return n
}

// pairsOf is an iterator over names and objects.
func pairsOf(value Type) Type { return sequenceOf(tupleOf(TypeOf(KindString, Certain), value)) }

// zipped types zip: tuples of one element of each argument. For a single spread list of
// tuples, it yields a list for each of their parts; for spread tensors, as those of
// x.topk(3), tuples of their rows.
func (m *Model) zipped(call syntax.Node) Type {
	var items []Type
	for a := range m.Tree.Args(call) {
		if a.Splat != 0 {
			row := m.elementOf(m.Type(a.Value))
			if row.Kind == KindTensor {
				return sequenceOf(sequenceOf(m.elementOf(row)))
			}
			return transposed(row)
		}
		if a.Name == syntax.None {
			items = append(items, m.elementOf(m.Type(a.Value)))
		}
	}
	return sequenceOf(tupleOf(items...))
}

// transposed types the result of zip for many tuples like row.
func transposed(row Type) Type {
	if row.Kind != KindSequence {
		return sequenceOf(Type{})
	}
	if row.parts == nil || len(*row.parts) == 0 || (*row.parts)[0].key == anyPart {
		return sequenceOf(sequenceOf(row.AnyElement()))
	}
	columns := make([]Type, 0, len(*row.parts))
	for _, p := range *row.parts {
		columns = append(columns, sequenceOf(p.typ))
	}
	return tupleOf(columns...)
}

// mapped types the result of a function that is called for each element.
func (m *Model) mapped(fn syntax.Node) Type {
	if m.Tree.Kind(fn) == syntax.KindLambda {
		return m.returned(fn)
	}
	r := m.Ref(fn)
	switch {
	case r.Def != syntax.None || r.Foreign.IsDefinition():
		return m.called(r)
	case r.Name != "" && !r.Local:
		return m.frameworkReturn(m.Canonical(r.Name), r.Confidence)
	}
	return Type{}
}

// containerCall types the methods of lists, dictionaries and strings.
func (m *Model) containerCall(call syntax.Node) (Type, bool) {
	obj, method := m.MethodCall(call)
	if method == "" {
		return Type{}, false
	}
	t := m.Type(obj)
	switch t.Kind {
	case KindDict:
		return m.dictMethod(t, method, call)
	case KindModule:
		if !t.OfProject() {
			return m.dictMethod(t, method, call)
		}
	case KindSequence:
		switch method {
		case "pop", "popleft":
			return m.indexed(t, m.Tree.Arg(call, 0, "")), true
		case "copy":
			return t, true
		case "count", "index":
			return TypeOf(KindInt, Certain), true
		}
	case KindString:
		return stringMethod(method)
	case KindNDArray, KindArray:
		return arrayMethod(t, method)
	case KindTensor:
		switch positional, _, splat := m.Tree.ArgCount(call); {
		case method == "size" && positional == 1 && !splat:
			return TypeOf(KindInt, t.Confidence), true
		case method == "tolist":
			return sequenceOf(Type{}), true
		}
	}
	return Type{}, false
}

func (m *Model) dictMethod(t Type, method string, call syntax.Node) (Type, bool) {
	value := t.AnyElement().atMost(Likely)
	if t.Kind == KindModule {
		value = m.elementOf(t)
	}
	switch method {
	case "get", "pop", "setdefault":
		return m.keyed(t, m.Tree.Arg(call, 0, "")), t.Kind == KindDict
	case "items":
		return pairsOf(value), true
	case "values":
		return sequenceOf(value), true
	case "keys":
		return sequenceOf(TypeOf(KindString, Likely)), true
	case "copy":
		return t, t.Kind == KindDict
	}
	return Type{}, false
}

func stringMethod(method string) (Type, bool) {
	switch method {
	case "split", "rsplit", "splitlines", "partition", "rpartition":
		return sequenceOf(TypeOf(KindString, Certain)), true
	case "strip", "lstrip", "rstrip", "lower", "upper", "replace", "format", "join", "title", "capitalize", "removeprefix", "removesuffix":
		return TypeOf(KindString, Certain), true
	case "startswith", "endswith", "isdigit", "isalpha":
		return TypeOf(KindBool, Certain), true
	case "find", "rfind", "index", "count":
		return TypeOf(KindInt, Certain), true
	}
	return Type{}, false
}

// MethodCall splits a method call x.m(…) into x and "m"; "" for other calls.
func (m *Model) MethodCall(call syntax.Node) (syntax.Node, string) {
	fn := m.Tree.Callee(call)
	if m.Tree.Kind(fn) != syntax.KindAttribute {
		return syntax.None, ""
	}
	return m.Tree.Object(fn), m.Tree.View(m.Tree.AttrName(fn))
}
