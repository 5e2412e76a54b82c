package semantic

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// Ref is what an expression names.
type Ref struct {
	Name       string      // qualified name of something imported, "torch.cuda.synchronize"
	Def        syntax.Node // function or class definition in this file
	Local      bool        // Name comes from a relative import: a module of the project
	Confidence Confidence

	pending bool // rests on a type that is being computed; not remembered
}

// Ref resolves an expression to what it names: an imported module, class or
// function by its qualified name, or a definition in this file. Calls and
// values have no Ref; see Type.
func (m *Model) Ref(n syntax.Node) Ref {
	n = m.Tree.Unparen(n)
	switch m.Tree.Kind(n) {
	case syntax.KindIdentifier, syntax.KindAttribute:
	default:
		return Ref{}
	}
	if r, ok := m.refs[n]; ok {
		return r
	}
	m.refs[n] = Ref{pending: true} // breaks cycles
	m.depth++
	var r Ref
	if m.Tree.Kind(n) == syntax.KindIdentifier {
		r = m.identifierRef(n)
	} else {
		r = m.attributeRef(n)
	}
	m.depth--
	if !r.pending {
		m.refs[n] = r
		return r
	}
	delete(m.refs, n)
	if m.depth == 0 {
		return Ref{}
	}
	return r
}

// Name is the canonical qualified name of what an expression refers to; for a
// method of an object of known kind the method's, "torch.Tensor.cuda". It is
// empty if the expression could not be resolved or belongs to this project.
func (m *Model) Name(n syntax.Node) (string, Confidence) {
	r := m.Ref(n)
	if r.Name == "" || r.Local {
		return "", Unresolved
	}
	return m.DB.Canonical(r.Name), r.Confidence
}

// CallName is Name of what a call calls.
func (m *Model) CallName(call syntax.Node) (string, Confidence) {
	return m.Name(m.Tree.Callee(call))
}

func (m *Model) identifierRef(n syntax.Node) Ref {
	sym := m.symbolOf[n]
	if sym == nil {
		return m.unboundRef(n)
	}
	return m.defsRef(m.Reaching(n))
}

// unboundRef resolves a name that nothing in the file binds: a builtin, or a
// name of a star import.
func (m *Model) unboundRef(n syntax.Node) Ref {
	if m.in[n] == nil {
		return Ref{} // the name of a keyword or an attribute, not a variable
	}
	name := m.Tree.Text(n)
	for _, s := range m.in[n].module().stars {
		if m.exists(s + "." + name) {
			return Ref{Name: s + "." + name, Confidence: Likely}
		}
	}
	if !isBuiltin(name) {
		return Ref{} // of a star import that is not known, or of another cell of a notebook
	}
	return Ref{Name: "builtins." + name, Confidence: Certain}
}

// exists reports whether any table of the database knows the name.
func (m *Model) exists(name string) bool {
	if m.DB.Symbol(name) || m.DB.DeviceParams(name) != nil || m.instanceName(name) != "" {
		return true
	}
	_, returns := m.DB.Returns(name)
	_, api := m.DB.API(name)
	return returns || api
}

// defsRef joins what several bindings refer to: an import that can fail wins
// over its fallback, disagreeing imports resolve to the first at Likely.
func (m *Model) defsRef(defs []Def) Ref {
	if len(defs) > maxReaching {
		return Ref{}
	}
	var out Ref
	unknown := false
	for _, d := range defs {
		r := m.defRef(d)
		switch {
		case r.pending:
		case r == (Ref{}):
			unknown = unknown || !m.isNoneOrFalse(d.Value)
		case out == (Ref{}):
			out = r
		case out.Name != r.Name || out.Def != r.Def:
			out.Confidence = min(out.Confidence, Likely)
			if out.Name == "" && r.Name != "" {
				out = Ref{Name: r.Name, Local: r.Local, Confidence: Likely}
			}
		}
	}
	if unknown && out != (Ref{}) {
		out.Confidence = min(out.Confidence, Possible)
	}
	return out
}

func (m *Model) isNoneOrFalse(n syntax.Node) bool {
	k := m.Tree.Kind(n)
	return k == syntax.KindNoneLiteral || k == syntax.KindFalse
}

