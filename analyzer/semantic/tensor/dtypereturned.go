package tensor

import (
	"cmp"

	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/semantic/scope"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// maxDTypeFiles bounds the chain of files that a dtype is followed through.
const maxDTypeFiles = 4

// called returns the dtype of the result of a function of the project: of the whole
// result if whole is set, or else of the item at an index of the returned tuples.
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

// Whole asks for the dtype of the whole result instead of a part.
const Whole = -1

// elsewhere returns the dtype of the result of a function of another file. All files
// together get as many steps as one.
func (w *dtypeWalk) elsewhere(fn infer.ForeignDef, part int) string {
	out := ""
	w.m.elsewhere(fn.Module, func(lib *Tensors) {
		there := dtypeWalk{m: lib, known: make(map[syntax.Node]string), spent: w.spent + len(w.known) + 1, files: w.files + 1, low: restsOnNone}
		out = there.returned(fn.Node, part)
		if there.low == cutShort {
			w.low = cutShort
		}
		w.spent += len(there.known) + 1
	})
	return out
}

// returned returns the dtype of the results of a function of this file, or of one part of
// the tuples it returns.
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

// Item returns one of the values in a tuple display.
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

// unpacked returns the dtype of one of several values that a function of the project
// returns and a statement unpacks: q, scale = quantize(x).
func (w *dtypeWalk) unpacked(d infer.Def) string {
	call := w.m.Tree.Unparen(d.Value)
	if d.Kind != infer.DefUnpack || d.Index < 0 || d.Index >= 1<<scope.Nested || w.m.Tree.Kind(call) != syntax.KindCall {
		return ""
	}
	return cmp.Or(w.ranked(call, d.Index), w.called(call, d.Index))
}

// picked returns the dtype of the item that a constant index picks from the result of a
// function of the project: quantize(x)[0].
func (w *dtypeWalk) picked(subscript syntax.Node) string {
	t := w.m.Tree
	call := t.Unparen(t.Child(subscript, syntax.FieldValue))
	at, ok := w.m.Constant(t.Child(subscript, syntax.FieldSubscript))
	if t.Kind(call) != syntax.KindCall || !ok || at.Kind != infer.ConstantNumber || at.Number < 0 {
		return ""
	}
	return cmp.Or(w.ranked(call, int(at.Number)), w.called(call, int(at.Number)))
}
