package infer

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// form returns the sorts that an expression can be, judged by its syntax.
func (e *evidence) form(n syntax.Node) receivers {
	t := e.m.Tree
	switch t.Kind(n) {
	case syntax.KindBinaryOperator:
		switch t.Operator(n) {
		case "@":
			return tensors | arrays
		case "+", "*", "%", "|", "&":
			return anything &^ modules
		}
		return tensors | arrays | frames | numbers | others
	case syntax.KindUnaryOperator, syntax.KindComparison:
		return tensors | arrays | frames | numbers
	case syntax.KindSubscript:
		if e.slices(n) {
			return tensors | arrays | frames | numbers
		}
	case syntax.KindAttribute:
		return attributeForm(t.Text(t.AttrName(n)))
	case syntax.KindCall:
		return e.callForm(n)
	}
	return anything
}

// attributeForm returns the sorts that an attribute of that name can be.
func attributeForm(name string) receivers {
	switch name {
	case "shape", "dtype", "device", "ndim", "layout", "is_cuda", "requires_grad", "grad_fn", "training", "in_features", "out_features":
		return anything &^ tensors
	case "grad":
		return tensors | others
	case "data", "weight", "bias":
		return anything &^ modules
	}
	return anything
}

// callForm returns the sorts that a call can yield, judged by the name of its callee: an
// instance of a class is no tensor unless the class is a tensor class.
func (e *evidence) callForm(call syntax.Node) receivers {
	name := e.m.Tree.Callee(call)
	if e.m.Tree.Kind(name) == syntax.KindAttribute {
		name = e.m.Tree.AttrName(name)
	}
	text := strings.TrimLeft(e.m.Tree.Text(name), "_")
	switch {
	case text == "" || e.m.Tree.Kind(name) != syntax.KindIdentifier:
	case 'A' <= text[0] && text[0] <= 'Z' && text != strings.ToUpper(text) && !strings.HasSuffix(text, "Tensor") &&
		!strings.HasSuffix(text, "Parameter") && text != "Variable":
		return anything &^ tensors
	}
	switch text {
	case "numpy", "tolist", "item", "keys", "items", "storage", "untyped_storage":
		return anything &^ tensors
	}
	return anything
}

// slices reports whether a subscript has an index that only arrays take: more
// than one slice, an ellipsis or a new axis.
func (e *evidence) slices(n syntax.Node) bool {
	t := e.m.Tree
	parts, special := 0, false
	for c := range t.Children(n) {
		if t.Field(c) != syntax.FieldSubscript {
			continue
		}
		parts++
		switch t.Kind(c) {
		case syntax.KindSlice, syntax.KindNoneLiteral:
			special = true
		case syntax.KindEllipsis:
			return true
		}
	}
	return special && parts > 1
}

// maxClimb is how many steps the evidence climbs from the use of a value to the use of
// its result.
const maxClimb = 6

// use returns the sorts that an expression can be, judged by its use in place.
func (e *evidence) use(n syntax.Node) receivers { return e.climb(n, maxClimb) }

// climb is use, limited to the given number of further steps up.
func (e *evidence) climb(n syntax.Node, steps int) receivers {
	t := e.m.Tree
	p := t.Parent(n)
	for t.Kind(p) == syntax.KindParenthesized {
		n, p = p, t.Parent(p)
	}
	switch t.Kind(p) {
	case syntax.KindAttribute:
		if call := t.Parent(p); t.Kind(call) == syntax.KindCall && t.Callee(call) == p {
			return e.method(call, t.Text(t.AttrName(p)), steps)
		}
		return e.attribute(p)
	case syntax.KindCall:
		if t.Callee(p) == n {
			return modules | others
		}
	case syntax.KindArgumentList, syntax.KindKeywordArgument:
		return e.passed(n)
	case syntax.KindList, syntax.KindTuple:
		if call, at := e.m.ArgumentOf(p); at == 0 && call != syntax.None && joinsTensors(e.m.importedName(t.Callee(call))) {
			return tensors
		}
	case syntax.KindSubscript:
		if t.Child(p, syntax.FieldValue) == n {
			return e.indexed(p)
		}
	case syntax.KindUnaryOperator:
		return tensors | arrays | frames | numbers | others
	case syntax.KindComparison:
		return e.compared(p)
	case syntax.KindBinaryOperator:
		return e.combined(n, p, steps)
	case syntax.KindDictionarySplat, syntax.KindDecorator:
		return containers | others
	}
	return anything
}

// combined returns the sorts that an operand of a binary operator can be.
func (e *evidence) combined(n, binary syntax.Node, steps int) receivers {
	switch {
	case !e.becomesTensor(binary, steps):
		if e.joins(binary) {
			return anything
		}
		return anything &^ modules
	case e.besideNumber(n, binary):
		return tensors
	}
	return tensors | numbers
}

