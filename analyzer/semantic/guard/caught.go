package guard

import (
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// caught are the regions that a raise or an assertion skips if a handler takes the
// exception and the program goes on: the rest of the try body around the statement, or
// around the calls of its function in this file. There are none if it ends the program.
func (m *Control) caught(stmt syntax.Node) []source.Span {
	class := m.raisedClass(stmt)
	if class == "" {
		return nil
	}
	if region, ok := m.caughtAround(stmt, class); ok {
		return []source.Span{region}
	}
	fn := m.Tree.EnclosingFunction(stmt)
	if m.Tree.Kind(fn) != syntax.KindFunction {
		return nil
	}
	type key struct {
		fn    syntax.Node
		class string
	}
	return slices.Clip(infer.Walked(m.Model, key{fn, class}, func() (out []source.Span) {
		for _, call := range m.Callers(fn) {
			if region, ok := m.caughtAround(call, class); ok {
				out = append(out, region)
			}
		}
		return out
	}))
}

// raisedClass is the name of the exception that a statement raises, without its module.
func (m *Control) raisedClass(stmt syntax.Node) string {
	switch m.Tree.Kind(stmt) {
	case syntax.KindAssert:
		return "AssertionError"
	case syntax.KindRaise:
	default:
		return ""
	}
	raised := m.Tree.First(stmt)
	if m.Tree.Kind(raised) == syntax.KindCall {
		raised = m.Tree.Callee(raised)
	}
	name := m.Tree.Text(raised)
	return name[strings.LastIndexByte(name, '.')+1:]
}

// caughtAround is the rest, after n, of the body of a try statement in the same
// function, if a handler takes exceptions of the class and goes on.
func (m *Control) caughtAround(n syntax.Node, class string) (source.Span, bool) {
	for at := n; at != syntax.Root && at != syntax.None; at = m.Tree.Parent(at) {
		switch m.Tree.Kind(at) {
		case syntax.KindFunction, syntax.KindLambda, syntax.KindClass:
			return source.Span{}, false
		}
		try := m.Tree.Parent(at)
		if m.Tree.Kind(try) != syntax.KindTry || m.Tree.First(try) != at {
			continue
		}
		if handler := m.handlerOf(try, class); handler != syntax.None {
			return source.Span{Start: m.Tree.Stop(n), End: m.Tree.Stop(at)}, !m.givesUp(m.Tree.Body(handler))
		}
	}
	return source.Span{}, false
}

// handlerOf is the first handler of a try statement that takes exceptions of a class.
func (m *Control) handlerOf(try syntax.Node, class string) syntax.Node {
	takes := func(n syntax.Node) bool {
		name := m.Tree.Text(n)
		name = name[strings.LastIndexByte(name, '.')+1:]
		return name == class || slices.Contains(aboveException(class), name)
	}
	for c := m.Tree.Next(m.Tree.First(try)); c != syntax.None; c = m.Tree.Next(c) {
		if m.Tree.Kind(c) != syntax.KindExcept {
			continue
		}
		if classes, bare := m.Tree.Caught(c); bare || slices.ContainsFunc(classes, takes) {
			return c
		}
	}
	return syntax.None
}

// aboveException are the classes of Python that an exception derives from.
func aboveException(class string) []string {
	out := []string{"Exception", "BaseException"}
	switch class {
	case "ModuleNotFoundError":
		return append(out, "ImportError")
	case "NotImplementedError", "RecursionError":
		return append(out, "RuntimeError")
	case "FileNotFoundError", "PermissionError":
		return append(out, "OSError", "EnvironmentError", "IOError")
	case "KeyError", "IndexError":
		return append(out, "LookupError")
	case "SystemExit", "KeyboardInterrupt":
		return out[1:]
	}
	return out
}

// givesUp reports whether a block ends the program, or raises.
func (m *Control) givesUp(block syntax.Node) bool {
	b := &guardBuilder{m: m, t: m.Tree}
	kind, ok := b.leaves(block)
	return ok && kind == GuardAssertion
}

// GoesOn reports whether a handler of a try statement takes the error of an import, or
// any error at all, and lets the following code run.
func (m *Control) GoesOn(try syntax.Node, anyError bool) bool {
	b := &guardBuilder{m: m, t: m.Tree}
	for c := range m.Tree.Children(try) {
		if k := m.Tree.Kind(c); k != syntax.KindExcept && k != syntax.KindExceptGroup {
			continue
		}
		classes, bare := m.Tree.Caught(c)
		taken := bare || anyError || slices.ContainsFunc(classes, func(class syntax.Node) bool {
			switch m.Tree.View(class) {
			case "ImportError", "ModuleNotFoundError", "Exception", "BaseException":
				return true
			}
			return false
		})
		if kind, left := b.leaves(m.Tree.Last(c)); taken && (!left || kind != GuardAssertion) {
			return true
		}
	}
	return false
}
