package infer

import (
	"github.com/neuronlint/neuronlint/analyzer/semantic/scope"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// Global is the name by which all files of the project refer to one thing: a variable,
// function or class of a module, or something inside one ("Net.device", "build"). Two
// files that refer to the same thing get equal values.
type Global struct {
	Module *Module
	Name   string
}

// String is the path of the module, with the name appended.
func (g Global) String() string { return g.Module.Path + ":" + g.Name }

// Module is the module of this file; nil without a project.
func (m *Model) Module() *Module { return m.module }

// Global is the variable, function or class of a module of the project, this file's own
// included, that an expression reads. It leads to the module that defines the name,
// however many others pass it on; an alias, however, is a variable of its own.
func (m *Model) Global(n syntax.Node) (Global, bool) {
	n = m.Tree.Unparen(n)
	if m.module == nil {
		return Global{}, false
	}
	switch m.Tree.Kind(n) {
	case syntax.KindIdentifier:
		sym := m.Symbol(n)
		if sym == nil {
			return m.globalNamed(m.Tree.Text(n), 0)
		}
		if d, ok := importAmong(m.ReachingDefs(n)); ok {
			return m.globalImported(*d.Import, 0)
		}
		return Global{m.module, sym.Name}, sym.Scope.Kind == scope.Module
	case syntax.KindAttribute:
		if r := m.Ref(m.Tree.Object(n)); r.Foreign.IsModule() {
			return m.globalIn(r.Foreign.Module, m.Tree.Text(m.Tree.AttrName(n)), 0)
		}
	}
	return Global{}, false
}

// GlobalOf is the name by which other files know the class or function in r.
func (m *Model) GlobalOf(r Ref) (g Global, ok bool) {
	switch {
	case r.Def != syntax.None && m.module != nil:
		return Global{m.module, m.Qualified(r.Def)}, true
	case r.Foreign.IsDefinition():
		m.relies(r.Foreign.Module)
		return m.globalDefinition(r.Foreign)
	}
	return g, ok
}

// globalDefinition is the name of a class or function of another module.
func (m *Model) globalDefinition(def ForeignDef) (g Global, ok bool) {
	known := &def.Module.answers
	if label, ok := recall(known, &known.labels, def.Node); ok {
		return Global{def.Module, label}, true
	}
	m.through(def.Module, func(lib *Model) {
		g, ok = Global{def.Module, lib.Qualified(def.Node)}, true
		remember(known, &known.labels, def.Node, g.Name)
	})
	return g, ok
}

// maxHops bounds how many modules may pass a name on.
const maxHops = 32

func importAmong(defs []Def) (Def, bool) {
	for _, d := range defs {
		if d.Kind == DefImport {
			return d, true
		}
	}
	return Def{}, false
}

// globalImported follows an import of a name.
func (m *Model) globalImported(imp Imported, hops int) (Global, bool) {
	base := m.ImportedFrom(imp)
	if base == nil || imp.Name == "" {
		return Global{}, false
	}
	return m.globalIn(base, imp.Name, hops)
}

// globalIn is the variable that a module has under a name.
func (m *Model) globalIn(mod *Module, name string, hops int) (g Global, ok bool) {
	if hops >= maxHops {
		return Global{}, false
	}
	m.relies(mod)
	if a, known := recall(&mod.answers, &mod.answers.globals, name); known {
		return a.Global, a.ok
	}
	m.through(mod, func(lib *Model) {
		g, ok = lib.globalNamed(name, hops+1)
		if hops == 0 {
			remember(&mod.answers, &mod.answers.globals, name, globalAnswer{g, ok})
		}
	})
	return g, ok
}

// globalNamed is the variable that this module has under a name.
func (m *Model) globalNamed(name string, hops int) (Global, bool) {
	sym := m.Scope(syntax.Root).Names[name]
	if sym == nil {
		home, _ := m.origin(name)
		if home == nil || home == m.module {
			return Global{}, false
		}
		return m.globalIn(home, name, hops)
	}
	if d, ok := importAmong(m.final(sym)); ok {
		return m.globalImported(*d.Import, hops)
	}
	return Global{m.module, name}, true
}
