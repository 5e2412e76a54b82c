package driver

import (
	"path"
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/semantic"
)

// moduleGraph looks up the files of a run by name.
type moduleGraph struct {
	s       *session
	list    []Module
	byName  map[string]string // path by absolute name
	byBase  map[string][]string
	dynamic bool // some module of the run is imported by a name in a value
}

// joinModules fills in which files each file brings in.
func (s *session) joinModules(list []Module) {
	g := &moduleGraph{s: s, list: list, byName: make(map[string]string, len(list)), byBase: make(map[string][]string)}
	for i := range list {
		m := &list[i]
		if m.Project == nil {
			g.byName[absolute(s.wd, m.Path)] = m.Path
			g.byBase[path.Base(m.Path)] = append(g.byBase[path.Base(m.Path)], m.Path)
			g.dynamic = g.dynamic || m.dynamic
		}
	}
	for i := range list {
		if m := &list[i]; m.Project == nil {
			g.join(m)
		} else {
			g.joinProject(m)
		}
		g.locateScripts(&list[i])
	}
}

// join fills in the imports of a file of Python.
func (g *moduleGraph) join(m *Module) {
	mod := g.s.project.Module(absolute(g.s.wd, m.Path))
	for _, imp := range m.imports {
		found := g.s.project.Imported(mod, imp.Level, imp.Module, imp.Names)
		if imp.Level > 0 { // whose package is loaded first
			found = append(found, mod.Find(imp.Level, ""))
		}
		for _, to := range found {
			g.add(&m.Imports, m.Path, to)
		}
		if len(found) == 0 && imp.Module != "" {
			m.Packages = append(m.Packages, imp.Module)
		}
	}
	for _, l := range m.literals {
		if strings.HasSuffix(l, ".py") {
			g.named(m, l)
		} else if g.dynamic {
			g.add(&m.Named, m.Path, g.longest(mod, l))
		}
	}
	m.imports, m.literals = nil, nil
	tidy(&m.Imports)
	tidy(&m.Named)
	tidy(&m.Packages)
	tidy(&m.Hub)
}

func tidy(list *[]string) {
	slices.Sort(*list)
	*list = slices.Compact(*list)
}

// add adds the file of a module, if the run has it and it is not that of the module that
// names it.
func (g *moduleGraph) add(to *[]string, from string, mod *semantic.Module) {
	if mod == nil {
		return
	}
	if p, ok := g.byName[mod.File()]; ok && p != from {
		*to = append(*to, p)
	}
}

// longest is the module that the beginning of a dotted name leads to: at least a module
// in a package, since one word means too many things.
func (g *moduleGraph) longest(from *semantic.Module, name string) *semantic.Module {
	for strings.Contains(name, ".") {
		if mod := from.Find(0, name); mod != nil && !mod.IsNamespace() {
			return mod
		}
		name = name[:strings.LastIndexByte(name, '.')]
	}
	return nil
}

// named adds the file of Python that a text names.
func (g *moduleGraph) named(m *Module, name string) {
	if p := g.file(path.Dir(m.Path), name); p != "" && p != m.Path {
		m.Named = append(m.Named, p)
	}
}

// file is the file of the run that a name in a file of a folder means: by its path from
// there or from the working directory, or the only one that ends so.
func (g *moduleGraph) file(dir, name string) string {
	for _, p := range []string{path.Join(dir, name), path.Clean(name)} {
		if found, ok := g.byName[absolute(g.s.wd, p)]; ok {
			return found
		}
	}
	var only string
	tail := "/" + strings.TrimLeft(path.Clean(name), "./")
	for _, p := range g.byBase[path.Base(name)] {
		if strings.HasSuffix("/"+p, tail) {
			if only != "" {
				return ""
			}
			only = p
		}
	}
	return only
}

// joinProject fills in the files of Python that the commands of a project file start.
func (g *moduleGraph) joinProject(m *Module) {
	mod := g.s.project.Module(absolute(g.s.wd, path.Join(path.Dir(m.Path), "_.py")))
	for i := range m.Project.Commands {
		words := m.Project.Commands[i].Words
		for k, w := range words {
			switch {
			case strings.HasSuffix(w.Text, ".py"):
				g.named(m, w.Text)
			case w.Text == "-m" && k+1 < len(words):
				g.add(&m.Named, m.Path, g.program(mod, words[k+1].Text))
			}
		}
	}
	tidy(&m.Named)
}

// program is the module that python -m runs.
func (g *moduleGraph) program(from *semantic.Module, name string) *semantic.Module {
	mod := from.Find(0, name)
	if mod != nil {
		if main := mod.Submodule("__main__"); main != nil {
			return main
		}
	}
	return mod
}

// locateScripts replaces the modules of scripts by their files, and drops those that the
// run does not have.
func (g *moduleGraph) locateScripts(m *Module) {
	mod := g.s.project.Module(absolute(g.s.wd, path.Join(path.Dir(m.Path), "_.py")))
	kept := m.Scripts[:0]
	for _, script := range m.Scripts {
		found := mod.Find(0, script.Module)
		if found == nil {
			found = mod.Find(0, "src."+script.Module)
		}
		if found == nil {
			continue
		}
		if p, ok := g.byName[found.File()]; ok {
			script.Path = p
			kept = append(kept, script)
		}
	}
	m.Scripts = kept
}
