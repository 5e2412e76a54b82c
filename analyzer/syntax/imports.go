package syntax

import "bytes"

// Import is one name that an import statement binds.
type Import struct {
	Stmt     Node
	Module   string // "a.b"; of a relative import without the dots
	Level    int    // the number of leading dots
	Name     string // the name imported from Module; "" for a plain import, "*" for all
	As       string // the name bound; for import a.b it is "a", for a star ""
	NameNode Node   // the dotted name or star in the source
	AsNode   Node   // the identifier behind as, or None
}

// Bound is the identifier that the import binds: the one behind as, or else the name.
func (i Import) Bound() Node {
	if i.AsNode != None {
		return i.AsNode
	}
	return i.NameNode
}

// Imports lists the names that an import, from-import or future import binds, in source
// order.
func (t *Tree) Imports(stmt Node) []Import {
	switch t.kind[stmt] {
	case KindImport:
		return t.importNames(Import{Stmt: stmt}, None)
	case KindFutureImport:
		return t.importNames(Import{Stmt: stmt, Module: "__future__"}, None)
	case KindImportFrom:
		from := t.Child(stmt, FieldModuleName)
		in := Import{Stmt: stmt}
		in.Module, in.Level = t.moduleName(from)
		return t.importNames(in, from)
	}
	return nil
}

// importNames completes in for each name of its statement; from is the module
// of a from-import, which is no such name.
func (t *Tree) importNames(in Import, from Node) []Import {
	var found []Import
	for n := range t.Children(in.Stmt) {
		if n == from {
			continue
		}
		switch t.kind[n] {
		case KindDottedName, KindAliasedImport:
			found = append(found, t.importName(in, n))
		case KindWildcardImport:
			in.Name, in.NameNode = "*", n
			found = append(found, in)
		}
	}
	return found
}

func (t *Tree) importName(in Import, n Node) Import {
	in.NameNode = n
	if t.kind[n] == KindAliasedImport {
		in.NameNode, in.AsNode = t.Child(n, FieldName), t.Child(n, FieldAlias)
	}
	name := t.dotted(in.NameNode)
	if t.kind[in.Stmt] == KindImport {
		in.Module, in.As = name, t.Text(t.First(in.NameNode))
	} else {
		in.Name, in.As = name, name
	}
	if in.AsNode != None {
		in.As = t.Text(in.AsNode)
	}
	return in
}

// moduleName reads the module of a from-import.
func (t *Tree) moduleName(from Node) (name string, level int) {
	if t.kind[from] != KindRelativeImport {
		return t.dotted(from), 0
	}
	for n := range t.Children(from) {
		switch t.kind[n] {
		case KindImportPrefix:
			level = bytes.Count(t.Bytes(n), []byte("."))
		case KindDottedName:
			name = t.dotted(n)
		}
	}
	return name, level
}

// dotted joins the identifiers of a dotted name, ignoring spaces and line continuations
// between them.
func (t *Tree) dotted(n Node) string {
	var name []byte
	for c := range t.Children(n) {
		if t.kind[c] != KindIdentifier {
			continue
		}
		if len(name) > 0 {
			name = append(name, '.')
		}
		name = append(name, t.Bytes(c)...)
	}
	return string(name)
}
