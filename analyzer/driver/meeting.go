package driver

import (
	"cmp"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/prefilter"
)

// unreadable stands for the imports of a file that cannot be read without parsing.
var unreadable = []prefilter.Import{{Module: "?"}}

// importsOf are the imports of a file by its bytes alone.
func importsOf(text []byte) []prefilter.Import {
	if imports, ok := prefilter.Imports(text); ok {
		return imports
	}
	return unreadable
}

// lookElsewhere notes an import that leads to no file of the project. The path on which
// Python looks for modules may still lead it to one, and code that imports modules by
// names from its configuration may import any.
func (n *programNode) lookElsewhere(imp prefilter.Import) {
	top, _, _ := strings.Cut(imp.Module, ".")
	switch top {
	case "?", "importlib", "pkgutil", "imp", "runpy", "hydra", "jsonargparse", "gin":
		n.anything = true
	case "":
	default:
		if !slices.Contains(n.elsewhere, top) {
			n.elsewhere = append(n.elsewhere, top)
		}
	}
}

// meeting are the files, by their paths, of all programs that may contain a file. Who
// installs a package may use any two of its modules together.
func (p *programs) meeting(file string, l *ledger) map[string]bool {
	names := strings.Split(strings.TrimSuffix(file, path.Ext(file)), "/")
	tops := make(map[string]string)
	pkg := topPackage(path.Dir(absolute(p.s.wd, file)), tops)
	var users []spreadNode
	for _, n := range p.all {
		l.at(n.path)
		named := slices.ContainsFunc(n.elsewhere, func(name string) bool { return slices.Contains(names, name) })
		if n.path == file || n.anything || named || pkg != "" && topPackage(path.Dir(n.file), tops) == pkg {
			users = append(users, spreadNode{n, n})
		}
	}
	met := make(map[string]bool)
	roots := spread(users, func(n *programNode) []*programNode { return n.by }, l)
	for _, at := range spread(roots, func(n *programNode) []*programNode { return n.to }, l) {
		met[at.node.path] = true
	}
	return met
}

// topPackage is the outermost package around a directory, itself included; "" if it is
// none. Those known are kept.
func topPackage(dir string, known map[string]string) string {
	top, ok := known[dir]
	if !ok && isPackage(dir) {
		top = cmp.Or(topPackage(path.Dir(dir), known), dir)
	}
	known[dir] = top
	return top
}

func isPackage(dir string) bool {
	_, err := os.Lstat(filepath.Join(filepath.FromSlash(dir), "__init__.py"))
	return err == nil
}
