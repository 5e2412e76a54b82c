package semantic

import (
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// runsOfProject are the functions of the project that a call runs: the named one, the
// __init__ of a class, or the forward of a module or of an operator with its gradient.
func (m *Model) runsOfProject(call syntax.Node) (out []codePlace) {
	callee := m.Tree.Unparen(m.Tree.Callee(call))
	add := func(r Ref) {
		switch {
		case r.Confidence < Likely:
		case m.Tree.Kind(r.Def) == syntax.KindFunction:
			out = append(out, codePlace{m.Module(), r.Def})
		case r.Foreign.Module != nil && r.Foreign.Kind == syntax.KindFunction:
			out = append(out, codePlace{r.Foreign.Module, r.Foreign.Node})
		}
	}
	r := m.HeldFunction(callee)
	if add(r); len(out) > 0 {
		return out
	}
	if m.isClassRef(r) {
		add(m.MemberRef(r, "__init__"))
		add(m.MemberRef(r, "__post_init__"))
		return out
	}
	for _, op := range m.appliedOperators(callee) {
		add(m.MemberRef(op, "forward"))
		add(m.MemberRef(op, "backward"))
	}
	if t := m.Type(callee); t.OfProject() && t.Confidence >= Likely {
		add(m.MethodRef(t, "forward"))
		add(m.MethodRef(t, "__call__"))
	}
	return out
}

// isClassRef reports whether a reference is to a class of the project.
func (m *Model) isClassRef(r Ref) bool {
	return m.Tree.Kind(r.Def) == syntax.KindClass || r.Foreign.Module != nil && r.Foreign.Kind == syntax.KindClass
}

// appliedOperators are the classes of the project whose apply method a call runs:
// Op.apply, or a name that holds it.
func (m *Model) appliedOperators(callee syntax.Node) (out []Ref) {
	for _, value := range m.StandsFor(callee) {
		if m.Tree.Kind(value) != syntax.KindAttribute || m.Tree.View(m.Tree.AttrName(value)) != "apply" {
			continue
		}
		if r := m.Ref(m.Tree.Object(value)); m.isClassRef(r) {
			out = append(out, r)
		}
	}
	return out
}

// callEnds says where a call leads that runs no known function of the project.
func (m *Model) callEnds(call syntax.Node) Ending {
	if m.CallsCompiled(call) || m.launchesKernel(call) {
		return EndsCompiled
	}
	callee := m.Tree.Unparen(m.Tree.Callee(call))
	if name, _ := m.Name(callee); name != "" {
		if ends, known := m.nameEnds(name); known {
			return ends
		}
		return m.foreignEnds(call, name)
	}
	if m.holdsKnown(callee) {
		return EndsKnown
	}
	obj, method := m.MethodCall(call)
	if method != "" && m.knownMethod(obj, method) {
		return EndsKnown
	}
	return m.foreignEnds(call, m.Tree.Text(callee))
}

// holdsKnown reports whether the callee is a module of PyTorch, or an attribute of self
// that only holds results of functions known from some table.
func (m *Model) holdsKnown(callee syntax.Node) bool {
	if t := m.Type(callee); t.Kind == KindModule && !t.OfProject() && t.Confidence >= Likely {
		return true
	}
	if m.Tree.Kind(callee) != syntax.KindAttribute {
		return false
	}
	stored := m.StoredHere(callee)
	return len(stored) > 0 && !slices.ContainsFunc(stored, func(value syntax.Node) bool {
		name, _ := m.CallName(value)
		ends, known := m.nameEnds(name)
		return m.Tree.Kind(value) != syntax.KindCall || !known || ends != EndsKnown
	})
}

// nameEnds says where an imported name leads; known is false for a name in no table.
func (m *Model) nameEnds(name string) (ends Ending, known bool) {
	top := topOf(name)
	switch lib, ok := m.DB.Library(name); {
	case ok && lib.CUDAOnly:
		return EndsCUDA, true
	case ok, top == "builtins", infer.NeverLocal(top), m.DB.KnowsPackage(top):
		return EndsKnown, true
	case m.SaysCUDA([]byte(name)):
		return EndsCUDA, true
	}
	return EndsUnknown, false
}

// foreignEnds says where a call of an unknown function leads.
func (m *Model) foreignEnds(call syntax.Node, name string) Ending {
	switch {
	case m.SaysCUDA([]byte(name)):
		return EndsCUDA
	case m.getsData(call):
		return EndsUnknown
	}
	return EndsKnown
}

// knownMethod reports whether a method belongs to PyTorch, to Python's own types or to
// an object that is never on a device, judged by the kind of the object or the name of
// the method.
func (m *Model) knownMethod(obj syntax.Node, method string) bool {
	t := m.Type(obj)
	switch {
	case t.Kind == KindInstance && t.OfProject():
		return m.inherited(t)
	case t.Kind == KindInstance, t.Kind == KindModule && t.OfProject():
		return m.torchMethod(method)
	case t.Known() && t.Confidence >= Likely:
		return true
	case method == "cuda":
		return !m.OwnMember("cuda") // reported separately, unless a class here has its own cuda method
	}
	return m.torchMethod(method) || pythonMethod(method)
}

// inherited reports whether a class of the project inherits from PyTorch.
func (m *Model) inherited(t Type) bool { return strings.HasPrefix(t.Name, "torch.") }

// torchMethod reports whether tensors or modules of PyTorch have a method.
func (m *Model) torchMethod(method string) bool {
	for _, class := range [...]string{"torch.Tensor.", "torch.nn.Module.", "torch.optim.Optimizer."} {
		if _, ok := m.DB.Returns(class + method); ok {
			return true
		}
	}
	return false
}

// pythonMethod reports whether containers, strings, files or loggers of Python have a
// method.
func pythonMethod(method string) bool {
	switch method {
	case "append", "extend", "insert", "pop", "get", "items", "keys", "values", "setdefault", "add", "join", "format", "startswith", "endswith",
		"strip", "split", "lower", "upper", "replace", "encode", "decode", "write", "flush", "close", "readline", "readlines",
		"debug", "info", "warning", "warn", "error", "exception", "critical", "log":
		return true
	}
	return false
}

// getsData reports whether an argument of a call may be on a device, or name one: any
// argument but a literal number, string or dtype.
func (m *Model) getsData(call syntax.Node) bool {
	for a := range m.Tree.Args(call) {
		if a.Splat != 0 || m.mayHoldData(a.Value) {
			return true
		}
	}
	return false
}

func (m *Model) mayHoldData(n syntax.Node) bool {
	n = m.Tree.Unparen(n)
	switch m.Tree.Kind(n) {
	case syntax.KindString:
		return m.SaysCUDA(m.Tree.Bytes(n))
	case syntax.KindTuple, syntax.KindList, syntax.KindSet:
		for item := range m.Tree.Children(n) {
			if m.mayHoldData(item) {
				return true
			}
		}
		return false
	}
	switch t := m.Type(n); t.Kind {
	case KindString, KindInt, KindFloat, KindBool, KindNone, KindDType, KindSize:
		return t.Confidence < Likely
	}
	return true
}

// importEnds says where an import leads that a fix revives.
func (m *Model) importEnds(imp syntax.Import) Ending {
	switch {
	case m.ImportsCompiled(imp):
		return EndsCompiled
	case imp.Level > 0, m.OfProject(imp):
		return EndsKnown
	}
	ends, _ := m.nameEnds(imp.Module)
	return ends
}
