package infer

import (
	"slices"
	"strings"
	"sync"
)

// uses are the modules that were asked something for the sake of another one.
type uses struct {
	mu sync.Mutex
	of map[*Module]*few[*Module, bool]
}

func (u *uses) add(from, to *Module) {
	if from == nil {
		return
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.of == nil {
		u.of = make(map[*Module]*few[*Module, bool])
	}
	asked := u.of[from]
	if asked == nil {
		asked = &few[*Module, bool]{}
		u.of[from] = asked
	}
	asked.put(to, true)
}

// Dependency is a module and the modules that it asked, by absolute names.
type Dependency struct {
	Name string
	Uses []string
}

// Dependencies are the modules that asked others, and those that were asked, in
// order. What is known of a file rests on its own text, on what it asked, and
// so on, and on how the imports of their directories are resolved.
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

// Lookup is an import of the files in a directory: a dotted name with the
// number of dots before it. Negative numbers stand for what is below a package.
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

// Resolve is what a lookup comes to in a directory, as a text that differs
// wherever files are judged differently for it: the name of a file and the
// dotted name of the module. It is empty for what is not of the project.
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
