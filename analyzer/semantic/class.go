package semantic

import (
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// classAttr names an attribute of the instances of a class; class None stands
// for objects whose class is not known (args, cfg, opt).
type classAttr struct {
	class syntax.Node
	name  string
}

// instance is the type of an instance of a class of this file.
func (m *Model) instance(class syntax.Node) Type {
	t := Type{Kind: KindInstance, Class: class, Confidence: Certain}
	if fw := m.frameworkBase(class); fw.known() {
		t.Kind, t.Confidence = fw.Kind, fw.Confidence
	}
	return t
}

// frameworkBase is the type of the framework class that a class derives from,
// through other classes of this file.
func (m *Model) frameworkBase(class syntax.Node) Type {
	for depth := 0; class != syntax.None && depth < 16; depth++ {
		next := syntax.None
		for base := range m.Tree.Bases(class) {
			if base.Name != syntax.None || base.Splat != 0 {
				continue
			}
			r := m.Ref(base.Value)
			if r.Def != syntax.None {
				next = r.Def
				continue
			}
			if r.Name == "" {
				continue
			}
			if name := m.instanceName(m.DB.Canonical(r.Name)); name != "" && !r.Local {
				return m.constructed(name, r.Confidence)
			}
			if t := m.conventionalBase(r.Name); t.known() {
				return t
			}
		}
		class = next
	}
	return Type{}
}

// conventionalBase guesses from the name of a base class imported from
// elsewhere: PreTrainedModel, LightningModule and their like are modules.
func (m *Model) conventionalBase(name string) Type {
	base := name[strings.LastIndexByte(name, '.')+1:]
	switch {
	case strings.HasSuffix(base, "PreTrainedModel"), strings.HasSuffix(base, "LightningModule"), base == "ModelMixin":
		return typeOf(KindModule, Likely)
	}
	return Type{}
}

// isClassOf reports whether fn is a method written in a class body and gives
// the class.
func (m *Model) methodClass(fn syntax.Node) syntax.Node {
	s := m.scopes[fn]
	if s == nil || s.parent == nil || s.parent.kind != classScope {
		return syntax.None
	}
	return s.parent.node
}

// rootClass follows base classes of this file to the topmost, so that an
// attribute set in a base class and read in a derived one is one thing.
func (m *Model) rootClass(class syntax.Node) syntax.Node {
	for depth := 0; depth < 16; depth++ {
		next := syntax.None
		for base := range m.Tree.Bases(class) {
			if r := m.Ref(base.Value); base.Name == syntax.None && r.Def != syntax.None && m.Tree.Kind(r.Def) == syntax.KindClass {
				next = r.Def
				break
			}
		}
		if next == syntax.None || next == class {
			return class
		}
		class = next
	}
	return class
}

// paramType types a parameter: self, an annotation, the default, the
// convention that forward takes tensors, or the arguments of calls in this
// file.
func (m *Model) paramType(d Def, sym *Symbol) Type {
	fn := sym.scope.node
	if class := m.methodClass(fn); class != syntax.None && d.Index == 0 && !m.isStatic(fn) {
		if m.isDecorated(fn, "builtins.classmethod") {
			return Type{} // the class itself; see Ref
		}
		return m.instance(class)
	}
	switch m.Tree.Kind(m.Tree.Parent(d.Node)) {
	case syntax.KindListSplatPattern, syntax.KindDictionarySplatPattern:
		return m.splatType(d, fn)
	}
	if t := m.annotation(m.Tree.Child(m.Tree.Parent(d.Node), syntax.FieldType)); t.known() {
		return t
	}
	if t := m.Type(d.Value); t.known() && t.Kind != KindNone {
		return t.atMost(Likely)
	}
	if m.isForward(fn) {
		if d.Index == 0 && m.isAutograd(m.methodClass(fn)) {
			return Type{}
		}
		return typeOf(KindTensor, Likely)
	}
	return m.passedType(fn, d)
}

// splatType types *args and **kwargs.
func (m *Model) splatType(d Def, fn syntax.Node) Type {
	star := m.Tree.Parent(d.Node)
	elem := m.annotation(m.Tree.Child(m.Tree.Parent(star), syntax.FieldType))
	kind := KindSequence
	if m.Tree.Kind(star) == syntax.KindDictionarySplatPattern {
		kind = KindDict
	} else if !elem.known() && m.isForward(fn) {
		elem = typeOf(KindTensor, Likely)
	}
	return Type{Kind: kind, Name: className[kind], Elem: elem.Kind, Confidence: max(elem.Confidence, Possible)}
}

func (m *Model) isStatic(fn syntax.Node) bool { return m.isDecorated(fn, "builtins.staticmethod") }

// isDecorated reports whether a function has one of the named decorators.
func (m *Model) isDecorated(fn syntax.Node, names ...string) bool {
	for _, dec := range m.Tree.Decorators(fn) {
		if name, _ := m.Name(dec); slices.Contains(names, name) {
			return true
		}
	}
	return false
}

// isForward reports whether fn is the forward method of a module, or of an
// autograd function.
func (m *Model) isForward(fn syntax.Node) bool {
	class := m.methodClass(fn)
	if class == syntax.None {
		return false
	}
	name := m.Tree.Text(m.Tree.FuncName(fn))
	if name != "forward" && name != "backward" {
		return false
	}
	return m.isAutograd(class) || m.frameworkBase(class).Kind == KindModule
}

// isAutograd reports whether a class defines an operator with its gradient;
// its methods take a context before the tensors.
func (m *Model) isAutograd(class syntax.Node) bool {
	for base := range m.Tree.Bases(class) {
		if name, _ := m.Name(base.Value); name == "torch.autograd.Function" {
			return true
		}
	}
	return false
}

// passedType joins the types of what this file's calls pass for a parameter.
func (m *Model) passedType(fn syntax.Node, d Def) Type {
	var out Type
	first := true
	name := m.Tree.Text(d.Node)
	for i, call := range m.Callers(fn) {
		if i >= 8 {
			break
		}
		offset := 0
		if m.isBound(m.Tree.Callee(call), fn) {
			offset = 1
		}
		arg := m.Tree.Arg(call, d.Index-offset, name)
		if arg == syntax.None {
			continue
		}
		t := m.Type(arg)
		if first {
			out, first = t, false
		} else {
			out = join(out, t)
		}
	}
	return out.atMost(Likely)
}

// isBound reports whether calling callee passes the first parameter of fn, a
// method: not for C.method(c, …), where c is written out.
func (m *Model) isBound(callee, fn syntax.Node) bool {
	if m.methodClass(fn) == syntax.None || m.isStatic(fn) {
		return false
	}
	r := m.Ref(callee)
	if r.Def != syntax.None && m.Tree.Kind(r.Def) == syntax.KindClass {
		return true // C(…) runs __init__ on a new instance
	}
	if m.Tree.Kind(callee) != syntax.KindAttribute {
		return false
	}
	obj := m.Ref(m.Tree.Object(callee)).Def
	return obj == syntax.None || m.Tree.Kind(obj) != syntax.KindClass || m.isDecorated(fn, "builtins.classmethod")
}

// Callers are the calls in this file that reach a function or, for __init__,
// construct its class.
func (m *Model) Callers(fn syntax.Node) []syntax.Node {
	if m.callers == nil {
		m.indexCallers()
	}
	return m.callers[fn]
}

func (m *Model) indexCallers() {
	m.callers = make(map[syntax.Node][]syntax.Node)
	for _, call := range m.calls {
		r := m.Ref(m.Tree.Callee(call))
		def := r.Def
		if def == syntax.None {
			continue
		}
		if m.Tree.Kind(def) == syntax.KindClass {
			if def = m.constructor(def); def == syntax.None {
				continue
			}
		}
		m.callers[def] = append(m.callers[def], call)
	}
}

// constructor is the __init__ that building an instance of class runs.
func (m *Model) constructor(class syntax.Node) syntax.Node {
	return m.memberRef(class, "__init__", Certain).Def
}

// annotation types an annotation: classes by name, Optional[X] and X | None as
// X, list[X] and the like as sequences.
func (m *Model) annotation(n syntax.Node) Type {
	n = m.annotated(n)
	switch m.Tree.Kind(n) {
	case syntax.KindIdentifier, syntax.KindAttribute:
		return m.annotatedClass(n)
	case syntax.KindGenericType, syntax.KindSubscript:
		return m.genericAnnotation(n)
	case syntax.KindBinaryOperator, syntax.KindUnionType:
		var members []syntax.Node
		for c := range m.Tree.Children(n) {
			if m.Tree.Kind(c) != syntax.KindOperator {
				members = append(members, c)
			}
		}
		return m.unionAnnotation(members)
	case syntax.KindString:
		if v, ok := m.Tree.StringValue(n); ok && (v == "torch.Tensor" || v == "Tensor") {
			return typeOf(KindTensor, Likely)
		}
	}
	return Type{}
}

// unionAnnotation types a choice of annotations: what all of them are, None
// aside.
func (m *Model) unionAnnotation(members []syntax.Node) Type {
	out := Type{Kind: KindNone, Confidence: Certain}
	for _, n := range members {
		if k := m.Tree.Kind(m.annotated(n)); k != syntax.KindNoneLiteral {
			out = join(out, m.annotation(n))
		}
	}
	if out.Kind == KindNone {
		return Type{}
	}
	return out.atMost(Likely)
}

// annotated is the expression of an annotation.
func (m *Model) annotated(n syntax.Node) syntax.Node {
	if m.Tree.Kind(n) == syntax.KindType {
		return m.Tree.First(n)
	}
	return n
}

func (m *Model) annotatedClass(n syntax.Node) Type {
	r := m.Ref(n)
	if r.Def != syntax.None && m.Tree.Kind(r.Def) == syntax.KindClass {
		return m.instance(r.Def)
	}
	switch name := m.DB.Canonical(r.Name); name {
	case "builtins.str":
		return typeOf(KindString, Certain)
	case "builtins.int":
		return typeOf(KindInt, Certain)
	case "builtins.float":
		return typeOf(KindFloat, Certain)
	case "builtins.bool":
		return typeOf(KindBool, Certain)
	case "numpy.ndarray":
		return typeOf(KindNDArray, Certain)
	case "jax.Array", "jax.numpy.ndarray":
		return typeOf(KindArray, Certain)
	default:
		if inst := m.instanceName(name); inst != "" && !r.Local {
			return m.constructed(inst, r.Confidence)
		}
	}
	return Type{}
}

func (m *Model) genericAnnotation(n syntax.Node) Type {
	head := m.Tree.First(n)
	name := m.Ref(head).Name
	base := name[strings.LastIndexByte(name, '.')+1:]
	var args []syntax.Node
	for c := m.Tree.Next(head); c != syntax.None; c = m.Tree.Next(c) {
		args = append(args, c)
	}
	if len(args) == 0 {
		return Type{}
	}
	if m.Tree.Kind(args[0]) == syntax.KindTypeParameter {
		args = slices.Collect(m.Tree.Children(args[0]))
	}
	elem := args[0]
	switch base {
	case "Union":
		return m.unionAnnotation(args)
	case "Optional", "Annotated", "Final", "ClassVar":
		return m.annotation(elem).atMost(Likely)
	case "list", "List", "Sequence", "Iterable", "Iterator", "tuple", "Tuple", "set", "Set":
		e := m.annotation(elem)
		return Type{Kind: KindSequence, Name: className[KindSequence], Elem: e.Kind, Confidence: max(e.Confidence, Possible)}
	case "dict", "Dict", "Mapping":
		return typeOf(KindDict, Likely)
	}
	return m.annotatedClass(head)
}

// attributeType types obj.attr where it is not a function or class.
func (m *Model) attributeType(n syntax.Node) Type {
	attr := m.Tree.AttrName(n)
	if attr == syntax.None {
		return Type{}
	}
	name := m.Tree.Text(attr)
	obj := m.Type(m.Tree.Object(n))
	if obj.Class != syntax.None {
		if t, ok := m.memberType(obj, name); ok {
			return t
		}
	}
	return m.frameworkAttribute(obj, name)
}

// memberType joins what is assigned to an attribute of instances of a class.
func (m *Model) memberType(obj Type, name string) (Type, bool) {
	var out Type
	found := false
	add := func(t Type) {
		if !found {
			out, found = t, true
			return
		}
		out = join(out, t)
	}
	seen := 0
	for class := obj.Class; class != syntax.None && seen < 16; seen++ {
		for _, s := range m.attributeStores(classAttr{class, name}) {
			add(m.storedType(s))
		}
		if sym := m.scopes[class].names[name]; sym != nil {
			for _, d := range sym.Defs {
				add(m.classMemberType(d, sym))
			}
		}
		if found {
			break
		}
		next := m.rootBase(class)
		if next == class {
			break
		}
		class = next
	}
	return out.atMost(min(obj.Confidence, Certain)), found
}

// classMemberType types what a class body binds; a property is what it returns.
func (m *Model) classMemberType(d Def, sym *Symbol) Type {
	if d.Kind == DefFunction && m.isDecorated(d.Node, "builtins.property", "functools.cached_property") {
		return m.returned(d.Node).atMost(Likely)
	}
	return m.defType(d, sym)
}

func (m *Model) storedType(s store) Type {
	if s.kind == DefUnpack {
		return m.unpackType(m.Type(s.value), s.index)
	}
	if s.kind == DefAssign {
		if t := m.annotation(m.Tree.Child(m.Tree.Parent(s.target), syntax.FieldType)); t.known() {
			return t
		}
		return m.Type(s.value)
	}
	return Type{}
}

// rootBase is the first base class of this file; the class itself if it has
// none.
func (m *Model) rootBase(class syntax.Node) syntax.Node {
	for base := range m.Tree.Bases(class) {
		if r := m.Ref(base.Value); base.Name == syntax.None && r.Def != syntax.None && m.Tree.Kind(r.Def) == syntax.KindClass {
			return r.Def
		}
	}
	return class
}

// frameworkAttribute types attributes of framework objects.
func (m *Model) frameworkAttribute(obj Type, name string) Type {
	switch obj.Kind {
	case KindTensor, KindArray, KindNDArray:
		if ret, ok := m.DB.Returns(className[obj.Kind] + "." + name); ok {
			return returnType(ret.Kind).atMost(obj.Confidence)
		}
	case KindModule:
		switch name {
		case "weight", "bias", "running_mean", "running_var":
			return typeOf(KindTensor, min(obj.Confidence, Likely))
		case "module":
			return typeOf(KindModule, min(obj.Confidence, Likely))
		}
	case KindDevice:
		switch name {
		case "type":
			return typeOf(KindString, obj.Confidence)
		case "index":
			return typeOf(KindInt, obj.Confidence)
		}
	case KindSequence:
		if obj.Elem == KindTensor && (name == "values" || name == "indices" || name == "logits") {
			return typeOf(KindTensor, min(obj.Confidence, Likely))
		}
	}
	return Type{}
}

// attributeStores are the assignments to an attribute of a class's instances
// through self (or an instance of known class).
func (m *Model) attributeStores(key classAttr) []store {
	if m.byAttr == nil {
		m.byAttr = make(map[classAttr][]store)
		for _, s := range m.stores {
			if m.Tree.Kind(s.target) != syntax.KindAttribute {
				continue
			}
			obj := m.Tree.Object(s.target)
			class := m.selfClass(obj)
			k := classAttr{class, m.Tree.Text(m.Tree.AttrName(s.target))}
			m.byAttr[k] = append(m.byAttr[k], s)
		}
	}
	return m.byAttr[key]
}

// selfClass is the class whose instance a method's first parameter is.
func (m *Model) selfClass(n syntax.Node) syntax.Node {
	if m.Tree.Kind(n) != syntax.KindIdentifier {
		return syntax.None
	}
	sym := m.symbolOf[n]
	if sym == nil || sym.scope.kind != functionScope || len(sym.Defs) == 0 {
		return syntax.None
	}
	d := sym.Defs[0]
	if d.Kind != DefParam || d.Index != 0 || m.isStatic(sym.scope.node) {
		return syntax.None
	}
	return m.methodClass(sym.scope.node)
}
