package infer

import "strings"

// MethodRef names an attribute of an object of known type.
func (m *Model) MethodRef(t Type, attr string) Ref {
	switch {
	case t.Kind == KindPending:
		return Ref{Pending: true}
	case t.OfProject():
		return m.MemberRef(Ref{Def: t.Class, Foreign: t.Foreign, Confidence: t.Confidence}, attr)
	case t.Name == "", t.Kind == KindNDArray && attr == "to":
		return Ref{} // arrays of NumPy have no such method, so it is none
	case t.Kind == KindTensor && t.Confidence == Possible && m.OnlyOfTensors(attr) && m.ImportsAny("torch"):
		t.Confidence = Likely // a possible tensor is a likely one if only tensors have the method
	}
	return Ref{Name: t.Name + "." + attr, Confidence: t.Confidence, Member: true}
}

// ofUnknownMember reports whether a name is that of an attribute which neither tensors nor
// modules have by themselves: an object of a class that is not known here has it, and
// holds anything there.
func (m *Model) ofUnknownMember(r Ref) bool {
	if !r.Member || !strings.HasPrefix(r.Name, "torch.Tensor.") && !strings.HasPrefix(r.Name, "torch.nn.Module.") {
		return false
	}
	_, known := m.DB.OperatorAPI(r.Name)
	return !known
}

// MemberRef finds a member of a class of the project: its own, an inherited
// one, or that of the framework class it derives from.
func (m *Model) MemberRef(class Ref, attr string) Ref {
	r, _ := m.lookupMember(class, attr, MaxBases)
	r.Confidence = min(r.Confidence, class.Confidence)
	return r
}

// lookupMember searches a class and then its bases in order. If methods assign the
// attribute, it is found, although the Ref may be empty. A framework class is assumed to
// have any attribute, so it is asked last.
func (m *Model) lookupMember(class Ref, attr string, depth int) (r Ref, found bool) {
	if class.Foreign.IsDefinition() {
		m.Elsewhere(class.Foreign.Module, func(lib *Model) {
			r, found = lib.lookupMember(Ref{Def: class.Foreign.Node, Confidence: Certain}, attr, depth)
			r = m.fromRef(lib, r)
		})
		return r, found
	}
	if sym := m.Scope(class.Def).Names[attr]; sym != nil {
		return m.defsRef(sym.Defs), true
	}
	if stores := m.AttributeStores(ClassAttr{class.Def, attr}); len(stores) > 0 {
		return m.storedRef(stores), true
	}
	if depth == 0 {
		return Ref{}, false
	}
	var framework Ref
	for _, base := range m.Bases(class.Def) {
		switch {
		case base.Pending:
			return base, true
		case base.IsClass(m.Tree):
			inherited, ok := m.lookupMember(base, attr, depth-1)
			inherited.Confidence = min(inherited.Confidence, base.Confidence)
			if ok && (inherited.Name == "" || inherited.Local) {
				return inherited, true
			}
			if ok && framework == (Ref{}) {
				framework = inherited
			}
		case base.Name != "" && !base.Local && framework == (Ref{}):
			framework = m.inheritedRef(base, attr)
		}
	}
	if framework == (Ref{}) {
		framework = m.handedOutRef(class.Def, attr)
	}
	return framework, framework != (Ref{})
}

// OnlyOfTensors reports whether tensors have a method, but modules, strings, containers
// and iterators do not.
func (m *Model) OnlyOfTensors(method string) bool {
	switch method {
	case "split", "values", "sort", "index", "count", "copy", "clear", "add", "log", "put", "resize":
		return false
	}
	if _, tensor := m.DB.Returns("torch.Tensor." + method); !tensor {
		return false
	}
	_, module := m.DB.Returns("torch.nn.Module." + method)
	return !module
}
