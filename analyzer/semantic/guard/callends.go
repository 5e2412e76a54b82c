package guard

import (
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// runsOfProject are the functions of the project that a call runs: the named one, the
// __init__ of a class, or the forward of a module or of an operator with its gradient.
func (m *Control) runsOfProject(call syntax.Node) (out []codePlace) {
	callee := m.Tree.Unparen(m.Tree.Callee(call))
	add := func(r infer.Ref) { out = m.addFunction(out, r) }
	r := m.HeldFunction(callee)
	if add(r); len(out) > 0 {
		return out
	}
	if m.isClassRef(r) {
		add(m.MemberRef(r, "__init__"))
		add(m.MemberRef(r, "__post_init__"))
		return out
	}
	if out = m.movesOwn(call); len(out) > 0 {
		return out
	}
	for _, op := range m.appliedOperators(callee) {
		add(m.MemberRef(op, "forward"))
		add(m.MemberRef(op, "backward"))
	}
	if t := m.Type(callee); t.OfProject() && t.Confidence >= infer.Likely {
		add(m.MethodRef(t, "forward"))
		add(m.MethodRef(t, "__call__"))
	}
	return out
}

// isClassRef reports whether a reference is to a class of the project.
func (m *Control) isClassRef(r infer.Ref) bool {
	return m.Tree.Kind(r.Def) == syntax.KindClass || r.Foreign.Module != nil && r.Foreign.Kind == syntax.KindClass
}

// appliedOperators are the classes of the project whose apply method a call runs:
// Op.apply, or a name that holds it.
func (m *Control) appliedOperators(callee syntax.Node) (out []infer.Ref) {
	for _, value := range m.Alternatives(callee) {
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
func (m *Control) callEnds(call syntax.Node) Ending {
	if m.callsCompiled(call) || m.launchesKernel(call) {
		return EndsCompiled
	}
	callee := m.Tree.Unparen(m.Tree.Callee(call))
	if name, _ := m.Name(callee); name != "" {
		if runsUnseen(name) {
			return m.unseenEnds(call)
		}
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
	if m.callsValue(callee) {
		return EndsUnknown
	}
	return m.foreignEnds(call, m.Tree.Text(callee))
}

// holdsKnown reports whether the callee is a module of PyTorch, or an attribute of self
// that only holds results of functions known from some table.
func (m *Control) holdsKnown(callee syntax.Node) bool {
	if t := m.Type(callee); t.Kind == infer.KindModule && !t.OfProject() && t.Confidence >= infer.Likely {
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
func (m *Control) nameEnds(name string) (ends Ending, known bool) {
	top := infer.TopOf(name)
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
func (m *Control) foreignEnds(call syntax.Node, name string) Ending {
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
func (m *Control) knownMethod(obj syntax.Node, method string) bool {
	t := m.Type(obj)
	switch {
	case t.Kind == infer.KindInstance && t.OfProject():
		return m.inherited(t)
	case t.Kind == infer.KindInstance, t.Kind == infer.KindModule && t.OfProject():
		return m.torchMethod(method)
	case t.Known() && t.Confidence >= infer.Likely:
		return true
	case method == "cuda":
		// reported separately, unless the object may have a cuda method of its own
		return !m.OwnMember("cuda") && !m.madeElsewhere(obj)
	}
	return m.torchMethod(method) || pythonMethod(method)
}

// inherited reports whether a class of the project inherits from PyTorch.
func (m *Control) inherited(t infer.Type) bool { return strings.HasPrefix(t.Name, "torch.") }

// torchMethod reports whether tensors or modules of PyTorch have a method.
func (m *Control) torchMethod(method string) bool {
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
func (m *Control) getsData(call syntax.Node) bool {
	for a := range m.Tree.Args(call) {
		if a.Splat != 0 || m.mayHoldData(a.Value) {
			return true
		}
	}
	return false
}

func (m *Control) mayHoldData(n syntax.Node) bool {
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
	case infer.KindString, infer.KindInt, infer.KindFloat, infer.KindBool, infer.KindNone, infer.KindDType, infer.KindSize:
		return t.Confidence < infer.Likely
	}
	return true
}

// importEnds says where an import leads that a fix revives.
func (m *Control) importEnds(imp syntax.Import) Ending {
	switch {
	case m.importsCompiled(imp):
		return EndsCompiled
	case imp.Level > 0, m.OfProject(imp):
		return EndsKnown
	}
	ends, _ := m.nameEnds(imp.Module)
	return ends
}