// compared returns the sorts that an operand can be when it is ordered against a
// written-out number.
func (e *evidence) compared(n syntax.Node) receivers {
	operands, ops := e.m.Tree.Comparison(n)
	for i, op := range ops {
		if !strings.HasPrefix(op, "<") && !strings.HasPrefix(op, ">") {
			return anything
		}
		for _, other := range operands[i : i+2] {
			if kind := e.m.Tree.Kind(e.m.Tree.Unparen(other)); kind == syntax.KindInteger || kind == syntax.KindFloat {
				return tensors | arrays | frames | numbers
			}
		}
	}
	return anything
}

// joins reports whether an operator is one that takes modules too: % puts
// anything into a text, and + chains containers of layers.
func (e *evidence) joins(n syntax.Node) bool {
	op := e.m.Tree.Operator(n)
	return op == "%" || op == "+"
}

// besideNumber reports whether the other operand is a written-out number, so only this
// operand can make the result a tensor: torch.sqrt(1 - x).
func (e *evidence) besideNumber(n, binary syntax.Node) bool {
	other := e.m.Tree.Unparen(e.m.Tree.Child(binary, syntax.FieldLeft))
	if other == e.m.Tree.Unparen(n) {
		other = e.m.Tree.Unparen(e.m.Tree.Child(binary, syntax.FieldRight))
	}
	kind := e.m.Tree.Kind(other)
	return kind == syntax.KindInteger || kind == syntax.KindFloat
}

// becomesTensor reports whether n, computed from a value, is a tensor, judged by its own
// use in turn: a.sub(b).clamp_(0).
func (e *evidence) becomesTensor(n syntax.Node, steps int) bool {
	return steps > 0 && e.form(n)&e.climb(n, steps-1)&e.world == tensors
}

// indexed returns the sorts that can have a subscript like this one.
func (e *evidence) indexed(n syntax.Node) receivers {
	index := e.m.Tree.Child(n, syntax.FieldSubscript)
	switch e.m.Tree.Kind(index) {
	case syntax.KindString, syntax.KindConcatenatedString:
		return frames | containers | others
	}
	if e.slices(n) {
		return tensors | arrays | frames
	}
	return anything &^ numbers
}

// attribute returns the sorts that can have an attribute that is read but not called.
func (e *evidence) attribute(n syntax.Node) receivers {
	name := e.m.Tree.Text(e.m.Tree.AttrName(n))
	switch name {
	case "shape", "ndim", "T", "mT", "H", "mH", "real", "imag":
		return tensors | arrays | frames | others
	case "dtype":
		return tensors | arrays | frames | modules | others
	case "device":
		if e.m.ImportsAny("jax", "cupy", "array_api_compat") {
			return tensors | arrays | modules | others
		}
		return tensors | modules | others // nobody asks an array of NumPy where it is
	case "data", "names", "is_cuda":
		return anything
	case "grad", "grad_fn", "is_leaf", "requires_grad":
		if e.m.OwnMember(name) {
			return anything
		}
		return tensors
	case "itemsize", "nbytes", "layout", "is_sparse", "is_quantized", "is_meta", "is_nested":
		return tensors | arrays | others
	}
	if strings.HasPrefix(name, "_") || e.stored(name) {
		return anything // any value may have been stored there
	}
	return anything &^ tensors
}

// asked returns the sorts that can have the attributes read: an object with both a shape
// and a device is no instance of another class, unless a class of the file has a shape
// too, as wrappers of tensors do.
func (e *evidence) asked(uses []syntax.Node) receivers {
	t, shape, device := e.m.Tree, false, false
	for _, use := range uses {
		if attr := t.Parent(use); t.Kind(attr) == syntax.KindAttribute && t.Object(attr) == use {
			name := t.Text(t.AttrName(attr))
			shape, device = shape || name == "shape", device || name == "device"
		}
	}
	if shape && device && !e.m.OwnMember("shape") {
		return anything &^ others
	}
	return anything
}

// stored reports whether the file assigns to an attribute of that name.
func (e *evidence) stored(name string) bool {
	e.index()
	return e.own["="+name]
}

// OwnMember reports whether a class of the file has an attribute or a method of that
// name.
func (m *Model) OwnMember(name string) bool {
	e := m.usage()
	e.index()
	return e.own[name]
}

// index notes the attributes that the file assigns to, and those that its
// classes have.
func (e *evidence) index() {
	if e.own != nil {
		return
	}
	e.own = make(map[string]bool)
	for _, class := range e.m.Classes() {
		for name := range e.m.Scope(class).Names {
			e.own[name] = true
		}
	}
	for _, s := range e.m.Stores() {
		if e.m.Tree.Kind(s.Target) != syntax.KindAttribute {
			continue
		}
		name := e.m.Tree.Text(e.m.Tree.AttrName(s.Target))
		e.own["="+name] = true
		if e.m.SelfClass(e.m.Tree.Object(s.Target)) != syntax.None {
			e.own[name] = true
		}
	}
}
