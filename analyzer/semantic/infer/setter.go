package infer

import (
	"github.com/neuronlint/neuronlint/analyzer/semantic/scope"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// keeping records how an attribute is set, which tells something of its value.
type keeping uint8

const (
	keepsValue  keeping = iota
	keepsMoved          // the setter moves it to a device
	keepsBuffer         // and is a tensor if nothing else is known of it: the setter is named like a module's method
	keepsTensor         // it is a buffer or a parameter of a module
)

// AttrStore is an assignment to an attribute, or a call that sets it.
type AttrStore struct {
	scope.Store

	keeps keeping
}

// setter is a function that sets an attribute whose name is an argument: the method
// register_buffer of a class that is no module, or register = lambda name, value:
// self.register_buffer(name, value.float()).
type setter struct {
	object      syntax.Node // the object that gets the attribute
	name, value int         // which parameters
	keeps       keeping
}

// addNamed adds the attributes that are set by name: self.register_buffer("mask", mask),
// setattr(self, "mask", mask), and calls of functions that do this.
func (m *Model) addNamed() {
	setters := make(map[syntax.Node]*setter)
	for _, call := range m.Calls() {
		class, name, value, keeps := m.bySetter(call, setters)
		if class == syntax.None {
			class, name, value, keeps = m.byLiteral(call)
		}
		if class != syntax.None && value != syntax.None {
			k := ClassAttr{class, name}
			m.byAttr[k] = append(m.byAttr[k], AttrStore{Store: scope.Store{Target: call, Value: value, Kind: DefAssign, Index: -1}, keeps: keeps})
		}
	}
}

// byLiteral returns the attribute that a call sets by a literal name.
func (m *Model) byLiteral(call syntax.Node) (class syntax.Node, name string, value syntax.Node, keeps keeping) {
	text, value, object, keeps := m.namesAttribute(call)
	if name, ok := m.Tree.StringValue(text); ok {
		return m.SelfClass(object), name, value, keeps
	}
	return syntax.None, "", syntax.None, keepsValue
}

// namesAttribute splits a call that sets an attribute by its name.
func (m *Model) namesAttribute(call syntax.Node) (name, value, object syntax.Node, keeps keeping) {
	t := m.Tree
	obj, method := m.MethodCall(call)
	switch method {
	case "register_buffer", "register_parameter":
		if class := m.SelfClass(obj); class != syntax.None && m.Scope(class).Names[method] == nil {
			keeps = keepsTensor
		}
	case "register_module", "add_module":
	default:
		if t.Text(t.Callee(call)) != "setattr" {
			return 0, 0, 0, keepsValue
		}
		return t.Arg(call, 1, ""), t.Arg(call, 2, ""), t.Arg(call, 0, ""), keepsValue
	}
	return t.Arg(call, 0, "name"), t.Arg(call, 1, ""), obj, keeps
}

// bySetter returns the attribute that a call of a setter in this file sets.
func (m *Model) bySetter(call syntax.Node, known map[syntax.Node]*setter) (class syntax.Node, name string, value syntax.Node, keeps keeping) {
	t := m.Tree
	fn, before := m.calledHere(call)
	if fn == syntax.None || !m.passesText(call) {
		return 0, "", 0, keepsValue
	}
	s, ok := known[fn]
	if !ok {
		s = m.setterOf(fn)
		known[fn] = s
	}
	if s == nil || s.name < before || s.value < before {
		return 0, "", 0, keepsValue
	}
	params := t.Params(fn)
	name, ok = t.StringValue(t.Arg(call, s.name-before, t.Text(params[s.name].Name)))
	if !ok {
		return 0, "", 0, keepsValue
	}
	return m.SelfClass(s.object), name, t.Arg(call, s.value-before, t.Text(params[s.value].Name)), s.keeps
}

// passesText reports whether an argument of a call is a string literal.
func (m *Model) passesText(call syntax.Node) bool {
	for a := range m.Tree.Args(call) {
		if m.Tree.Kind(a.Value) == syntax.KindString {
			return true
		}
	}
	return false
}

// calledHere returns the function that a call runs, found by names alone: a method of the
// enclosing class, where before counts the implicit self, or the function or lambda that
// a name is bound to.
func (m *Model) calledHere(call syntax.Node) (fn syntax.Node, before int) {
	callee := m.Tree.Callee(call)
	sym := m.Symbol(callee)
	if obj, method := m.MethodCall(call); method != "" {
		class := m.SelfClass(obj)
		if class == syntax.None {
			return syntax.None, 0
		}
		sym, before = m.Scope(class).Names[method], 1
	}
	if sym == nil || len(sym.Defs) != 1 {
		return syntax.None, 0
	}
	switch d := sym.Defs[0]; {
	case d.Kind == DefFunction:
		return d.Node, before
	case d.Kind == DefAssign && m.Tree.Kind(d.Value) == syntax.KindLambda:
		return d.Value, 0
	}
	return syntax.None, 0
}

// setterOf analyzes a function as a setter; it returns nil for any other function.
func (m *Model) setterOf(fn syntax.Node) *setter {
	t := m.Tree
	moved := false
	for n := range t.All(fn) {
		if t.Kind(n) != syntax.KindCall {
			continue
		}
		if _, method := m.MethodCall(n); method == "to" || method == "cuda" {
			moved = true
		}
		name, value, object, keeps := m.namesAttribute(n)
		if m.SelfClass(object) == syntax.None {
			continue
		}
		s := setter{object: object, name: m.parameterIn(fn, name), value: m.parameterIn(fn, value), keeps: keeps}
		if s.name < 0 || s.value < 0 || s.name == s.value {
			continue
		}
		if moved && keeps == keepsValue {
			s.keeps = keepsMoved
			if t.Text(t.FuncName(fn)) == "register_buffer" {
				s.keeps = keepsBuffer
			}
		}
		return &s
	}
	return nil
}

// parameterIn returns the position of the first parameter of fn that occurs in an
// expression; -1 if none does.
func (m *Model) parameterIn(fn, n syntax.Node) int {
	if n == syntax.None {
		return -1
	}
	for at := range m.Tree.All(n) {
		if m.Tree.Kind(at) != syntax.KindIdentifier {
			continue
		}
		for i, p := range m.Tree.Params(fn) {
			if p.Name != syntax.None && m.Tree.Same(p.Name, at) {
				return i
			}
		}
	}
	return -1
}

// registered returns the type of an attribute after a value of type given was registered
// as a buffer or parameter: a tensor or None.
func (s *AttrStore) registered(given Type) Type {
	switch {
	case given.Kind == KindNone, given.Kind == KindPending, s.keeps == keepsBuffer && given.Kind != KindUnknown,
		given.Kind == KindTensor && given.Confidence >= Likely:
		return given
	}
	return TypeOf(KindTensor, Likely)
}

// Stored is a value that is bound to an attribute.
type Stored struct {
	Value syntax.Node
	Part  int  // which of the parts that the value is unpacked to; -1 for all of it
	Moves bool // to the device, by the setter or with the module that it is registered in
	Adds  bool // to the value already there
}

// Stored calls show with the values bound to an attribute of an object of the project,
// and with the model of the file that binds them, as WithCallee does.
func (m *Model) Stored(attr syntax.Node, show func(in *Model, all []Stored)) {
	obj := m.Type(m.Tree.Object(attr))
	if m.Tree.Kind(attr) == syntax.KindAttribute && obj.OfProject() {
		m.StoredIn(Ref{Def: obj.Class, Foreign: obj.Foreign}, m.Tree.Text(m.Tree.AttrName(attr)), MaxBases, show)
	}
}

// StoredIn shows the values that a class binds to a name, or else those of its first base
// that binds it.
func (m *Model) StoredIn(class Ref, name string, depth int, show func(in *Model, all []Stored)) (found bool) {
	if class.Foreign.IsDefinition() {
		m.Elsewhere(class.Foreign.Module, func(lib *Model) {
			found = lib.StoredIn(Ref{Def: class.Foreign.Node}, name, depth, show)
		})
		return found
	}
	if stores := m.AttributeStores(ClassAttr{class.Def, name}); len(stores) > 0 {
		var all []Stored
		for _, s := range stores {
			part := -1
			if s.Kind == DefUnpack {
				part = s.Index
			}
			all = append(all, Stored{s.Value, part, s.keeps != keepsValue, s.Kind == DefAug})
		}
		show(m, all)
		return true
	}
	for _, base := range m.Bases(class.Def) {
		if depth > 0 && base.IsClass(m.Tree) && m.StoredIn(base, name, depth-1, show) {
			return true
		}
	}
	return false
}
