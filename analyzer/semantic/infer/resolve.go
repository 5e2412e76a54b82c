package infer

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/semantic/scope"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// Ref is the thing that an expression names.
type Ref struct {
	Name       string      // qualified name of something imported, "torch.cuda.synchronize"
	Def        syntax.Node // function or class definition in this file
	Local      bool        // Name is of the project, even if it looks like a framework's
	Foreign    ForeignDef  // module or definition in another file of the project; Local is set
	Confidence Confidence
	Chosen     bool // Name is one of several that the program chooses between when it runs

	Member  bool // Name is that of an attribute of an object of known kind
	Pending bool // depends on an answer that is being worked out
	mixed   bool // of two answers at once; see joinRef
}

// Ref resolves an expression to the module, class or function that it names: an imported
// one by its qualified name, or a definition in this file. Values have no Ref, see Type,
// and calls only if their result has one.
func (m *Model) Ref(n syntax.Node) Ref {
	m.CheckInterrupt()
	n = m.Tree.Unparen(n)
	switch m.Tree.Kind(n) {
	case syntax.KindIdentifier, syntax.KindAttribute, syntax.KindCall, syntax.KindSubscript:
	default:
		return Ref{}
	}
	if r := m.refs.Get(n); r != nil {
		return *r
	}
	return m.evaluator.Ask(question{m: m, what: askedRef, n: n}).ref
}

func (m *Model) resolve(n syntax.Node) Ref {
	switch m.Tree.Kind(n) {
	case syntax.KindIdentifier:
		return m.identifierRef(n)
	case syntax.KindCall:
		return m.yieldedRef(n)
	case syntax.KindSubscript:
		return m.itemRef(n)
	}
	return m.attributeRef(n)
}

func (m *Model) identifierRef(n syntax.Node) Ref {
	sym := m.Symbol(n)
	if sym == nil {
		return m.unboundRef(n)
	}
	if r := m.coveringRef(n, sym); r != (Ref{}) {
		return r
	}
	return m.defsRef(m.lasting(n, sym, m.ReachingDefs(n)))
}

// lasting drops the definitions that a later one at the top of the file replaces for
// good: functions that use the name run after it.
func (m *Model) lasting(use syntax.Node, sym *Symbol, defs []Def) []Def {
	if len(defs) < 2 || sym.Scope.Kind != scope.Module || m.SameFunction(use, sym.Scope) {
		return defs
	}
	last := defs[len(defs)-1]
	if (last.Kind == DefFunction || last.Kind == DefClass || last.Kind == DefImport) && m.Tree.Suite(last.Node) == syntax.Root {
		return defs[len(defs)-1:]
	}
	return defs
}

// unboundRef resolves a name that nothing in the file binds: a builtin, or a name of a
// star import.
func (m *Model) unboundRef(n syntax.Node) Ref {
	if m.ScopeOf(n) == nil {
		return Ref{} // the name of a keyword or an attribute, not a variable
	}
	name := m.Tree.Text(n)
	if len(m.ScopeOf(n).Module().Stars) > 0 {
		if r := m.starRef(name); r != (Ref{}) {
			return r
		}
	}
	if !isBuiltin(name) {
		return Ref{} // of an unknown star import, or of another cell of a notebook
	}
	return Ref{Name: "builtins." + name, Confidence: Certain}
}

