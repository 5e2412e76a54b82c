package guard

import (
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// deviceHandlers are the handlers that run for tensors on any device but the host, each by
// its try statement:
//
//	try:
//	    a = x.numpy()
//	except TypeError:
//	    a = read(x)
func (m *Control) deviceHandlers() map[syntax.Node]syntax.Node {
	type key struct{}
	return infer.Walked(m.Model, key{}, func() map[syntax.Node]syntax.Node {
		handlers := make(map[syntax.Node]syntax.Node)
		if !m.TextHas("except") || !m.TextHas("numpy") {
			return handlers
		}
		for _, call := range m.Calls() {
			kind, ok := m.readsOnHost(call)
			if !ok {
				continue
			}
			try := m.tryAround(call)
			handler := m.handlerOf(try, "TypeError")
			if handler != syntax.None && (kind == infer.KindTensor || m.namesTypeError(handler)) {
				handlers[try] = handler
			}
		}
		return handlers
	})
}

// namesTypeError reports whether a handler is for TypeError by its name. A broader one
// may be there for other errors.
func (m *Control) namesTypeError(handler syntax.Node) bool {
	classes, _ := m.Tree.Caught(handler)
	return slices.ContainsFunc(classes, func(n syntax.Node) bool { return m.Tree.View(n) == "TypeError" })
}

// readsOnHost reports whether a call makes an array of NumPy of a tensor, which raises a
// TypeError for tensors on devices, and how far the object is known to be a tensor.
func (m *Control) readsOnHost(call syntax.Node) (kind infer.Kind, ok bool) {
	obj, method := m.MethodCall(call)
	if method != "numpy" {
		switch name, _ := m.CallName(call); name {
		case "numpy.array", "numpy.asarray", "numpy.ascontiguousarray":
			obj = m.Tree.Arg(call, 0, "")
			t := m.Type(obj)
			return t.Kind, t.Kind == infer.KindTensor && t.Confidence >= infer.Likely && !m.namesHost(obj)
		}
		return infer.KindUnknown, false
	}
	if args, _, splat := m.Tree.ArgCount(call); args > 0 || splat || m.Tree.Keyword(call, "force") != syntax.None {
		return infer.KindUnknown, false
	}
	t := m.Type(obj)
	return t.Kind, (t.Kind == infer.KindTensor || t.Kind == infer.KindUnknown) && !m.namesHost(obj)
}

// namesHost reports whether an expression says that its value is on the host: x.cpu().
func (m *Control) namesHost(n syntax.Node) bool { return strings.Contains(m.Tree.View(n), "cpu") }

// tryAround is the try statement in whose body a place is, in the same function.
func (m *Control) tryAround(n syntax.Node) syntax.Node {
	for at := n; at != syntax.Root && at != syntax.None; at = m.Tree.Parent(at) {
		switch m.Tree.Kind(at) {
		case syntax.KindFunction, syntax.KindLambda, syntax.KindClass:
			return syntax.None
		}
		if try := m.Tree.Parent(at); m.Tree.Kind(try) == syntax.KindTry && m.Tree.First(try) == at {
			return try
		}
	}
	return syntax.None
}

// handled returns the bodies of those handlers, and the code behind a try statement whose
// body always leaves.
func (w *hostTests) handled() (out []source.Span) {
	handlers := w.m.deviceHandlers()
	for try, handler := range handlers {
		out = append(out, w.t.Span(w.t.Body(handler)))
		if body := w.t.First(try); w.m.alwaysLeaves(body) && !w.m.endsProgram(body) {
			out = append(out, source.Span{Start: w.t.Stop(try), End: w.t.Stop(w.t.Suite(try))})
		}
	}
	slices.SortFunc(out, func(a, b source.Span) int { return a.Start - b.Start })
	return out
}

// runTry is run for a try statement with such a handler.
func (w *hostTests) runTry(try syntax.Node, where func(outcome) infer.Truth) (result infer.Truth, ended bool) {
	handler, known := w.m.deviceHandlers()[try]
	switch {
	case !known && w.returnsIn(try):
		return infer.Unknown, true
	case !known:
		return infer.Unknown, false
	case where(onHost) == infer.No:
		return w.run(w.t.Body(handler), where)
	}
	if result, ended = w.run(w.t.First(try), where); ended {
		return result, true
	}
	for c := range w.t.Children(try) {
		if w.t.Kind(c) == syntax.KindElse {
			return w.run(w.t.Child(c, syntax.FieldBody), where)
		}
	}
	return infer.Unknown, false
}
