package place

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// keeper is a variable, or an attribute of any object, that may hold modules.
type keeper struct {
	sym  *infer.Symbol
	attr string
}

// neverMoved reports whether a callee is a module with parameters that the file makes on
// the host and that nothing moves: a variable, an attribute, or an item of one.
func (m *Places) neverMoved(callee syntax.Node) bool {
	k, ok := m.keeperOf(callee)
	return ok && infer.Walked(m.Model, k, func() bool {
		o := &unmoved{m: m}
		return o.all(k) && o.made && o.module
	})
}

// keeperOf is the variable or the attribute that an expression reads a module from,
// directly or by a key, a number or a loop.
func (m *Places) keeperOf(n syntax.Node) (k keeper, ok bool) {
	for range maxFed {
		switch m.Tree.Kind(n) {
		case syntax.KindSubscript:
			n = m.Tree.Child(n, syntax.FieldValue)
		case syntax.KindCall:
			if obj, method := m.MethodCall(n); method == "values" || method == "items" {
				n = obj
			} else {
				n = m.Tree.Arg(n, 0, "") // list(…), enumerate(…)
			}
		case syntax.KindIdentifier:
			defs := m.ReachingDefs(n)
			if len(defs) != 1 || defs[0].Kind != infer.DefFor {
				k.sym = m.Symbol(n)
				return k, k.sym != nil
			}
			n = defs[0].Value
		case syntax.KindAttribute:
			cell, known := m.AttrCell(n)
			return keeper{attr: cell.Name}, known
		default:
			return k, false
		}
	}
	return k, false
}

// unmoved judges the uses of what holds a module or a collection of modules.
type unmoved struct {
	m      *Places
	made   bool                 // some use stores a module made on the host
	module bool                 // some use is a method of modules, as those with parameters have it called
	seen   map[syntax.Node]bool // names that are followed
}

// all reports whether all uses of a variable or an attribute leave its modules on the
// host, stores included.
func (o *unmoved) all(k keeper) bool {
	if k.sym != nil {
		for _, d := range k.sym.Defs {
			if !o.stays(d.Node) {
				return false
			}
		}
		return o.allOf(k.sym.Uses)
	}
	t := o.m.Tree
	for _, s := range o.m.Stores() {
		if t.Kind(s.Target) == syntax.KindAttribute && t.View(t.AttrName(s.Target)) == k.attr && !o.stays(s.Target) {
			return false
		}
	}
	return o.allOf(o.m.LoadsOf(k.attr))
}

func (o *unmoved) allOf(uses []syntax.Node) bool {
	if len(uses) > maxFed {
		return false
	}
	for _, use := range uses {
		if !o.stays(use) {
			return false
		}
	}
	return true
}

// stays reports whether a use leaves the module on the host: it stores a new one, calls
// it, shows it, calls a method of modules that moves nothing, or is a loop over modules
// all of whose uses do no more.
func (o *unmoved) stays(use syntax.Node) bool {
	t := o.m.Tree
	use = o.m.ItemsOf(use)
	p := t.Parent(use)
	switch t.Kind(p) {
	case syntax.KindCall:
		return t.Callee(p) == use
	case syntax.KindArgumentList:
		return o.m.Shows(t.Parent(p))
	case syntax.KindListSplat:
		return ofPyTorch(o.m.Ref(t.Callee(t.Parent(t.Parent(p)))).Name)
	case syntax.KindFor, syntax.KindForInClause:
		return t.Child(p, syntax.FieldRight) == use && o.walked(t.Child(p, syntax.FieldLeft))
	case syntax.KindSubscript:
		return true // a key of another collection
	case syntax.KindPair:
		return t.Child(p, syntax.FieldKey) == use
	case syntax.KindAssignment:
		return t.Child(p, syntax.FieldLeft) == use && o.stored(t.Child(p, syntax.FieldRight))
	case syntax.KindAttribute:
		return o.asked(p)
	}
	return false
}

