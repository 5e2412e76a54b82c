package infer

import (
	"github.com/neuronlint/neuronlint/analyzer/semantic/scope"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// attributeType types obj.attr where it is not a function or class.
func (m *Model) attributeType(n syntax.Node) Type {
	attr := m.Tree.AttrName(n)
	if attr == syntax.None {
		return Type{}
	}
	if t, ok := m.narrowed(n); ok && t.Kind != KindUnknown {
		return t
	}
	name := m.Tree.Text(attr)
	if base := m.Ref(m.Tree.Object(n)); base.Pending {
		return Type{Kind: KindPending}
	} else if base.Foreign.IsModule() {
		return m.moduleValue(base.Foreign.Module, name)
	}
	if r := m.Ref(n); r.Name != "" && !r.Local && !r.Member {
		if t := m.libraryValue(r.Name); t.Known() {
			return t.atMost(r.Confidence)
		}
	}
	if class := m.Ref(m.Tree.Object(n)); class.IsClass(m.Tree) {
		t, _ := m.inheritedType(class, name, MaxBases)
		return t
	}
	obj := m.Type(m.Tree.Object(n))
	if obj.Kind == KindPending {
		return obj
	}
	if t, ok := obj.part(name); ok && obj.Kind == KindInstance {
		return t
	}
	if obj.OfProject() {
		if t, ok := m.memberType(obj, name); ok {
			return t
		}
	}
	if m.isModelOutput(m.Tree.Object(n), obj, name) {
		return TypeOf(KindTensor, Likely)
	}
	return m.frameworkAttribute(obj, name)
}

// memberType joins the types assigned to an attribute of instances of a class, or else of
// the first of its bases that has it.
func (m *Model) memberType(obj Type, name string) (Type, bool) {
	t, found := m.inheritedType(Ref{Def: obj.Class, Foreign: obj.Foreign}, name, MaxBases)
	return t.atMost(obj.Confidence), found
}

func (m *Model) inheritedType(class Ref, name string, depth int) (t Type, found bool) {
	if class.Foreign.IsDefinition() {
		m.Elsewhere(class.Foreign.Module, func(lib *Model) {
			t, found = lib.inheritedType(Ref{Def: class.Foreign.Node}, name, depth)
			t = m.fromType(lib, t)
		})
		return t, found
	}
	if t, found = m.ownMemberType(class.Def, name); found || depth == 0 {
		return t, found
	}
	for _, base := range m.Bases(class.Def) {
		if base.Pending {
			return Type{Kind: KindPending}, true
		}
		if base.IsClass(m.Tree) {
			if t, found = m.inheritedType(base, name, depth-1); found {
				return t, true
			}
		}
	}
	return Type{}, false
}

// ownMemberType joins the types that a class itself and its methods bind to a name; found
// is false if they bind none.
func (m *Model) ownMemberType(class syntax.Node, name string) (t Type, found bool) {
	key := ClassAttr{class, name}
	if sym := m.Scope(class).Names[name]; len(m.AttributeStores(key)) == 0 && (sym == nil || len(sym.Defs) == 0) {
		return Type{}, false
	}
	if t, ok := m.memberTypes[key]; ok {
		return t, true
	}
	return m.evaluator.Ask(question{m: m, what: askedMember, n: class, name: name}).typ, true
}

// inferMember joins the types bound to an attribute.
func (m *Model) inferMember(key ClassAttr) Type {
	var all []Type
	for _, s := range m.AttributeStores(key) {
		all = append(all, m.filled(m.storedType(s), holder{attr: key}))
	}
	value := len(all) > 0
	if sym := m.Scope(key.Class).Names[key.Name]; sym != nil {
		for _, d := range sym.Defs {
			value = value || d.Kind == DefAssign
			all = append(all, m.classMemberType(d, sym))
		}
	}
	out := all[0]
	for _, t := range all[1:] {
		out = join(out, t)
	}
	if value && out.isOpen() && m.usage().fieldIsTensor(key.Class, key.Name) {
		return TypeOf(KindTensor, Likely)
	}
	return out
}

// classMemberType types a binding in a class body; a property has the type that it
// returns.
func (m *Model) classMemberType(d Def, sym *Symbol) Type {
	if d.Kind == DefFunction && m.isDecorated(d.Node, "builtins.property", "functools.cached_property") {
		return m.returned(d.Node).atMost(Likely)
	}
	return m.DefType(d, sym)
}

func (m *Model) storedType(s AttrStore) Type {
	if s.keeps >= keepsBuffer {
		return s.registered(m.Type(s.Value))
	}
	if s.Kind == DefUnpack {
		return m.unpacked(m.Type(s.Value), s.Index)
	}
	if s.Kind == DefAssign {
		if t := m.annotation(m.Tree.Child(m.Tree.Parent(s.Target), syntax.FieldType)); t.Known() {
			return t
		}
		return m.Type(s.Value)
	}
	return Type{}
}

// isProperty reports whether an attribute of arrays and tensors is a value and
// not a method.
func isProperty(name string) bool {
	switch name {
	case "T", "H", "mT", "mH", "at", "data", "device", "dtype", "flat", "grad", "imag", "is_cuda", "is_leaf",
		"itemsize", "layout", "nbytes", "ndim", "real", "requires_grad", "shape", "sharding":
		return true
	}
	return false
}

// frameworkAttribute types attributes of framework objects.
func (m *Model) frameworkAttribute(obj Type, name string) Type {
	switch obj.Kind {
	case KindTensor, KindArray, KindNDArray:
		if ret, ok := m.DB.Returns(ClassName[obj.Kind] + "." + name); ok && isProperty(name) {
			return returnType(ret.Kind).atMost(obj.Confidence)
		}
		if obj.Kind != KindTensor {
			return arrayAttribute(obj, name)
		}
	case KindModule:
		switch name {
		case "weight", "bias", "running_mean", "running_var", "num_batches_tracked", "in_proj_weight", "in_proj_bias":
			return TypeOf(KindTensor, min(obj.Confidence, Likely))
		case "module":
			return TypeOf(KindModule, min(obj.Confidence, Likely))
		}
	case KindDevice:
		switch name {
		case "type":
			return TypeOf(KindString, obj.Confidence)
		case "index":
			return TypeOf(KindInt, obj.Confidence)
		}
	case KindInstance:
		if IsDistribution(obj.Name) {
			return returnType(m.result(m.Canonical(obj.Name + "." + name)).Kind).atMost(obj.Confidence)
		}
	case KindSequence:
		if obj.Elem == KindTensor && (name == "values" || name == "indices" || name == "logits") {
			return TypeOf(KindTensor, min(obj.Confidence, Likely))
		}
	}
	return Type{}
}

// AttributeStores are the assignments to an attribute of a class's instances
// through self (or an instance of known class).
func (m *Model) AttributeStores(key ClassAttr) []AttrStore {
	m.CheckInterrupt()
	if m.byAttr == nil {
		m.byAttr = make(map[ClassAttr][]AttrStore)
		for _, s := range m.Stores() {
			if m.Tree.Kind(s.Target) != syntax.KindAttribute {
				continue
			}
			obj := m.Tree.Object(s.Target)
			class := m.SelfClass(obj)
			k := ClassAttr{class, m.Tree.View(m.Tree.AttrName(s.Target))}
			m.byAttr[k] = append(m.byAttr[k], AttrStore{Store: s})
		}
		m.addNamed()
	}
	return m.byAttr[key]
}

// SelfClass is the class of the object that n stands for: the first parameter of a
// method, or a variable of a method that is named self.
func (m *Model) SelfClass(n syntax.Node) syntax.Node {
	if m.Tree.Kind(n) != syntax.KindIdentifier {
		return syntax.None
	}
	sym := m.Symbol(n)
	if sym == nil || sym.Scope.Kind != scope.Function || len(sym.Defs) == 0 {
		return syntax.None
	}
	d, fn := sym.Defs[0], sym.Scope.Node
	first := d.Kind == DefParam && d.Index == 0 && !m.IsStatic(fn)
	if !first && (m.Tree.View(n) != "self" || !m.handsSelf(d)) {
		return syntax.None
	}
	return m.MethodClass(fn)
}

// handsSelf reports whether a binding of the name self may be the object that the method
// belongs to, as when a remote or weak reference returns it, or __new__ creates it: not
// if a class of another name is called.
func (m *Model) handsSelf(d Def) bool {
	if d.Kind != DefAssign || m.Tree.Kind(d.Value) != syntax.KindCall {
		return false
	}
	sym := m.Symbol(m.Tree.Callee(d.Value))
	return sym == nil || len(sym.Defs) == 0 || sym.Defs[0].Kind != DefClass && sym.Defs[0].Kind != DefImport
}

// ClassOfSelf is the class that type(self) and self.__class__ refer to in one of its
// methods.
func (m *Model) ClassOfSelf(n syntax.Node) syntax.Node {
	switch m.Tree.Kind(n) {
	case syntax.KindCall:
		if name, _ := m.CallName(n); name == "builtins.type" {
			return m.SelfClass(m.Tree.Arg(n, 0, ""))
		}
	case syntax.KindAttribute:
		if m.Tree.Text(m.Tree.AttrName(n)) == "__class__" {
			return m.SelfClass(m.Tree.Object(n))
		}
	}
	return syntax.None
}
