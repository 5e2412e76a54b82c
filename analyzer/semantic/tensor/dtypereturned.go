package tensor

import (
	"cmp"

	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/semantic/scope"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// maxDTypeFiles bounds how many files one after the other a dtype is followed through.
const maxDTypeFiles = 4

// called is the dtype of what a call of a function of the project yields: of the whole
// with whole, or else of the part at an index of the tuples that it returns.
func (w *dtypeWalk) called(call syntax.Node, part int) string {
	ref := w.m.Ref(w.m.Tree.Callee(call))
	switch {
	case ref.Chosen || ref.Confidence < infer.Likely:
	case w.m.Tree.Kind(ref.Def) == syntax.KindFunction:
		return w.returned(ref.Def, part)
	case ref.Foreign.IsDefinition() && ref.Foreign.Kind == syntax.KindFunction && w.files < maxDTypeFiles:
		return w.elsewhere(ref.Foreign, part)
	}
	return ""
}

// Whole asks for the dtype of all that is returned, and not for that of a part.
const Whole = -1

// elsewhere is the dtype of what a function of another file returns. Together the files
// get as many steps as one.
func (w *dtypeWalk) elsewhere(fn infer.Foreign, part int) string {
	out := ""
	w.m.elsewhere(fn.Module, func(lib *Tensors) {
		there := dtypeWalk{m: lib, known: make(map[syntax.Node]string), spent: w.spent + len(w.known) + 1, files: w.files + 1}
		out = there.returned(fn.Node, part)
		w.spent += len(there.known) + 1
	})
	return out
}

// returned is the dtype of all that a function of this file returns, or of one part of
// the tuples that it does.
func (w *dtypeWalk) returned(fn syntax.Node, part int) string {
	out := ""
	for i, value := range w.m.Returns(fn) {
		if part != Whole {
			value = w.m.Item(value, part)
		}
		dtype := w.of(value)
		if dtype == "" || i > 0 && dtype != out || w.m.IsGenerator(fn) {
			return ""
		}
		out = dtype
	}
	return out
}

// Item is one of the values that are written out in a tuple.
func (m *Tensors) Item(tuple syntax.Node, at int) syntax.Node {
	t := m.Tree
	tuple = t.Unparen(tuple)
	if k := t.Kind(tuple); k != syntax.KindTuple && k != syntax.KindExpressionList {
		return syntax.None
	}
	i := 0
	for c := range t.Children(tuple) {
		if t.IsSplat(c) {
			return syntax.None
		}
		if i == at {
			return c
		}
		i++
	}
	return syntax.None
}

// unpacked is the dtype of one of several values that a function of the project returns
// and that are bound together: q, scale = quantize(x).
func (w *dtypeWalk) unpacked(d infer.Def) string {
	call := w.m.Tree.Unparen(d.Value)
	if d.Kind != infer.DefUnpack || d.Index < 0 || d.Index >= 1<<scope.Nested || w.m.Tree.Kind(call) != syntax.KindCall {
		return ""
	}
	return cmp.Or(w.ranked(call, d.Index), w.called(call, d.Index))
}

// picked is the dtype of what a number picks out of what a function of the project
// returns: quantize(x)[0].
func (w *dtypeWalk) picked(subscript syntax.Node) string {
	t := w.m.Tree
	call := t.Unparen(t.Child(subscript, syntax.FieldValue))
	at, ok := w.m.Constant(t.Child(subscript, syntax.FieldSubscript))
	if t.Kind(call) != syntax.KindCall || !ok || at.Kind != infer.ConstantNumber || at.Number < 0 {
		return ""
	}
	return cmp.Or(w.ranked(call, int(at.Number)), w.called(call, int(at.Number)))
}
