package semantic

import (
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// Foreign is a module of the project or a definition in one, as another file
// sees it. The zero value is none.
type Foreign struct {
	Module *Module
	Node   syntax.Node // the definition in its module; Root for the module itself
	Kind   syntax.Kind // KindModule, KindClass, KindFunction or KindLambda
}

func foreignModule(mod *Module) Foreign {
	return Foreign{Module: mod, Node: syntax.Root, Kind: syntax.KindModule}
}

// isModule reports whether f is a module.
func (f Foreign) isModule() bool { return f.Module != nil && f.Kind == syntax.KindModule }

// isDefinition reports whether f is a class or function.
func (f Foreign) isDefinition() bool { return f.Module != nil && f.Kind != syntax.KindModule }

// elsewhere asks the library model of a module, unless it cannot be read. What
// it says is about its own nodes: see fromRef and fromType.
func (m *Model) elsewhere(mod *Module, ask func(lib *Model)) {
	p := mod.project
	if m.asked != mod {
		m.asked = mod
		p.uses.add(m.module, mod)
	}
	if !m.shared {
		if p.load(mod) == nil { // reads it before the others have to wait
			return
		}
		defer p.enter(m.evaluator.interrupt)()
	}
	if lib := p.library(mod); lib != nil {
		ask(lib)
	}
}

// fromRef is what an answer of another model says in this one.
func (m *Model) fromRef(lib *Model, r Ref) Ref {
	if r.Def != syntax.None {
		r.Name, r.Local = lib.module.Name+"."+lib.qualified(r.Def), true
		r.Foreign = Foreign{Module: lib.module, Node: r.Def, Kind: lib.Tree.Kind(r.Def)}
		r.Def = syntax.None
	}
	if r.Foreign.Module == m.module && r.Foreign.isDefinition() {
		return Ref{Def: r.Foreign.Node, Confidence: r.Confidence, pending: r.pending}
	}
	return r
}

// fromType is what an answer of another model says in this one.
func (m *Model) fromType(lib *Model, t Type) Type {
	if t.Class != syntax.None {
		t.Foreign = Foreign{Module: lib.module, Node: t.Class, Kind: syntax.KindClass}
		t.Class = syntax.None
	}
	if t.Foreign.Module == m.module && t.Foreign.isDefinition() {
		t.Class, t.Foreign = t.Foreign.Node, Foreign{}
	}
	if t.parts != nil {
		list := slices.Clone(*t.parts)
		for i := range list {
			list[i].typ = m.fromType(lib, list[i].typ)
		}
		t.parts = &list
	}
	return t
}

// qualified is the name of a definition with those of the classes and
// functions around it.
func (m *Model) qualified(def syntax.Node) string {
	name := m.Tree.Text(m.Tree.FuncName(def))
	for p := m.Tree.Parent(def); p != syntax.None; p = m.Tree.Parent(p) {
		switch m.Tree.Kind(p) {
		case syntax.KindClass, syntax.KindFunction:
			name = m.Tree.Text(m.Tree.FuncName(p)) + "." + name
		}
	}
	return name
}

// importRef is what an import binds: something of the project, or of what is
// installed.
func (m *Model) importRef(d Def) Ref {
	r := Ref{Name: d.Module, Local: d.Level > 0, Confidence: Certain}
	if m.module == nil {
		return r
	}
	base := m.importedFrom(d)
	switch {
	case base == nil:
		top, _, _ := strings.Cut(d.Module, ".")
		r.Local = r.Local || m.module.project.find(m.module, 0, top) != nil
		return r
	case d.Name == "":
		r.Local, r.Foreign = true, foreignModule(base)
		return r
	}
	return m.moduleMember(base, d.Name, d.Module)
}

// importedFrom is the module of the project that an import is from, or that
// it binds.
func (m *Model) importedFrom(d Def) *Module {
	if m.module == nil {
		return nil
	}
	name := d.Module
	if d.Name != "" {
		name = strings.TrimSuffix(strings.TrimSuffix(name, d.Name), ".")
	}
	return m.module.project.find(m.module, d.Level, name)
}

// moduleMember is what a module of the project has under a name. Full is how
// the file spells it.
func (m *Model) moduleMember(mod *Module, name, full string) Ref {
	value := Ref{Name: full, Local: true, Confidence: Certain}
	sub := mod.project.submodule(mod, name)
	if sub != nil && mod == m.module { // from . import name, in the __init__.py of the package
		value.Foreign = foreignModule(sub)
		return value
	}
	var r Ref
	bound := false
	m.elsewhere(mod, func(lib *Model) {
		home, framework := lib.origin(name)
		switch {
		case framework != "":
			r, bound = Ref{Name: framework, Confidence: Likely}, true
		case home != nil:
			bound = true
			lib.elsewhere(home, func(lib *Model) { r = m.fromRef(lib, lib.globalRef(name)) })
		}
	})
	switch {
	case r.pending || r.Def != syntax.None:
		return r
	case r.Foreign.Module != nil || r.Name != "":
		if r.Local {
			r.Name = full
		}
		return r
	case !bound && sub != nil:
		value.Foreign = foreignModule(sub)
	}
	return value
}

// moduleValue is the type of what a module of the project has under a name.
func (m *Model) moduleValue(mod *Module, name string) (t Type) {
	m.elsewhere(mod, func(lib *Model) {
		if home, _ := lib.origin(name); home != nil {
			lib.elsewhere(home, func(lib *Model) { t = m.fromType(lib, lib.globalType(name)) })
		}
	})
	return t
}

// importType is the type of a value that an import binds.
func (m *Model) importType(d Def) Type {
	if base := m.importedFrom(d); base != nil && d.Name != "" && base != m.module {
		return m.moduleValue(base, d.Name)
	}
	if r := m.importRef(d); !r.Local && d.Name != "" {
		return libraryValue(r.Name)
	}
	return Type{}
}

// origin is the module that binds a name which a file sees in this module: the
// module itself, or one whose names it has by a star import; or else the name
// of the framework that a star import brings.
func (m *Model) origin(name string) (mod *Module, framework string) {
	return m.originOf(name, make(map[*Module]bool))
}

func (m *Model) originOf(name string, seen map[*Module]bool) (mod *Module, framework string) {
	top := m.scopes[syntax.Root]
	if top.names[name] != nil {
		return m.module, ""
	}
	seen[m.module] = true
	for i := len(top.stars) - 1; i >= 0 && mod == nil && framework == ""; i-- {
		star := top.stars[i]
		from := m.importedFrom(Def{Module: star.Module, Level: star.Level})
		switch {
		case from == nil && star.Level == 0 && m.exists(star.Module+"."+name):
			framework = star.Module + "." + name
		case from != nil && !seen[from]:
			m.elsewhere(from, func(lib *Model) {
				if lib.offers(name) {
					mod, framework = lib.originOf(name, seen)
				}
			})
		}
	}
	return mod, framework
}

// offers reports whether a star import brings a name, if the module binds it:
// what __all__ lists, or else what does not begin with an underscore.
func (m *Model) offers(name string) bool {
	all := m.scopes[syntax.Root].names["__all__"]
	if all == nil {
		return !strings.HasPrefix(name, "_")
	}
	for _, d := range all.Defs {
		if k := m.Tree.Kind(d.Value); k != syntax.KindList && k != syntax.KindTuple {
			return true // put together somehow
		}
		for item := range m.Tree.Children(d.Value) {
			if text, ok := m.Tree.StringValue(item); !ok || text == name {
				return true
			}
		}
	}
	return false
}

// globalRef is what a variable of the module names once the module has run.
func (m *Model) globalRef(name string) Ref {
	if r, ok := m.globalRefs[name]; ok {
		return r
	}
	return m.evaluator.ask(question{m: m, what: askedGlobalRef, name: name}).ref
}

// globalType is what a variable of the module holds once the module has run.
func (m *Model) globalType(name string) Type {
	if t, ok := m.globalTypes[name]; ok {
		return t
	}
	return m.evaluator.ask(question{m: m, what: askedGlobalType, name: name}).typ
}

func (m *Model) resolveGlobal(name string) Ref {
	if sym := m.scopes[syntax.Root].names[name]; sym != nil {
		return m.defsRef(m.final(sym))
	}
	return Ref{}
}

func (m *Model) inferGlobal(name string) Type {
	sym := m.scopes[syntax.Root].names[name]
	if sym == nil {
		return Type{}
	}
	return m.defsType(m.final(sym), sym)
}

// final are the bindings of a variable that may hold when its module has run.
func (m *Model) final(sym *Symbol) []Def {
	defs := sym.Defs
	for i := len(defs) - 1; i >= 0; i-- {
		if d := defs[i]; d.Kind != DefAug && !d.isDeclaration() && m.Tree.Suite(d.Node) == syntax.Root {
			return defs[i:]
		}
	}
	return defs
}
