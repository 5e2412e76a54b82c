package infer

import (
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// ForeignDef is a module of the project or a definition in one, as another file
// sees it. The zero value is none.
type ForeignDef struct {
	Module *Module
	Node   syntax.Node // the definition in its module; Root for the module itself
	Kind   syntax.Kind // KindModule, KindClass, KindFunction or KindLambda
}

func foreignModule(mod *Module) ForeignDef {
	return ForeignDef{Module: mod, Node: syntax.Root, Kind: syntax.KindModule}
}

// IsModule reports whether f is a module.
func (f ForeignDef) IsModule() bool { return f.Module != nil && f.Kind == syntax.KindModule }

// IsDefinition reports whether f is a class or function.
func (f ForeignDef) IsDefinition() bool { return f.Module != nil && f.Kind != syntax.KindModule }

// Elsewhere asks the library model of a module, unless it cannot be read. Its answers
// refer to its own nodes: see fromRef and fromType.
func (m *Model) Elsewhere(mod *Module, ask func(lib *Model)) {
	m.relies(mod)
	m.through(mod, ask)
}

// through asks the library model of a module that was reached through another one. A
// question may lead back to this model, and from it to further modules.
func (m *Model) through(mod *Module, ask func(lib *Model)) {
	p := mod.Project
	if !m.shared && !m.asking {
		if p.load(mod) == nil { // reads it before the others have to wait
			return
		}
		defer p.enter(m)()
	}
	if lib := p.library(mod); lib != nil {
		ask(lib)
	}
}

// relies records that the analysis of this file depends on a module.
func (m *Model) relies(mod *Module) {
	if m.asked != mod {
		m.asked = mod
		mod.Project.uses.add(m.module, mod)
	}
}

// fromRef translates an answer of another model into the terms of this one.
func (m *Model) fromRef(lib *Model, r Ref) Ref { return m.ownRef(lib.outwardRef(r)) }

// outwardRef puts an answer of this model into terms that are valid in every model.
func (m *Model) outwardRef(r Ref) Ref {
	if r.Def != syntax.None {
		r.Name, r.Local = m.module.Name+"."+m.Qualified(r.Def), true
		r.Foreign = ForeignDef{Module: m.module, Node: r.Def, Kind: m.Tree.Kind(r.Def)}
		r.Def = syntax.None
	}
	return r
}

// ownRef puts an answer in terms valid in every model into the terms of this one.
func (m *Model) ownRef(r Ref) Ref {
	if r.Foreign.Module == m.module && r.Foreign.IsDefinition() {
		return Ref{Def: r.Foreign.Node, Confidence: r.Confidence, Pending: r.Pending}
	}
	return r
}

// fromType is fromRef for types.
func (m *Model) fromType(lib *Model, t Type) Type { return m.ownType(lib.outwardType(t)) }

// outwardType is outwardRef for types.
func (m *Model) outwardType(t Type) Type {
	if t.Class != syntax.None {
		t.Foreign = ForeignDef{Module: m.module, Node: t.Class, Kind: syntax.KindClass}
		t.Class = syntax.None
	}
	return t.eachPart(m.outwardType)
}

// ownType is ownRef for types.
func (m *Model) ownType(t Type) Type {
	if t.Foreign.Module == m.module && t.Foreign.IsDefinition() {
		t.Class, t.Foreign = t.Foreign.Node, ForeignDef{}
	}
	return t.eachPart(m.ownType)
}

// eachPart returns the type with change applied to each of its parts.
func (t Type) eachPart(change func(Type) Type) Type {
	if t.parts != nil {
		list := slices.Clone(*t.parts)
		for i := range list {
			list[i].typ = change(list[i].typ)
		}
		t.parts = &list
	}
	return t
}

// Qualified is the name of a definition, prefixed with the names of the classes and
// functions around it.
func (m *Model) Qualified(def syntax.Node) string {
	name := m.Tree.Text(m.Tree.FuncName(def))
	for p := m.Tree.Parent(def); p != syntax.None; p = m.Tree.Parent(p) {
		switch m.Tree.Kind(p) {
		case syntax.KindClass, syntax.KindFunction:
			name = m.Tree.Text(m.Tree.FuncName(p)) + "." + name
		}
	}
	return name
}

// importRef is the Ref that an import binds, in the project or in an installed package.
func (m *Model) importRef(imp Imported) Ref {
	r := Ref{Name: imp.Module, Local: imp.Level > 0, Confidence: Certain}
	if m.module == nil {
		return r
	}
	base := m.ImportedFrom(imp)
	switch {
	case base == nil:
		top := m.module.Find(0, TopOf(imp.Module))
		r.Local = r.Local || top != nil && !top.IsNamespace()
		return r
	case imp.Name == "":
		r.Local, r.Foreign = true, foreignModule(base)
		return r
	}
	return m.moduleMember(base, imp.Name, imp.Module)
}

// ImportedFrom is the module of the project that an import takes a name from, or that it
// binds.
func (m *Model) ImportedFrom(imp Imported) *Module {
	if m.module == nil {
		return nil
	}
	name := imp.Module
	if imp.Name != "" {
		name = strings.TrimSuffix(strings.TrimSuffix(name, imp.Name), ".")
	}
	mod := m.module.Find(imp.Level, name)
	if mod != nil && mod.IsNamespace() && imp.Level == 0 && imp.Name != "" && mod.Submodule(imp.Name) == nil {
		return nil // a mere directory of that name, such as packaging: the import means an installed package
	}
	return mod
}

// moduleMember resolves a name in a module of the project. Full is the spelling in this
// file.
func (m *Model) moduleMember(mod *Module, name, full string) Ref {
	value := Ref{Name: full, Local: true, Confidence: Certain}
	sub := mod.Submodule(name)
	if sub != nil && mod == m.module { // from . import name, in the __init__.py of the package
		value.Foreign = foreignModule(sub)
		return value
	}
	var r Ref
	bound := false
	m.relies(mod)
	switch home, framework := m.OriginOf(mod, name); {
	case framework != "":
		r, bound = Ref{Name: framework, Confidence: Likely}, true
	case home != nil:
		r, bound = m.variableRef(mod, home, name), true
	}
	switch {
	case r.Pending || r.Def != syntax.None:
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

// moduleValue is the type of a name in a module of the project.
func (m *Model) moduleValue(mod *Module, name string) Type {
	m.relies(mod)
	home, _ := m.OriginOf(mod, name)
	if home == nil {
		return Type{}
	}
	if home != mod {
		mod.Project.uses.add(mod, home)
	}
	return m.ownType(askHome(m, home, &home.answers.types, name, func(lib *Model) (Type, bool) {
		t := lib.globalType(name)
		_, settled := lib.globalTypes[name]
		return lib.outwardType(t), settled
	}))
}

// variableRef resolves a variable of a module. Home is the module that binds it: mod
// itself, or one that mod takes the name from.
func (m *Model) variableRef(mod, home *Module, name string) Ref {
	if home != mod {
		mod.Project.uses.add(mod, home)
	}
	return m.ownRef(askHome(m, home, &home.answers.refs, name, func(lib *Model) (Ref, bool) {
		r := lib.globalRef(name)
		_, settled := lib.globalRefs[name]
		return lib.outwardRef(r), settled
	}))
}

// askHome asks the home of a variable about it, and answers in terms valid in every
// model. A settled answer is kept, so the home is asked only once.
func askHome[T any](m *Model, home *Module, known *smallMap[string, T], name string, ask func(lib *Model) (T, bool)) T {
	answer, ok := recall(&home.answers, known, name)
	if ok {
		return answer
	}
	m.through(home, func(lib *Model) {
		said, settled := ask(lib)
		if settled {
			remember(&home.answers, known, name, said)
		}
		answer = said
	})
	return answer
}

// importType is the type of a value that an import binds.
func (m *Model) importType(imp Imported) Type {
	if base := m.ImportedFrom(imp); base != nil && imp.Name != "" && base != m.module {
		return m.moduleValue(base, imp.Name)
	}
	if r := m.importRef(imp); !r.Local && imp.Name != "" {
		return m.libraryValue(r.Name)
	}
	return Type{}
}

// globalRef is the Ref of a module variable once the module has run.
func (m *Model) globalRef(name string) Ref {
	if r, ok := m.globalRefs[name]; ok {
		return r
	}
	return m.evaluator.Ask(question{m: m, what: askedGlobalRef, name: name}).ref
}

// globalType is the Type of a module variable once the module has run.
func (m *Model) globalType(name string) Type {
	if t, ok := m.globalTypes[name]; ok {
		return t
	}
	return m.evaluator.Ask(question{m: m, what: askedGlobalType, name: name}).typ
}

func (m *Model) resolveGlobal(name string) Ref {
	if sym := m.Scope(syntax.Root).Names[name]; sym != nil {
		return m.defsRef(m.final(sym))
	}
	return Ref{}
}

func (m *Model) inferGlobal(name string) Type {
	sym := m.Scope(syntax.Root).Names[name]
	if sym == nil {
		return Type{}
	}
	return m.defsType(m.final(sym), sym)
}

// final returns the bindings of a variable that may hold once its module has run.
func (m *Model) final(sym *Symbol) []Def {
	defs := sym.Defs
	for i := len(defs) - 1; i >= 0; i-- {
		if d := defs[i]; d.Kind != DefAug && !d.IsDeclaration() && m.Tree.Suite(d.Node) == syntax.Root {
			return defs[i:]
		}
	}
	return defs
}

// OfProject reports whether the module that a statement imports, or imports from, belongs
// to the project, as far as its files are known.
func (m *Model) OfProject(imp syntax.Import) bool {
	return m.module != nil && m.module.Find(imp.Level, imp.Module) != nil
}
