package semantic

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// fieldAtHand is the attribute of self that holds the device at n, in a method of
// the class whose __init__ sets it, and nothing else does.
func (m *Model) fieldAtHand(n syntax.Node) (AtHand, bool) {
	method := m.Tree.EnclosingFunction(n)
	for method != syntax.None && m.methodClass(method) == syntax.None {
		method = m.Tree.EnclosingFunction(method)
	}
	self := m.selfAt(method, n)
	if self == "" || m.Says("setattr") || m.Says("__dict__") {
		return AtHand{}, false
	}
	for _, f := range m.fieldsOf(m.methodClass(method)) {
		if init := m.Tree.EnclosingFunction(f.target); init != method && !f.early || init == method && m.bound(Def{Node: f.target, Value: f.value}) <= m.Tree.Start(n) {
			f.Text = self + "." + f.Text
			return f.AtHand, true
		}
	}
	return AtHand{}, false
}

// heldField is an attribute that holds the device.
type heldField struct {
	AtHand // without self

	store
	early bool // methods may run before it is set
}

// fieldsOf are the attributes of the instances of a class that hold the device.
func (m *Model) fieldsOf(class syntax.Node) []heldField {
	if out, ok := m.hands.fields[class]; ok {
		return out
	}
	var out []heldField
	for _, s := range m.stores {
		if m.Tree.Kind(s.target) != syntax.KindAttribute || m.selfClass(m.Tree.Object(s.target)) != class {
			continue
		}
		if o := (deviceOrigin{m: m}); o.of(s.value) && m.setOnce(s, class) {
			hand := AtHand{m.Tree.Text(m.Tree.AttrName(s.target)), m.Type(s.value).Kind == KindDevice, o.source}
			out = append(out, heldField{hand, s, m.runsMethods(class, s)})
		}
	}
	if m.hands.fields == nil {
		m.hands.fields = make(map[syntax.Node][]heldField)
	}
	m.hands.fields[class] = out
	return out
}

// selfAt is the name of the instance in a method, as n sees it; "" if n does not
// see it, or the method has none.
func (m *Model) selfAt(method, n syntax.Node) string {
	if method == syntax.None || m.isStatic(method) || m.isClassMethod(method) || m.Tree.Text(m.Tree.FuncName(method)) == "__new__" {
		return ""
	}
	params := m.Tree.Params(method)
	if len(params) == 0 || params[0].Name == syntax.None {
		return ""
	}
	sym := m.Symbol(params[0].Name)
	if sym == nil || len(sym.Defs) != 1 || sym.scope.node != method || m.scopeOf(n).lookup([]byte(sym.Name)) != sym {
		return ""
	}
	return sym.Name
}

// setOnce reports whether a store is a statement of the __init__ of a class, which
// runs whatever is given, and neither the class nor anything in the file that may
// be of it has the attribute by another way.
func (m *Model) setOnce(s store, class syntax.Node) bool {
	t := m.Tree
	init := t.EnclosingFunction(s.target)
	if s.kind != DefAssign || s.value == syntax.None || m.methodClass(init) != class || t.Text(t.FuncName(init)) != "__init__" || t.Suite(s.target) != t.Body(init) {
		return false
	}
	name := t.Text(t.AttrName(s.target))
	for _, other := range m.stores {
		if other.target == s.target || t.Kind(other.target) != syntax.KindAttribute || t.Text(t.AttrName(other.target)) != name {
			continue
		}
		if of := m.selfClass(t.Object(other.target)); of == syntax.None || m.Related(of, class) {
			return false
		}
	}
	for _, c := range m.classes {
		if m.scopes[c].names[name] != nil && m.Related(c, class) {
			return false
		}
	}
	return true
}

// runsMethods reports whether a method of the class may run before a store in its
// __init__: a base class that is not of PyTorch may call one, and so may what
// stands before the store.
func (m *Model) runsMethods(class syntax.Node, s store) bool {
	for base := range m.Tree.Bases(class) {
		name, _ := m.Name(base.Value)
		if !strings.HasPrefix(name, "torch.") && name != "builtins.object" {
			return true
		}
	}
	for n := range m.own(m.Tree.Body(m.Tree.EnclosingFunction(s.target))) {
		if m.Tree.Start(n) >= m.Tree.Start(s.target) {
			break
		}
		if m.Tree.Kind(n) != syntax.KindIdentifier || m.selfClass(n) != class {
			continue
		}
		attr := m.Tree.Parent(n)
		if m.Tree.Kind(attr) != syntax.KindAttribute || m.Tree.Kind(m.Tree.Parent(attr)) == syntax.KindCall && m.Tree.Callee(m.Tree.Parent(attr)) == attr {
			return true
		}
	}
	return false
}
