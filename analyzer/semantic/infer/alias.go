package infer

import (
	"path"
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/semantic/scope"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// receiverClass is the class of a class method, if d is its first parameter. The caller
// may pass a derived class instead.
func (m *Model) receiverClass(d Def) Ref {
	fn := m.ScopeOf(d.Node).Node
	class := m.MethodClass(fn)
	if class == syntax.None || d.Index != 0 || !m.IsClassMethod(fn) {
		return Ref{}
	}
	return Ref{Def: class, Confidence: Likely}
}

// eitherRef resolves `f if x else g`: to the arm that names an object of torch.cuda, else
// of PyTorch, else to the first arm that names anything.
func (m *Model) eitherRef(n syntax.Node) Ref {
	body, _, orelse := m.Tree.Conditional(n)
	a, b := m.Ref(body), m.Ref(orelse)
	chosen := a.Name != "" && b.Name != "" && a.Name != b.Name
	if a == (Ref{}) || a.Pending || b.ofCUDA() && !a.ofCUDA() || HasPackage(b.Name, "torch") && !HasPackage(a.Name, "torch") {
		a = b
	}
	a.Confidence, a.Chosen = min(a.Confidence, Likely), a.Chosen || chosen
	return a
}

// ofCUDA reports whether r names a part of PyTorch that works on CUDA alone.
func (r Ref) ofCUDA() bool { return HasPackage(r.Name, "torch.cuda") }

// yieldedRef resolves importlib.import_module("x"), __import__("x"), getattr(x, "name"),
// and the function in partial(f, key=value). A partial application with positional
// arguments is not resolved: it takes other arguments than the function.
func (m *Model) yieldedRef(n syntax.Node) Ref {
	callee := m.Ref(m.Tree.Callee(n))
	if callee.Pending {
		return callee
	}
	if m.Tree.Kind(callee.Def) == syntax.KindFunction {
		if r := m.returnedModule(callee, -1); r != (Ref{}) {
			return r
		}
		return m.returnedClass(callee.Def)
	}
	if callee.Foreign.Kind == syntax.KindFunction {
		return m.returnedModule(callee, -1)
	}
	switch callee.Name {
	case "torch.get_device_module", "torch._utils._get_device_module":
		return m.deviceModuleRef(m.Tree.Arg(n, 0, "device"))
	case "importlib.import_module", "builtins.__import__":
		if v, ok := m.Tree.StringValue(m.Tree.Arg(n, 0, "name")); ok {
			return m.importedByName(n, v)
		}
	case "functools.partial":
		if positional, _, splat := m.Tree.ArgCount(n); positional == 1 && !splat {
			return m.Ref(m.Tree.Arg(n, 0, "func"))
		}
	case "builtins.getattr":
		base := m.Ref(m.Tree.Arg(n, 0, ""))
		if name, ok := m.Tree.StringValue(m.Tree.Arg(n, 1, "")); ok && base.Name != "" && !base.Local {
			base.Name += "." + name
			return base
		}
		if base.Name == "torch" && m.Tree.Arg(n, 2, "") == syntax.None {
			return m.deviceModuleRef(m.Tree.Arg(n, 1, ""))
		}
	}
	return Ref{}
}

// importedByName resolves the module that a call imports by name. A name that begins with
// dots is looked up from the package of this file, if the call passes that package.
func (m *Model) importedByName(call syntax.Node, name string) Ref {
	module := strings.TrimLeft(name, ".")
	level := len(name) - len(module)
	if level > 0 {
		from := m.Tree.Text(m.Tree.Arg(call, 1, "package"))
		if from != "__package__" && (from != "__name__" || path.Base(m.File.Path) != "__init__.py") {
			return Ref{}
		}
	}
	return m.importRef(Imported{Module: module, Level: level})
}

// returnedClass is the class that a function of this file returns, if it always returns
// that class itself.
func (m *Model) returnedClass(fn syntax.Node) Ref {
	if m.Tree.IsAsync(fn) {
		return Ref{}
	}
	return m.ofFunction(fn, askedReturnedClass, 0).ref
}

// resolveReturnedClass computes returnedClass. All returned values are asked for at once,
// as in resolveReturnedModule.
func (m *Model) resolveReturnedClass(fn syntax.Node) (out Ref) {
	pending := false
	for i, value := range m.Returns(fn) {
		k := m.Tree.Kind(value)
		if k != syntax.KindIdentifier && k != syntax.KindAttribute {
			return Ref{}
		}
		r := m.Ref(value)
		switch {
		case r.Pending:
			pending = true
		case !r.IsClass(m.Tree) && (r.Name == "" || r.Local || m.instanceName(m.Canonical(r.Name)) == ""):
			return Ref{}
		case i > 0 && !pending && (r.Name != out.Name || r.Def != out.Def):
			return Ref{}
		}
		out = r
	}
	if pending {
		return Ref{Pending: true}
	}
	out.Confidence = min(out.Confidence, Likely)
	return out
}

// itemRef resolves TABLE["key"] for a variable bound only once, to a written-out
// dictionary into which nothing is stored later.
func (m *Model) itemRef(n syntax.Node) (out Ref) {
	key, ok := m.Tree.StringValue(m.Tree.Child(n, syntax.FieldSubscript))
	if !ok {
		return Ref{}
	}
	if sym := m.Symbol(m.Tree.Child(n, syntax.FieldValue)); sym != nil {
		if item := m.table(sym)[key]; item != syntax.None {
			out = m.Ref(item)
		}
	}
	if out == (Ref{}) {
		return m.tabledRef(n, Constant{Kind: ConstantString, Text: key})
	}
	out.Confidence = min(out.Confidence, Likely)
	return out
}

// table maps the keys to the values of the dictionary that a variable is bound to, if it
// is bound once and nothing is stored in the dictionary later; it is empty otherwise.
func (m *Model) table(sym *Symbol) map[string]syntax.Node {
	if known, ok := m.tables[sym]; ok {
		return known
	}
	if m.tables == nil {
		m.tables = make(map[*Symbol]map[string]syntax.Node)
	}
	items := m.writtenOut(sym)
	m.tables[sym] = items
	return items
}

func (m *Model) writtenOut(sym *Symbol) map[string]syntax.Node {
	if len(sym.Defs) != 1 || m.Tree.Kind(sym.Defs[0].Value) != syntax.KindDictionary {
		return nil
	}
	if m.isStoredInto(sym) {
		return nil
	}
	items := make(map[string]syntax.Node)
	for item := range m.Tree.Children(sym.Defs[0].Value) {
		if key, ok := m.Tree.StringValue(m.Tree.Child(item, syntax.FieldKey)); ok {
			items[key] = m.Tree.Child(item, syntax.FieldValue)
		}
	}
	return items
}

// isStoredInto reports whether the file stores an item into the value of a variable.
func (m *Model) isStoredInto(sym *Symbol) bool {
	return slices.ContainsFunc(m.Stores(), func(s scope.Store) bool {
		return m.Tree.Kind(s.Target) == syntax.KindSubscript && m.Symbol(m.Tree.Child(s.Target, syntax.FieldValue)) == sym
	})
}

// storedRef resolves an attribute of instances that is another name for a library object:
// self.act = F.relu. It is empty if the attribute is not always the same, or holds a
// value.
func (m *Model) storedRef(stores []AttrStore) (out Ref) {
	for i, s := range stores {
		if s.Kind != DefAssign {
			return Ref{}
		}
		r := m.Ref(s.Value)
		switch {
		case r.Pending:
			return r
		case r.Name == "", r.Local, r.Member, m.libraryValue(r.Name).Known(), i > 0 && r.Name != out.Name:
			return Ref{}
		}
		out = r
	}
	out.Confidence = min(out.Confidence, Likely)
	return out
}

// patched reports whether the file replaces the function that n calls: torch.load = mine.
func (m *Model) patched(n syntax.Node) bool {
	if m.Tree.Callee(m.Tree.Parent(n)) != n {
		return false
	}
	if m.patches == nil {
		m.patches = make(map[string]bool)
		for _, s := range m.Stores() {
			if m.Tree.Kind(s.Target) == syntax.KindAttribute {
				m.patches[m.Tree.Written(s.Target)] = true
			}
		}
	}
	return m.patches[m.Tree.Written(n)]
}
