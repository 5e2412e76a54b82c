package semantic

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// imported explains the import at an offset: the name there, or all names of the
// statement if the offset is in the module that they come from.
func (e *explanation) imported(offset int) {
	t := e.m.Tree
	all := importsAround(t, t.At(offset))
	var here []syntax.Import
	for _, imp := range all {
		if t.Start(imp.NameNode) <= offset && offset < t.Stop(imp.Bound()) {
			here = append(here, imp)
		}
	}
	if here == nil {
		here = all
	}
	for _, imp := range here {
		e.add(imp.NameNode, "%s is imported here%s", importedPath(imp), e.m.importedFromWhere(imp))
	}
}

// importsAround are the imports of the statement around a node.
func importsAround(t *syntax.Tree, n syntax.Node) []syntax.Import {
	for ; n != syntax.None && n != syntax.Root; n = t.Parent(n) {
		if all := t.Imports(n); all != nil {
			return all
		}
	}
	return nil
}

// importedPath is the whole name of an import, with the dots of a relative one.
func importedPath(imp syntax.Import) string {
	path := strings.Repeat(".", imp.Level) + imp.Module
	switch {
	case imp.Name == "*":
		return "everything in " + path
	case imp.Name == "":
		return path
	case imp.Module == "":
		return path + imp.Name
	}
	return path + "." + imp.Name
}

// importedFromWhere says whether an import is of this project, if one is known.
func (m *Model) importedFromWhere(imp syntax.Import) string {
	switch {
	case m.OfProject(imp):
		return ", from this project"
	case m.Module() != nil && imp.Level == 0:
		return ", from outside of this project"
	}
	return ""
}

// keyword names the function whose keyword argument is at an offset.
func (e *explanation) keyword(offset int) {
	t := e.m.Tree
	n := t.At(offset)
	if p := t.Parent(n); t.Kind(p) == syntax.KindKeywordArgument && t.Field(n) == syntax.FieldName {
		if call := t.Parent(t.Parent(p)); t.Kind(call) == syntax.KindCall {
			e.name(t.Callee(call))
		}
	}
}