func (m *Model) defRef(d Def) Ref {
	switch d.Kind {
	case DefImport:
		return Ref{Name: d.Module, Local: d.Level > 0, Confidence: Certain}
	case DefFunction, DefClass:
		return Ref{Def: d.Node, Confidence: Certain}
	case DefAssign:
		if m.Tree.Kind(d.Value) == syntax.KindConditional {
			return m.eitherRef(d.Value)
		}
		if r := m.Ref(d.Value); r != (Ref{}) {
			return r
		}
		return m.importedModule(d.Value)
	case DefParam:
		return m.receiverClass(d)
	}
	return Ref{}
}

// receiverClass is the class that the first parameter of a class method is, or
// a class derived from it.
func (m *Model) receiverClass(d Def) Ref {
	fn := m.in[d.Node].node
	class := m.methodClass(fn)
	if class == syntax.None || d.Index != 0 || !m.isDecorated(fn, "builtins.classmethod") {
		return Ref{}
	}
	return Ref{Def: class, Confidence: Likely}
}

// eitherRef resolves `f if x else g`: to the arm that names something of
// PyTorch, or else to the first that names anything.
func (m *Model) eitherRef(n syntax.Node) Ref {
	body, _, orelse := m.Tree.Conditional(n)
	a, b := m.Ref(body), m.Ref(orelse)
	if a == (Ref{}) || a.pending || hasPackage(b.Name, "torch") && !hasPackage(a.Name, "torch") {
		a = b
	}
	a.Confidence = min(a.Confidence, Likely)
	return a
}

// importedModule resolves importlib.import_module("x") and __import__("x").
func (m *Model) importedModule(n syntax.Node) Ref {
	if m.Tree.Kind(n) != syntax.KindCall {
		return Ref{}
	}
	switch name, _ := m.CallName(n); name {
	case "importlib.import_module", "builtins.__import__":
		if v, ok := m.Tree.StringValue(m.Tree.Arg(n, 0, "name")); ok && !strings.HasPrefix(v, ".") {
			return Ref{Name: v, Confidence: Certain}
		}
	}
	return Ref{}
}

func (m *Model) attributeRef(n syntax.Node) Ref {
	attr := m.Tree.AttrName(n)
	if attr == syntax.None {
		return Ref{}
	}
	obj := m.Tree.Object(n)
	if base := m.Ref(obj); base.Name != "" && !strings.HasPrefix(base.Name, "builtins.") {
		return Ref{Name: base.Name + "." + m.Tree.Text(attr), Local: base.Local, Confidence: base.Confidence}
	} else if base.Def != syntax.None && m.Tree.Kind(base.Def) == syntax.KindClass {
		return m.memberRef(base.Def, m.Tree.Text(attr), base.Confidence)
	}
	return m.methodRef(m.Type(obj), m.Tree.Text(attr))
}

// methodRef names an attribute of an object of known type.
func (m *Model) methodRef(t Type, attr string) Ref {
	if t.Kind == kindPending {
		return Ref{pending: true}
	}
	if t.Class != syntax.None {
		return m.memberRef(t.Class, attr, t.Confidence)
	}
	if t.Name == "" {
		return Ref{}
	}
	return Ref{Name: t.Name + "." + attr, Confidence: t.Confidence}
}

// memberRef finds a member of a class of this file: its own, an inherited one,
// or that of the framework class it derives from.
func (m *Model) memberRef(class syntax.Node, attr string, conf Confidence) Ref {
	seen := 0
	for c := class; c != syntax.None && seen < 16; seen++ {
		if sym := m.scopes[c].names[attr]; sym != nil {
			r := m.defsRef(sym.Defs)
			r.Confidence = min(r.Confidence, conf)
			return r
		}
		if len(m.attributeStores(classAttr{c, attr})) > 0 {
			return Ref{}
		}
		next := syntax.None
		for base := range m.Tree.Bases(c) {
			if base.Name != syntax.None || base.Splat != 0 {
				continue
			}
			r := m.Ref(base.Value)
			if r.Def != syntax.None && next == syntax.None {
				next = r.Def
			} else if r.Name != "" && !r.Local {
				if name := m.instanceName(r.Name); name != "" {
					return Ref{Name: name + "." + attr, Confidence: min(conf, r.Confidence)}
				}
			}
		}
		c = next
	}
	return Ref{}
}
