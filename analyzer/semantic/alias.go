package semantic

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// receiverClass is the class that the first parameter of a class method is, or
// a class derived from it.
func (m *Model) receiverClass(d Def) Ref {
	fn := m.in[d.Node].node
	class := m.methodClass(fn)
	if class == syntax.None || d.Index != 0 || !m.isClassMethod(fn) {
		return Ref{}
	}
	return Ref{Def: class, Confidence: Likely}
}

// eitherRef resolves `f if x else g`: to the arm that names something of
// PyTorch, or else to the first that names anything.
func (m *Model) eitherRef(n syntax.Node) Ref {
	body, _, orelse := m.Tree.Conditional(n)
	a, b := m.Ref(body), m.Ref(orelse)
	if a == (Ref{}) || a.pending || hasPackage(b.Name, "torch") && !hasPackage(a.Name, "torch") {
		a = b
	}
	a.Confidence = min(a.Confidence, Likely)
	return a
}

// calledName resolves importlib.import_module("x") and __import__("x"), and the
// function in partial(f, key=value). With arguments by position a partial
// application takes others than the function.
func (m *Model) calledName(n syntax.Node) Ref {
	if m.Tree.Kind(n) != syntax.KindCall {
		return Ref{}
	}
	switch name, _ := m.CallName(n); name {
	case "importlib.import_module", "builtins.__import__":
		if v, ok := m.Tree.StringValue(m.Tree.Arg(n, 0, "name")); ok && !strings.HasPrefix(v, ".") {
			return m.importRef(Def{Module: v})
		}
	case "functools.partial":
		if positional, _, splat := m.Tree.ArgCount(n); positional == 1 && !splat {
			return m.Ref(m.Tree.Arg(n, 0, "func"))
		}
	}
	return Ref{}
}
