package infer

import (
	"path"
	"slices"
	"strings"
	"sync"
)

// Module is a module of the project: a file, the __init__.py of a package, or
// a directory without one, a namespace package. There is one value for each.
type Module struct {
	Path string // as reported; for a namespace package, its directory
	Name string // dotted, from the outermost package on

	name    string // absolute name of the file; of the directory for a namespace package
	Dir     string // the directory of submodules; "" if there can be none
	Project *Project
	surface *surface // of the library that the module lies in, if the rules know it

	loading    sync.Mutex
	unreadable bool

	library *Model // guarded by the lock of the world
	answers answers
}

// IsNamespace reports whether the module is a directory without an
// __init__.py: it has submodules and nothing else.
func (mod *Module) IsNamespace() bool { return mod.name == mod.Dir }

// finder finds modules as Python does, without running anything.
type finder struct {
	project *Project
	files   Files
	base    string

	mu       sync.Mutex
	listed   map[string]map[string]bool // entries by directory
	existing map[string]bool            // by absolute name, what Exists says
	modules  map[string]*Module         // by absolute name
	roots    map[string][]string        // by directory of the importing file
	found    map[lookup]*Module
	first    int // lookups of the first run; see reuse
}

// lookup is an import as a file of a directory sees it, or a name below a
// package.
type lookup struct {
	dir   string
	level int // or below, or listing
	name  string
}

const (
	below   = -1 // a name below the package in the directory
	listing = -2 // all modules below it
)

// look returns the module that a lookup finds, and searches only once.
func (f *finder) look(key lookup) *Module {
	f.mu.Lock()
	defer f.mu.Unlock()
	mod, ok := f.found[key]
	if !ok {
		mod = f.search(key)
		f.found[key] = mod
	}
	return mod
}

// Find is the module that this one refers to by a dotted name, with the number of dots
// before it; nil for modules outside the project.
func (mod *Module) Find(level int, name string) *Module {
	found := mod.Project.finder.look(lookup{path.Dir(mod.name), level, name})
	if found == mod && mod.Dir == "" {
		return nil // jax.py that imports jax means the installed one
	}
	return found
}

// Submodule is the module of a package with the given name; nil if it has none.
func (mod *Module) Submodule(name string) *Module {
	if mod.Dir == "" {
		return nil
	}
	return mod.Project.finder.look(lookup{mod.Dir, below, name})
}

func (f *finder) search(key lookup) *Module {
	if key.level == below {
		mod, _ := f.locate(key.dir, []string{key.name})
		return mod
	}
	var parts []string
	if key.name != "" {
		parts = strings.Split(key.name, ".")
	}
	if key.level > 0 {
		dir := key.dir
		for range key.level - 1 {
			dir = path.Dir(dir)
		}
		mod, _ := f.locate(dir, parts)
		return mod
	}
	if len(parts) == 0 || NeverLocal(parts[0]) {
		return nil
	}
	var namespace *Module
	for _, root := range f.rootsOf(key.dir) {
		mod, regular := f.locate(root, parts)
		switch {
		case mod == nil:
		case regular:
			return mod
		case namespace == nil:
			namespace = mod
		}
	}
	if _, installed := f.project.DB.Library(parts[0]); installed {
		return nil // an installed package comes before a mere directory of its name
	}
	return namespace
}

// locate follows a dotted name down from a directory. The result is regular if the name
// begins with a module or with a package that has an __init__.py.
func (f *finder) locate(dir string, parts []string) (mod *Module, regular bool) {
	if len(parts) == 0 {
		return f.packageIn(dir), true
	}
	for i, part := range parts {
		below := path.Join(dir, part)
		last := i == len(parts)-1
		switch in := f.list(dir); {
		case in[part+"/"] && f.list(below)["__init__.py"]:
			regular = regular || i == 0
		case in[part+".py"]:
			if !last {
				return nil, false
			}
			return f.module(below + ".py"), regular || i == 0
		case !in[part+"/"]:
			return nil, false
		}
		dir = below
	}
	return f.packageIn(dir), regular
}

