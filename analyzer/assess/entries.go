package assess

import (
	"path"
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/driver"
	"github.com/neuronlint/neuronlint/analyzer/source"
)

// entry is a place where a program begins.
type entry struct {
	name  string
	kind  Kind
	found string
	from  []string // files that it begins with

	judged Entry
	causes map[*cause]Verdict // that it reaches, each with its worst finding
}

// findEntries finds the programs of the project. A file is one entry, by the first of the
// signs that it is one.
func (b *builder) findEntries() {
	known := make(map[string]bool)
	add := func(file, name string, kind Kind, found string) {
		if m := b.module(file); m == nil || known[file] || m.Test || isSettings(file) {
			return
		}
		known[file] = true
		b.entries = append(b.entries, &entry{name: name, kind: kind, found: found, from: []string{file}})
	}
	used := b.importedFiles()
	for i := range b.in.Modules {
		for _, s := range b.in.Modules[i].Scripts {
			add(s.Path, s.Name, Command, "a command in "+b.in.Modules[i].Path)
		}
	}
	for i := range b.in.Modules {
		if m := &b.in.Modules[i]; m.Project != nil {
			for _, file := range m.Named {
				add(file, file, Script, "started by "+m.Path)
			}
		}
	}
	for i := range b.in.Modules {
		switch m := &b.in.Modules[i]; {
		case m.Project != nil:
		case source.IsNotebook(m.Path):
			add(m.Path, m.Path, Notebook, "a notebook")
		case m.Main:
			add(m.Path, m.Path, Script, "asks whether it is the main program")
		case path.Base(m.Path) == "__main__.py":
			add(m.Path, m.Path, Script, "runs as a module")
		case m.Acts && !used[m.Path] && !b.inPackage(m.Path):
			add(m.Path, m.Path, Script, "acts when it is loaded, and no file imports it")
		}
	}
	b.addLibraries()
	b.addTests()
	b.addBuild()
}

// importedFiles are the files that another one imports or names.
func (b *builder) importedFiles() map[string]bool {
	used := make(map[string]bool)
	for i := range b.in.Modules {
		if m := &b.in.Modules[i]; m.Project == nil {
			for _, list := range [][]string{m.Imports, m.Named} {
				for _, file := range list {
					used[file] = true
				}
			}
		}
	}
	return used
}

// inPackage reports whether a file lies in a package.
func (b *builder) inPackage(file string) bool {
	return b.module(path.Join(path.Dir(file), "__init__.py")) != nil
}

// addLibraries adds the packages that can be installed: those beside a file that says how.
func (b *builder) addLibraries() {
	roots := make(map[string]string) // the file that makes a folder one to install, by folder
	for i := range b.in.Modules {
		if m := &b.in.Modules[i]; installs(m) {
			dir := path.Dir(m.Path)
			if _, ok := roots[dir]; !ok {
				roots[dir] = m.Path
			}
		}
	}
	packages := make(map[string][]string) // files by folder of the package
	for i := range b.in.Modules {
		m := &b.in.Modules[i]
		if top := b.topPackage(m.Path); m.Project == nil && top != "" && !m.Test {
			packages[top] = append(packages[top], m.Path)
		}
	}
	for i := range b.in.Modules {
		dir := path.Dir(b.in.Modules[i].Path)
		by, ok := roots[path.Dir(dir)]
		if !ok && path.Base(path.Dir(dir)) == "src" {
			by, ok = roots[path.Dir(path.Dir(dir))]
		}
		files := packages[dir]
		if !ok || len(files) == 0 || isBesides(path.Base(dir)) {
			continue
		}
		delete(packages, dir)
		if setup := path.Join(path.Dir(by), "setup.py"); b.module(setup) != nil {
			files = append(files, setup)
		}
		b.entries = append(b.entries, &entry{name: dir, kind: Library, found: "installed by " + by, from: files})
	}
}

// isBesides reports whether a folder of that name holds programs around a library, and is
// not installed with it.
func isBesides(name string) bool {
	switch name {
	case "examples", "example", "docs", "doc", "benchmarks", "benchmark", "scripts", "tools", "demo", "demos":
		return true
	}
	return false
}

// installs reports whether a file says how the code beside it is installed.
func installs(m *driver.Module) bool {
	switch path.Base(m.Path) {
	case "setup.py", "setup.cfg":
		return true
	case "pyproject.toml":
		return m.Project != nil && strings.Contains(string(m.Project.Text), "[project]") ||
			m.Project != nil && strings.Contains(string(m.Project.Text), "[tool.poetry]")
	}
	return false
}

// topPackage is the folder of the outermost package that a file lies in; empty if it is
// in none.
func (b *builder) topPackage(file string) string {
	top := ""
	for dir := path.Dir(file); ; dir = path.Dir(dir) {
		if b.module(path.Join(dir, "__init__.py")) == nil {
			return top
		}
		top = dir
		if dir == "." || dir == "/" {
			return top
		}
	}
}

// addTests adds the test suite.
func (b *builder) addTests() {
	var files []string
	for i := range b.in.Modules {
		if m := &b.in.Modules[i]; m.Test && m.Project == nil {
			files = append(files, m.Path)
		}
	}
	if len(files) > 0 {
		b.entries = append(b.entries, &entry{name: "tests", kind: Suite, found: plural(len(files), "file") + " for tests", from: files})
	}
}

// addBuild adds the files by which the project is built and started, if anything is
// wrong with them.
func (b *builder) addBuild() {
	var files []string
	for i := range b.in.Modules {
		m := &b.in.Modules[i]
		bad := slices.ContainsFunc(b.byPath[m.Path], func(f *finding) bool { return f.fix != "" })
		if bad && !m.Test && (m.Project != nil || isSetup(m.Path)) {
			files = append(files, m.Path)
		}
	}
	if len(files) > 0 {
		b.entries = append(b.entries, &entry{name: "build and deployment", kind: Build, found: plural(len(files), "file") + " with findings", from: files})
	}
}

// addTree adds all files as one entry where no program uses a framework: those that were
// found are not what the project is about.
func (b *builder) addTree() {
	if slices.ContainsFunc(b.entries, func(e *entry) bool { return isProgram(e.kind) && len(e.judged.Uses) > 0 }) {
		return
	}
	var files []string
	for i := range b.in.Modules {
		if m := &b.in.Modules[i]; m.Project == nil && !m.Test {
			files = append(files, m.Path)
		}
	}
	if len(files) > 0 {
		e := &entry{name: "all files", kind: Tree, found: "no program with PyTorch or JAX was found", from: files}
		b.judge(e)
		b.entries = append(b.entries, e)
	}
}

// isProgram reports whether an entry runs, or is imported, for its own sake.
func isProgram(k Kind) bool { return k != Suite && k != Build }
