package infer

import (
	"path"
	"slices"
	"strings"
)

// Imported returns the modules of the project that an import statement in a module can
// lead to: the module it names, packages on the way to it, and submodules among the names
// that it takes from a package.
func (p *Project) Imported(from *Module, level int, module string, names []string) []*Module {
	var out []*Module
	add := func(mod *Module) {
		if mod != nil && !slices.Contains(out, mod) {
			out = append(out, mod)
		}
	}
	for i := range len(module) {
		if module[i] == '.' {
			add(from.Find(level, module[:i]))
		}
	}
	for _, mod := range p.Named(from, level, module, names) {
		add(mod)
	}
	return out
}

// Named returns the modules of Imported that the statement itself names, without the
// packages on the way.
func (p *Project) Named(from *Module, level int, module string, names []string) []*Module {
	base := from.Find(level, module)
	if base == nil {
		return nil
	}
	out := []*Module{base}
	for _, name := range names {
		if mod := base.Submodule(name); mod != nil {
			out = append(out, mod)
		}
	}
	return out
}

// Submodules are the modules right below a package, in order.
func (p *Project) Submodules(of *Module) []*Module {
	if of.Dir == "" {
		return nil
	}
	f := &p.finder
	f.mu.Lock()
	defer f.mu.Unlock()
	f.found[lookup{of.Dir, listing, ""}] = nil
	var out []*Module
	for name := range f.list(of.Dir) {
		switch {
		case strings.HasSuffix(name, "/"):
			if mod := f.packageIn(path.Join(of.Dir, name)); mod != nil {
				out = append(out, mod)
			}
		case strings.HasSuffix(name, ".py") && name != "__init__.py":
			out = append(out, f.module(path.Join(of.Dir, name)))
		}
	}
	slices.SortFunc(out, func(a, b *Module) int { return strings.Compare(a.name, b.name) })
	return out
}

// File is the absolute name of the file of the module, with '/'; of the
// directory for a namespace package.
func (mod *Module) File() string { return mod.name }

// ImportedModules returns the modules of the project that the imports of the file lead
// to. Mod is the module that the file is known as.
func (m *Model) ImportedModules(mod *Module) []*Module {
	var out []*Module
	for _, imp := range m.Imports() {
		var names []string
		if imp.Name != "" && imp.Name != "*" {
			names = []string{imp.Name}
		}
		out = append(out, mod.Project.Imported(mod, imp.Level, imp.Module, names)...)
	}
	return out
}
