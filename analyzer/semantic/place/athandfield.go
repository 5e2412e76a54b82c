package place

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/semantic/scope"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// fieldAtHand is the attribute of self that holds the device at n, in a method of the
// class; only __init__ sets it.
func (m *Places) fieldAtHand(n syntax.Node) (AtHand, bool) {
	method := m.Tree.EnclosingFunction(n)
	for method != syntax.None && m.MethodClass(method) == syntax.None {
		method = m.Tree.EnclosingFunction(method)
	}
	self := m.selfAt(method, n)
	if self == "" || m.TextHas("setattr") || m.TextHas("__dict__") {
		return AtHand{}, false
	}
	for _, f := range m.fieldsOf(m.MethodClass(method)) {
		if init := m.Tree.EnclosingFunction(f.Target); init != method && !f.early || init == method && m.Bound(infer.Def{Node: f.Target, Value: f.Value}) <= m.Tree.Start(n) {
			f.Text = self + "." + f.Text
			return f.AtHand, true
		}
	}
	return AtHand{}, false
}

// heldField is an attribute that holds the device.
type heldField struct {
	AtHand // without self

	scope.Store
	early bool // methods may run before it is set
}

// fieldsOf are the attributes of the instances of a class that hold the device.
func (m *Places) fieldsOf(class syntax.Node) []heldField {
	if out, ok := m.hands.fields[class]; ok {
		return out
	}
	var out []heldField
	for _, s := range m.Stores() {
		if m.Tree.Kind(s.Target) != syntax.KindAttribute || m.SelfClass(m.Tree.Object(s.Target)) != class {
			continue
		}
		if o := (deviceOrigin{m: m}); o.of(s.Value) && m.setOnce(s, class) {
			hand := AtHand{m.Tree.Text(m.Tree.AttrName(s.Target)), m.Type(s.Value).Kind == infer.KindDevice, o.source}
			out = append(out, heldField{hand, s, m.runsMethods(class, s)})
		}
	}
	if m.hands.fields == nil {
		m.hands.fields = make(map[syntax.Node][]heldField)
	}
	m.hands.fields[class] = out
	return out
}

// selfAt is the name of self in a method; "" if n cannot see it, or the method has
// none.
func (m *Places) selfAt(method, n syntax.Node) string {
	if method == syntax.None || m.IsStatic(method) || m.IsClassMethod(method) || m.Tree.Text(m.Tree.FuncName(method)) == "__new__" {
		return ""
	}
	params := m.Tree.Params(method)
	if len(params) == 0 || params[0].Name == syntax.None {
		return ""
	}
	sym := m.Symbol(params[0].Name)
	if sym == nil || len(sym.Defs) != 1 || sym.Scope.Node != method || m.ScopeOf(n).Lookup([]byte(sym.Name)) != sym {
		return ""
	}
	return sym.Name
}

// setOnce reports whether a store is an unconditional statement of the __init__ of a
// class, and the attribute is neither set nor defined elsewhere in the file for an
// object that may be of the class.
func (m *Places) setOnce(s scope.Store, class syntax.Node) bool {
	t := m.Tree
	init := t.EnclosingFunction(s.Target)
	if s.Kind != infer.DefAssign || s.Value == syntax.None || m.MethodClass(init) != class || t.Text(t.FuncName(init)) != "__init__" || t.Suite(s.Target) != t.Body(init) {
		return false
	}
	name := t.Text(t.AttrName(s.Target))
	for _, other := range m.Stores() {
		if other.Target == s.Target || t.Kind(other.Target) != syntax.KindAttribute || t.Text(t.AttrName(other.Target)) != name {
			continue
		}
		if of := m.SelfClass(t.Object(other.Target)); of == syntax.None || m.Related(of, class) {
			return false
		}
	}
	for _, c := range m.Classes() {
		if m.Scope(c).Names[name] != nil && m.Related(c, class) {
			return false
		}
	}
	return true
}

// runsMethods reports whether a method of the class may run before a store in its
// __init__: a base class from outside PyTorch may call one, and so may the code above
// the store.
func (m *Places) runsMethods(class syntax.Node, s scope.Store) bool {
	for base := range m.Tree.Bases(class) {
		name, _ := m.Name(base.Value)
		if !strings.HasPrefix(name, "torch.") && name != "builtins.object" {
			return true
		}
	}
	for n := range m.OwnNodes(m.Tree.Body(m.Tree.EnclosingFunction(s.Target))) {
		if m.Tree.Start(n) >= m.Tree.Start(s.Target) {
			break
		}
		if m.Tree.Kind(n) != syntax.KindIdentifier || m.SelfClass(n) != class {
			continue
		}
		attr := m.Tree.Parent(n)
		if m.Tree.Kind(attr) != syntax.KindAttribute || m.Tree.Kind(m.Tree.Parent(attr)) == syntax.KindCall && m.Tree.Callee(m.Tree.Parent(attr)) == attr {
			return true
		}
	}
	return false
}
