package infer

import (
	"slices"
	"strings"
	"sync"
)

// uses records which modules were asked on behalf of each module.
type uses struct {
	mu sync.Mutex
	of map[*Module]*smallMap[*Module, bool]
}

func (u *uses) add(from, to *Module) {
	if from == nil {
		return
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.of == nil {
		u.of = make(map[*Module]*smallMap[*Module, bool])
	}
	asked := u.of[from]
	if asked == nil {
		asked = &smallMap[*Module, bool]{}
		u.of[from] = asked
	}
	asked.put(to, true)
}

// Dependency is a module and the modules that it asked, by absolute names.
type Dependency struct {
	Name string
	Uses []string
}

// Dependencies are the modules that asked others, and those that were asked, in order.
// The analysis of a file depends on its own text, on the modules it asked, on those that
// they asked in turn, and on how the imports of their directories are resolved.
func (p *Project) Dependencies() []Dependency {
	p.uses.mu.Lock()
	defer p.uses.mu.Unlock()
	all := make(map[string][]string)
	for from, used := range p.uses.of {
		list := all[from.name]
		for to := range used.keys() {
			list = append(list, to.name)
			if _, ok := all[to.name]; !ok {
				all[to.name] = nil
			}
		}
		slices.Sort(list)
		all[from.name] = list
	}
	out := make([]Dependency, 0, len(all))
	for name, used := range all {
		out = append(out, Dependency{name, used})
	}
	slices.SortFunc(out, func(a, b Dependency) int { return strings.Compare(a.Name, b.Name) })
	return out
}

// Lookup is an import by the files of a directory: a dotted name with the number of dots
// before it. Negative numbers look below a package.
type Lookup struct {
	Level int
	Name  string
}

// Lookups are the imports that were resolved, by directory.
func (p *Project) Lookups() map[string][]Lookup {
	p.finder.mu.Lock()
	defer p.finder.mu.Unlock()
	out := make(map[string][]Lookup)
	for key := range p.finder.found {
		out[key.dir] = append(out[key.dir], Lookup{key.level, key.name})
	}
	return out
}

// Resolve returns the result of a lookup in a directory, as a text that differs wherever
// the result changes the analysis of a file: the name of the file and the dotted name of
// the module. It is empty for modules outside the project.
func (p *Project) Resolve(dir string, l Lookup) string {
	if l.Level == listing {
		var names strings.Builder
		for _, mod := range p.Submodules(p.Module(dir)) {
			names.WriteString(mod.name + "\x00")
		}
		return names.String()
	}
	mod := p.finder.look(lookup{dir, l.Level, l.Name})
	if mod == nil {
		return ""
	}
	return mod.name + "\x00" + mod.Name
}
