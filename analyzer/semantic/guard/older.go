package guard

import (
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// tried notes the handler of a try statement around a PyTorch feature that older versions
// lack, or that took other arguments there: with the SDK's version the handler never
// runs, and nothing in it needs a change.
func (b *guardBuilder) tried(try syntax.Node) {
	body := b.t.First(try)
	stmt := b.t.First(body)
	call := b.t.Unparen(b.t.First(stmt))
	if b.t.Kind(call) != syntax.KindCall && b.t.Kind(stmt) == syntax.KindExpressionStatement {
		call = b.t.Child(call, syntax.FieldRight) // an assignment
	}
	if stmt == syntax.None || b.t.Next(stmt) != syntax.None || b.t.Kind(call) != syntax.KindCall {
		return
	}
	name, conf := b.m.CallName(call)
	_, known := b.m.DB.OperatorAPI(name)
	_, cuda := b.m.DB.API(name)
	if conf < infer.Likely || !known || cuda || !strings.HasPrefix(name, "torch.") || strings.HasPrefix(name, "torch.Tensor.") {
		return
	}
	for c := b.t.Next(body); c != syntax.None; c = b.t.Next(c) {
		if b.t.Kind(c) == syntax.KindExcept && b.catches(c, "AttributeError", "TypeError") {
			b.out.handled.add(handled{Span: b.t.Span(c)})
		}
	}
}

// catches reports whether a handler catches only exceptions of these names.
func (b *guardBuilder) catches(except syntax.Node, names ...string) bool {
	classes, bare := b.t.Caught(except)
	return !bare && len(classes) > 0 && !slices.ContainsFunc(classes, func(class syntax.Node) bool { return !slices.Contains(names, b.t.Text(class)) })
}