// starRef resolves a name by the star imports of the module.
func (m *Model) starRef(name string) Ref {
	switch home, framework := m.origin(name); {
	case framework != "":
		return Ref{Name: framework, Confidence: Likely}
	case home != nil && home != m.module:
		return m.moduleMember(home, name, home.Name+"."+name)
	}
	return Ref{}
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

// defsRef joins the Refs of several bindings: an import that can fail wins over its
// fallback, disagreeing imports resolve to the first at Likely.
func (m *Model) defsRef(defs []Def) Ref {
	if len(defs) > scope.MaxReaching {
		return Ref{}
	}
	var out Ref
	unknown, reset := false, false
	for _, d := range defs {
		r := m.defRef(d)
		switch {
		case r.Pending:
		case r == (Ref{}):
			unknown = unknown || !m.IsNoneOrFalse(d.Value)
			reset = reset || m.bindsOutside(d)
		case out == (Ref{}):
			out = r
		case out.Name != r.Name || out.Def != r.Def:
			if out.isOwn() && !r.isOwn() {
				out = r
			}
			out.Confidence, out.Chosen = min(out.Confidence, Likely), true
		}
	}
	switch {
	case out == (Ref{}):
	case unknown:
		out.Confidence = min(out.Confidence, Possible)
	case reset:
		out.Confidence = min(out.Confidence, Likely)
	}
	return out
}

// bindsOutside reports whether a function binds a variable of the module or of a function
// around it, at an unknown time.
func (m *Model) bindsOutside(d Def) bool {
	s := m.ScopeOf(d.Node)
	return s != nil && s.Declares(m.Tree.Text(d.Node))
}

// isOwn reports whether r is of the project. If a framework's definition is the
// alternative, that one matters.
func (r Ref) isOwn() bool { return r.Name == "" || r.Foreign.Module != nil }

// IsNoneOrFalse reports whether an expression is literally None or False.
func (m *Model) IsNoneOrFalse(n syntax.Node) bool {
	k := m.Tree.Kind(n)
	return k == syntax.KindNoneLiteral || k == syntax.KindFalse
}

func (m *Model) defRef(d Def) Ref {
	switch d.Kind {
	case DefImport:
		return m.importRef(*d.Import)
	case DefFunction, DefClass:
		return Ref{Def: d.Node, Confidence: Certain}
	case DefAssign:
		if m.Tree.Kind(d.Value) == syntax.KindConditional {
			return m.eitherRef(d.Value)
		}
		return m.Ref(d.Value)
	case DefUnpack:
		if m.Tree.Kind(d.Value) == syntax.KindCall {
			return m.returnedModule(m.Ref(m.Tree.Callee(d.Value)), d.Index)
		}
	case DefParam:
		return m.receiverClass(d)
	}
	return Ref{}
}

// maxName is longer, in bytes, than any real name. Each attribute of a chain has a
// qualified name of its own, and those of a long chain would fill the memory.
const maxName = 1000

func (m *Model) attributeRef(n syntax.Node) Ref {
	attr := m.Tree.AttrName(n)
	if attr == syntax.None {
		return Ref{}
	}
	obj, name := m.Tree.Object(n), m.Tree.Text(attr)
	base := m.Ref(obj)
	switch {
	case base.Pending:
		return base
	case base.Foreign.IsModule():
		r := m.moduleMember(base.Foreign.Module, name, base.Name+"."+name)
		r.Confidence = min(r.Confidence, base.Confidence)
		return r
	case base.IsClass(m.Tree):
		return m.MemberRef(base, name)
	case base.Foreign.Module == nil && base.Name != "" && !strings.HasPrefix(base.Name, "builtins."):
		if base.Member || base.Local && m.module != nil { // it may be a value of known kind
			if r := m.MethodRef(m.Type(obj), name); r != (Ref{}) || m.ofUnknownMember(base) {
				return r
			}
		}
		if len(base.Name) > maxName {
			return Ref{}
		}
		r := Ref{Name: base.Name + "." + name, Local: base.Local, Confidence: base.Confidence, Chosen: base.Chosen, Member: base.Member}
		if m.patched(n) {
			r.Confidence = min(r.Confidence, Likely)
		}
		return r
	case m.Tree.Kind(obj) == syntax.KindCall:
		if r := m.superRef(obj, name); r != (Ref{}) {
			return r
		}
	case ChangedArray(m.Tree, obj) != syntax.None:
		return m.changeRef(ChangedArray(m.Tree, obj), name)
	}
	return m.MethodRef(m.Type(obj), name)
}

// IsClass reports whether r is a class of the project.
func (r Ref) IsClass(t *syntax.Tree) bool {
	return r.Def != syntax.None && t.Kind(r.Def) == syntax.KindClass || r.Foreign.Kind == syntax.KindClass
}
