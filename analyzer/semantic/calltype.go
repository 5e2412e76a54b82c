package semantic

import (
	"iter"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// callType is what a call yields.
func (m *Model) callType(call syntax.Node) Type {
	fn := m.Tree.Callee(call)
	r := m.Ref(fn)
	switch {
	case r.pending:
		return Type{Kind: kindPending}
	case r.Def != syntax.None || r.Foreign.isDefinition():
		return m.called(r)
	case r.Name != "" && !r.Local:
		return m.frameworkCall(call, r)
	}
	if _, method := m.method(call); method == "" || r == (Ref{}) {
		return m.instanceCall(call)
	}
	return Type{}
}

// called is what calling a class or function of the project yields.
func (m *Model) called(r Ref) (t Type) {
	switch {
	case r.Foreign.isDefinition():
		m.elsewhere(r.Foreign.Module, func(lib *Model) {
			t = m.fromType(lib, lib.called(Ref{Def: r.Foreign.Node, Confidence: r.Confidence}))
		})
	case m.Tree.Kind(r.Def) == syntax.KindClass:
		t = m.instance(r).atMost(r.Confidence)
	default:
		t = m.returned(r.Def).atMost(min(r.Confidence, Likely))
	}
	return t
}

// instanceCall types a call of an object: module(x) runs its forward.
func (m *Model) instanceCall(call syntax.Node) Type {
	t := m.Type(m.Tree.Callee(call))
	if t.Kind == kindPending {
		return t
	}
	if t.Kind != KindModule {
		return Type{}
	}
	if t.ofProject() {
		r := m.methodRef(t, "forward")
		switch {
		case r.pending:
			return Type{Kind: kindPending}
		case r.Def != syntax.None || r.Foreign.isDefinition():
			return m.called(r).atMost(min(t.Confidence, Likely))
		}
		return Type{}
	}
	return typeOf(KindTensor, min(t.Confidence, Likely))
}

// frameworkCall types a call of something imported, a method of a known kind
// or a builtin.
func (m *Model) frameworkCall(call syntax.Node, r Ref) Type {
	name := m.DB.Canonical(r.Name)
	if inst := m.instanceName(name); inst != "" {
		return m.constructed(inst, r.Confidence)
	}
	if t := m.builtinCall(call, name); t.known() {
		return t
	}
	ret, _ := m.DB.Returns(name)
	if name == "torch.where" && m.Tree.Arg(call, 1, "input") != syntax.None {
		return typeOf(KindTensor, r.Confidence) // with the condition alone it yields a tuple
	}
	if ret.Kind == "self" {
		return m.Type(m.Tree.Object(m.Tree.Callee(call)))
	}
	if t := returnType(ret.Kind); t.known() {
		return t.atMost(r.Confidence)
	}
	return libraryCall(name).atMost(r.Confidence)
}

// instanceName is the class whose methods an instance of the named framework
// class has; "" if name is not a class that we know.
func (m *Model) instanceName(name string) string {
	base := name[strings.LastIndexByte(name, '.')+1:]
	class := base != "" && base[0] >= 'A' && base[0] <= 'Z'
	switch {
	case name == "torch.device", name == "torch.dtype":
		return name
	case !class:
		return ""
	case name == "torch.nn.Parameter", name == "torch.nn.parameter.Parameter", name == "torch.Tensor",
		strings.HasPrefix(name, "torch.") && strings.HasSuffix(name, "Tensor") && strings.Count(name, ".") <= 2:
		return "torch.Tensor"
	case strings.HasPrefix(name, "torch.nn.") && !strings.HasPrefix(name, "torch.nn.utils.") && !strings.HasPrefix(name, "torch.nn.attention."):
		return "torch.nn.Module"
	case strings.HasPrefix(name, "torch.optim.") && !strings.HasPrefix(name, "torch.optim.lr_scheduler."):
		return "torch.optim.Optimizer"
	case name == "torch.utils.data.DataLoader", name == "torch.utils.data.dataloader.DataLoader":
		return "torch.utils.data.DataLoader"
	case base == "LightningModule":
		return "torch.nn.Module"
	}
	return ""
}

func (m *Model) constructed(class string, c Confidence) Type {
	for k, name := range className {
		if name == class {
			return Type{Kind: Kind(k), Name: name, Confidence: c}
		}
	}
	return Type{Kind: KindInstance, Name: class, Confidence: c}
}

// returnType translates a row of the returns table.
func returnType(kind string) Type {
	kind, _, _ = strings.Cut(kind, "|")
	switch {
	case kind == "tensor":
		return typeOf(KindTensor, Certain)
	case kind == "array":
		return typeOf(KindArray, Certain)
	case strings.HasPrefix(kind, "tensors("), strings.HasPrefix(kind, "namedtuple("), kind == "list[tensor]":
		return Type{Kind: KindSequence, Name: className[KindSequence], Elem: KindTensor, Confidence: Certain}
	case strings.HasPrefix(kind, "arrays("), kind == "list[array]":
		return Type{Kind: KindSequence, Name: className[KindSequence], Elem: KindArray, Confidence: Certain}
	}
	switch kind {
	case "ndarray":
		return typeOf(KindNDArray, Certain)
	case "size":
		return typeOf(KindSize, Certain)
	case "int":
		return typeOf(KindInt, Certain)
	case "scalar":
		return typeOf(KindFloat, Certain)
	case "bool":
		return typeOf(KindBool, Certain)
	case "str":
		return typeOf(KindString, Certain)
	case "device":
		return typeOf(KindDevice, Certain)
	case "dtype":
		return typeOf(KindDType, Certain)
	case "module":
		return typeOf(KindModule, Certain)
	case "dict":
		return typeOf(KindDict, Certain)
	}
	return Type{}
}

// libraryCall types well-known constructors of other libraries.
func libraryCall(name string) Type {
	base := name[strings.LastIndexByte(name, '.')+1:]
	switch {
	case strings.HasPrefix(name, "numpy."):
		return typeOf(KindNDArray, Likely)
	case strings.HasPrefix(name, "torchvision.models."), name == "timm.create_model", name == "timm.models.create_model", name == "torch.hub.load":
		return typeOf(KindModule, Likely)
	case strings.HasPrefix(name, "transformers.") && base == "from_pretrained" && strings.Contains(name, "Model"):
		return typeOf(KindModule, Likely)
	case strings.HasPrefix(name, "torchvision.transforms.functional.") && base == "to_tensor":
		return typeOf(KindTensor, Likely)
	case strings.HasPrefix(name, "torchvision.utils.make_grid"):
		return typeOf(KindTensor, Likely)
	case strings.HasPrefix(name, "einops.") && (base == "rearrange" || base == "repeat" || base == "reduce"):
		return typeOf(KindTensor, Possible)
	case name == "torch.nn.Module.parameters", name == "torch.nn.Module.buffers":
		return Type{Kind: KindSequence, Name: className[KindSequence], Elem: KindTensor, Confidence: Certain}
	case name == "torch.nn.Module.modules", name == "torch.nn.Module.children":
		return Type{Kind: KindSequence, Name: className[KindSequence], Elem: KindModule, Confidence: Certain}
	case name == "torch.nn.Module.state_dict":
		return Type{Kind: KindDict, Name: className[KindDict], Elem: KindTensor, Confidence: Likely}
	case name == "torch.compile", name == "torch.jit.script", name == "torch.jit.trace", name == "torch.jit.load":
		return typeOf(KindModule, Likely)
	case name == "PIL.Image.open":
		return Type{Kind: KindInstance, Name: "PIL.Image.Image", Confidence: Certain}
	}
	return Type{}
}

func (m *Model) builtinCall(call syntax.Node, name string) Type {
	switch name {
	case "builtins.len", "builtins.int", "builtins.ord", "builtins.hash", "builtins.id":
		return typeOf(KindInt, Certain)
	case "builtins.float":
		return typeOf(KindFloat, Certain)
	case "builtins.str", "builtins.repr", "builtins.format", "builtins.input":
		return typeOf(KindString, Certain)
	case "builtins.bool", "builtins.isinstance", "builtins.hasattr", "builtins.callable", "builtins.any", "builtins.all":
		return typeOf(KindBool, Certain)
	case "builtins.dict":
		return typeOf(KindDict, Certain)
	case "builtins.list", "builtins.tuple", "builtins.sorted", "builtins.reversed", "builtins.iter":
		elem := m.iterationType(m.Tree.Arg(call, 0, ""), -1)
		return Type{Kind: KindSequence, Name: className[KindSequence], Elem: elem.Kind, Confidence: max(elem.Confidence, Possible)}
	case "builtins.sum", "builtins.max", "builtins.min", "builtins.next":
		return m.iterationType(m.Tree.Arg(call, 0, ""), -1)
	case "builtins.super":
		return m.superType(call)
	case "copy.deepcopy", "copy.copy":
		return m.Type(m.Tree.Arg(call, 0, "x"))
	}
	return Type{}
}

// superType is the type of super(): that of the first base class.
func (m *Model) superType(call syntax.Node) Type {
	class := m.Tree.EnclosingClass(call)
	if class == syntax.None {
		return Type{}
	}
	for _, base := range m.bases(class) {
		switch {
		case base.pending:
			return Type{Kind: kindPending}
		case base.isClass(m.Tree):
			return m.instance(base)
		case base.Name != "":
			return m.frameworkInstance(base)
		}
		break
	}
	return Type{}
}

// returned is the join of what a function of this file returns.
func (m *Model) returned(fn syntax.Node) Type {
	if t := m.annotation(m.Tree.Child(fn, syntax.FieldReturnType)); t.known() {
		return t
	}
	if m.Tree.Kind(fn) == syntax.KindLambda {
		return m.Type(m.Tree.Child(fn, syntax.FieldBody))
	}
	if m.isGenerator(fn) {
		return Type{}
	}
	var out Type
	first := true
	for _, r := range m.Returns(fn) {
		t := m.Type(r)
		if first {
			out, first = t, false
		} else {
			out = join(out, t)
		}
	}
	return out
}

// Returns are the values a function of this file returns, not those of
// functions inside it.
func (m *Model) Returns(fn syntax.Node) []syntax.Node {
	if out, ok := m.returns[fn]; ok {
		return out
	}
	var out []syntax.Node
	for n := range m.own(fn) {
		if m.Tree.Kind(n) == syntax.KindReturn {
			if v := m.Tree.First(n); v != syntax.None {
				out = append(out, v)
			}
		}
	}
	if m.returns == nil {
		m.returns = make(map[syntax.Node][]syntax.Node)
	}
	m.returns[fn] = out
	return out
}

// isGenerator reports whether a call of the function yields a generator.
func (m *Model) isGenerator(fn syntax.Node) bool {
	for n := range m.own(fn) {
		if m.Tree.Kind(n) == syntax.KindYield {
			return true
		}
	}
	return false
}

// own yields the nodes of a function without those of functions and classes
// inside it.
func (m *Model) own(fn syntax.Node) iter.Seq[syntax.Node] {
	return func(yield func(syntax.Node) bool) {
		for n := fn + 1; n < m.Tree.End(fn); n++ {
			switch m.Tree.Kind(n) {
			case syntax.KindFunction, syntax.KindClass, syntax.KindLambda:
				n = m.Tree.End(n) - 1
			default:
				if !yield(n) {
					return
				}
			}
		}
	}
}