// packageIn is the package in a directory; nil if the directory holds no Python files or
// subdirectories.
func (f *finder) packageIn(dir string) *Module {
	in := f.list(dir)
	if in["__init__.py"] {
		return f.module(dir + "/__init__.py")
	}
	for name := range in {
		if strings.HasSuffix(name, ".py") || strings.HasSuffix(name, "/") {
			return f.module(dir)
		}
	}
	return nil
}

func (f *finder) module(name string) *Module {
	if mod := f.modules[name]; mod != nil {
		return mod
	}
	mod := &Module{Path: f.files.Path(name), Name: f.dotted(name), name: name, Project: f.project}
	mod.surface = surfaceOf(mod.Name)
	switch {
	case path.Base(name) == "__init__.py":
		mod.Dir = path.Dir(name)
	case !strings.HasSuffix(name, ".py") && f.isDir(name):
		mod.Dir = name
	}
	f.modules[name] = mod
	return mod
}

// dotted is the name of a module, prefixed with the packages it lies in.
func (f *finder) dotted(name string) string {
	dir, base := path.Split(strings.TrimSuffix(strings.TrimSuffix(name, ".py"), "/__init__"))
	dir = path.Clean(dir)
	for f.list(dir)["__init__.py"] && dir != path.Dir(dir) {
		base = path.Base(dir) + "." + base
		dir = path.Dir(dir)
	}
	return base
}

func (f *finder) exists(name string) bool {
	there, ok := f.existing[name]
	if !ok {
		there = f.files.Exists(name)
		f.existing[name] = there
	}
	return there
}

func (f *finder) isDir(name string) bool { return f.list(path.Dir(name))[path.Base(name)+"/"] }

func (f *finder) list(dir string) map[string]bool {
	in, ok := f.listed[dir]
	if !ok {
		in = make(map[string]bool)
		for _, name := range f.files.List(dir) {
			in[name] = true
		}
		f.listed[dir] = in
	}
	return in
}

// rootsOf lists the directories to search for the absolute imports of the files of a
// directory, nearest first. A script sees the files beside it. A module of a package sees
// the packages beside its own, and last the files beside it, since it may also be run as
// a script.
func (f *finder) rootsOf(dir string) []string {
	if roots, ok := f.roots[dir]; ok {
		return roots
	}
	top := dir
	for f.list(top)["__init__.py"] && path.Dir(top) != top {
		top = path.Dir(top)
	}
	var roots []string
	for d, end := top, f.repository(top); ; d = path.Dir(d) {
		roots = append(roots, d)
		if f.list(d)["src/"] {
			roots = append(roots, path.Join(d, "src"))
		}
		if d == end || d == path.Dir(d) {
			break
		}
	}
	if !slices.Contains(roots, dir) {
		roots = append(roots, dir)
	}
	f.roots[dir] = roots
	return roots
}

// repository is the directory that bounds a search for modules: the nearest one from dir
// upwards that holds .git, else the topmost with a file that installs a package, else the
// base of the project; dir itself if there is none.
func (f *finder) repository(dir string) string {
	end := ""
	for d := dir; ; d = path.Dir(d) {
		if f.exists(path.Join(d, ".git")) {
			return d
		}
		for _, marker := range []string{"pyproject.toml", "setup.py", "setup.cfg"} {
			if f.exists(path.Join(d, marker)) {
				end = d
			}
		}
		if end == "" && d == f.base {
			end = d
		}
		if d == path.Dir(d) {
			break
		}
	}
	if end == "" {
		return dir
	}
	return end
}

// NeverLocal reports whether a top-level name always means an installed package, even if
// a directory of the repository has that name. A module of a package does not hide one of
// the standard library from its neighbours.
func NeverLocal(name string) bool {
	switch name {
	case "torch", "torchvision", "torchaudio", "torch_xla", "jax", "jaxlib", "numpy", "PIL", "flax", "optax":
		return true
	}
	return IsStandard(name)
}

// TopOf is the first part of a dotted name, its package.
func TopOf(name string) string {
	top, _, _ := strings.Cut(name, ".")
	return top
}