// asked reports whether an attribute, or the call of it, leaves the module on the host.
func (o *unmoved) asked(attr syntax.Node) bool {
	t := o.m.Tree
	name := t.View(t.AttrName(attr))
	switch name {
	case "append":
		return o.stored(t.Arg(t.Parent(attr), 0, ""))
	case "keys":
		return true
	}
	_, ofModule := o.m.DB.Returns("torch.nn.Module." + name)
	o.module = o.module || ofModule
	return ofModule && !o.m.MovesObject(attr)
}

// stored reports whether a value is a module made on the host, or a collection of none
// but such.
func (o *unmoved) stored(value syntax.Node) bool {
	t := o.m.Tree
	switch t.Kind(value) {
	case syntax.KindDictionary, syntax.KindList:
		for item := range t.Children(value) {
			if !o.stored(o.m.itemValue(item)) {
				return false
			}
		}
		return true
	case syntax.KindListComprehension, syntax.KindDictionaryComprehension:
		return o.stored(o.m.itemValue(t.Child(value, syntax.FieldBody)))
	case syntax.KindCall:
		made := o.m.madeOnHost(value) || o.spread(value)
		o.made = o.made || made
		o.module = o.module || made && o.m.holdsTensors(value)
		return made
	}
	return false
}

// holdsTensors reports whether a call makes a module of the project that holds tensors of
// its own.
func (m *Places) holdsTensors(call syntax.Node) bool {
	class := m.Ref(m.Tree.Callee(call)).Def
	if class == syntax.None || m.FrameworkType(class).Kind != infer.KindModule {
		return false
	}
	text := m.Tree.View(class)
	return strings.Contains(text, "register_buffer") || strings.Contains(text, "Parameter")
}

// spread reports whether a call makes a module of PyTorch of the modules of a list, which
// stay on the host.
func (o *unmoved) spread(call syntax.Node) bool {
	var list syntax.Node
	for a := range o.m.Tree.Args(call) {
		if a.Splat != 1 || list != syntax.None {
			return false
		}
		list = a.Value
	}
	sym := o.m.Symbol(list)
	if sym == nil || !ofPyTorch(o.m.Ref(o.m.Tree.Callee(call)).Name) {
		return false
	}
	return o.enter(list) && o.all(keeper{sym: sym})
}

// walked reports whether a loop leaves the modules that it walks through on the host. The
// last of its names is the module; the others are keys or numbers.
func (o *unmoved) walked(target syntax.Node) bool {
	t := o.m.Tree
	for t.Kind(target) == syntax.KindPatternList || t.Kind(target) == syntax.KindTuplePattern {
		target = t.Last(target)
	}
	sym := o.m.Symbol(target)
	return sym != nil && (!o.enter(target) || o.allOf(sym.Uses))
}

// enter reports whether a name is not followed yet.
func (o *unmoved) enter(name syntax.Node) bool {
	if o.seen[name] {
		return false
	}
	if o.seen == nil {
		o.seen = make(map[syntax.Node]bool)
	}
	o.seen[name] = true
	return true
}

// madeOnHost reports whether a value is a new module, made by PyTorch, by torchvision or
// by code of the project that names no device.
func (m *Places) madeOnHost(value syntax.Node) bool {
	if m.Tree.Kind(value) != syntax.KindCall || m.toldDevice(value) || m.TextHas("set_default_device(") {
		return false
	}
	r := m.Ref(m.Tree.Callee(value))
	switch {
	case r.Foreign.IsDefinition():
		quiet := false
		m.elsewhere(r.Foreign.Module, func(lib *Places) { quiet = lib.namesNoDevice(r.Foreign.Node) })
		return quiet
	case r.Def != syntax.None:
		return m.namesNoDevice(r.Def)
	}
	return ofPyTorch(r.Name)
}

// ofPyTorch reports whether a name is that of a module of PyTorch or of torchvision.
func ofPyTorch(name string) bool {
	return strings.HasPrefix(name, "torch.nn.") || strings.HasPrefix(name, "torchvision.models.")
}

// namesNoDevice reports whether a class or a function says nothing of devices.
func (m *Places) namesNoDevice(def syntax.Node) bool {
	text := m.Tree.View(def)
	return !strings.Contains(text, "device") && !strings.Contains(text, "cuda") && !strings.Contains(text, ".to(")
}
