package edit

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// InsertImport adds an import statement, such as "import torch_xla", to the top of the
// module: behind the first import of the same package, else behind the run of imports
// that has the first one of a package in after, else behind the first run of imports,
// else behind the docstring, the imports from __future__ and the leading comments. A run
// begins anew behind code that has to precede the package: environment variables set
// between imports, or an import with a comment that says so. If a comment says that the
// package has to precede another one, the import goes in front of that. It is not ok if
// the module already has all names of the statement, if the text is no import, or if the
// line that it would follow holds other code.
func (b *Builder) InsertImport(stmt string, after ...string) (e Edit, ok bool) {
	wanted := parseImport(stmt)
	if len(wanted) == 0 {
		return Edit{}, false
	}
	top := b.scanTop(wanted[0].Module, after)
	missing := false
	for _, in := range wanted {
		missing = missing || !top.has(in)
	}
	if !missing {
		return Edit{}, false
	}
	stmt = b.margin() + stmt
	if top.first != syntax.None {
		return b.Insert(b.lineStart(b.Tree.Start(top.first)), stmt+"\n"), true
	}
	if b.sharesLine(cmp.Or(top.near, top.head)) {
		return Edit{}, false
	}
	if top.near != syntax.None {
		return b.insertLine(b.Tree.Stop(top.near), stmt), true
	}
	return b.insertFirstImport(top, stmt), true
}

// InsertBehind adds a simple statement, such as an import, right behind another
// statement, to run whenever that one does: on a line of its own, or on the same line if
// that holds other code.
func (b *Builder) InsertBehind(stmt string, behind syntax.Node) Edit {
	start, stop := b.Tree.Start(behind), b.Tree.Stop(behind)
	rest := b.skipBlanks(stop)
	if src := b.Tree.Source(); !b.beginsLine(start) || rest < len(src) && !b.endsLine(rest) && src[rest] != '#' {
		return b.Insert(stop, "; "+stmt)
	}
	indent := string(b.Tree.Source()[b.lineStart(start):start])
	return b.insertLine(stop, indent+stmt)
}

// margin is the indentation of the first statement, and with it of the whole module.
// Python allows one only in a notebook cell; the parser always does.
func (b *Builder) margin() string {
	first := b.Tree.First(syntax.Root)
	if first == syntax.None {
		return ""
	}
	start := b.Tree.Start(first)
	before := string(b.Tree.Source()[b.lineStart(start):start])
	if strings.Trim(before, " \t") != "" {
		return ""
	}
	return before
}

// sharesLine reports whether code other than an import follows a statement on its line,
// and so would run before an import inserted below.
func (b *Builder) sharesLine(stmt syntax.Node) bool {
	line := b.lineStart(b.Tree.Stop(stmt))
	for n := b.Tree.Next(stmt); n != syntax.None && b.lineStart(b.Tree.Start(n)) == line; n = b.Tree.Next(n) {
		if len(b.Tree.Imports(n)) == 0 {
			return true
		}
	}
	return false
}

// parseImport reads the names that an import statement binds.
func parseImport(stmt string) []syntax.Import {
	tree, err := syntax.Parse(context.Background(), []byte(stmt), syntax.Limits{})
	if err != nil || len(tree.Errors()) > 0 {
		return nil
	}
	var imports []syntax.Import
	for n := range tree.Children(syntax.Root) {
		found := tree.Imports(n)
		if found == nil {
			return nil
		}
		imports = append(imports, found...)
	}
	return imports
}

// top describes the top level of a module, as needed to add an import.
type top struct {
	imports []syntax.Import
	first   syntax.Node // the import to insert in front of
	near    syntax.Node // the import to insert behind
	head    syntax.Node // the docstring or the last import from __future__
}

// scanTop reads the statements of a module for an import of module, which can need
// one of the packages in after.
func (b *Builder) scanTop(module string, after []string) top {
	var t top
	var related syntax.Node
	var needed, run importRun
	first, set := true, false
	for stmt := range b.Tree.Children(syntax.Root) {
		imports := b.Tree.Imports(stmt)
		t.imports = append(t.imports, imports...)
		switch {
		case b.Tree.Kind(stmt) == syntax.KindFutureImport, first && b.isDocstring(stmt):
			t.head = stmt
		case len(imports) == 0:
			needed.end()
			run.end()
			set = set || b.setsEnvironment(stmt)
		default:
			if set || b.saysBefore(stmt, packageOf(module)) {
				needed, run, set = importRun{}, importRun{}, false
			}
			pkg := ""
			if imports[0].Level == 0 {
				pkg = packageOf(imports[0].Module)
			}
			if related == syntax.None && pkg == packageOf(module) {
				related = stmt
			}
			needed.add(stmt, slices.Contains(after, pkg))
			run.add(stmt, true)
		}
		first = false
	}
	t.near = cmp.Or(related, needed.last, run.last)
	if related == syntax.None {
		t.first = b.mustFollow(packageOf(module))
	}
	return t
}

// setsEnvironment reports whether a statement sets environment variables, which a
// package may read on import.
func (b *Builder) setsEnvironment(stmt syntax.Node) bool {
	if b.Tree.Kind(stmt) != syntax.KindExpressionStatement {
		return false
	}
	n := b.Tree.First(stmt)
	switch b.Tree.Kind(n) {
	case syntax.KindAssignment, syntax.KindAugmentedAssignment:
		return strings.HasSuffix(b.Tree.Text(b.Tree.Child(b.Tree.Child(n, syntax.FieldLeft), syntax.FieldValue)), "environ")
	case syntax.KindCall:
		callee := b.Tree.Text(b.Tree.Callee(n))
		for _, name := range [...]string{"environ.setdefault", "environ.update", "putenv", "load_dotenv"} {
			if callee == name || strings.HasSuffix(callee, "."+name) {
				return true
			}
		}
	}
	return false
}

// saysBefore reports whether a comment beside or above an import says that it has to come
// before a package.
func (b *Builder) saysBefore(stmt syntax.Node, pkg string) bool {
	src := b.Tree.Source()
	start := b.lineStart(b.Tree.Start(stmt))
	for start > 0 && strings.HasPrefix(strings.TrimLeft(string(src[b.lineStart(start-1):start]), " \t"), "#") {
		start = b.lineStart(start - 1)
	}
	for line := range strings.Lines(string(src[start:b.nextLine(b.Tree.Stop(stmt))])) {
		_, comment, _ := strings.Cut(line, "#")
		if _, then, ok := strings.Cut(comment, "before"); ok && strings.Contains(then, pkg) {
			return true
		}
	}
	return false
}

// importRun is a run of consecutive import statements.
type importRun struct {
	last  syntax.Node
	ended bool
}

// add extends the run by a statement; by the first one only if begins is set.
func (r *importRun) add(stmt syntax.Node, begins bool) {
	if !r.ended && (begins || r.last != syntax.None) {
		r.last = stmt
	}
}

func (r *importRun) end() { r.ended = r.last != syntax.None }

func (b *Builder) isDocstring(stmt syntax.Node) bool {
	return b.Tree.Kind(stmt) == syntax.KindExpressionStatement && b.Tree.IsDocstring(b.Tree.First(stmt))
}

// packageOf is the part of a module's name that names its package.
func packageOf(module string) string {
	name, _, _ := strings.Cut(module, ".")
	return name
}

// has reports whether the module already binds the name that in would bind. A submodule
// imported without an alias binds its package too.
func (t top) has(in syntax.Import) bool {
	for _, have := range t.imports {
		if have.Level != in.Level || have.Name != in.Name || have.As != in.As {
			continue
		}
		if have.Module == in.Module {
			return true
		}
		plain := in.Name == "" && in.As == in.Module && have.AsNode == syntax.None
		if plain && strings.HasPrefix(have.Module, in.Module+".") {
			return true
		}
	}
	return false
}

// insertLine adds a line behind the one that holds offset.
func (b *Builder) insertLine(offset int, line string) Edit {
	at := b.nextLine(offset)
	switch {
	case b.File.EndsCell(at):
		return b.Insert(b.lineEnd(offset), "\n"+line)
	case at > 0 && b.Tree.Source()[at-1] == '\n':
		return b.Insert(at, line+"\n")
	}
	return b.Insert(len(b.Tree.Source()), "\n"+line)
}

// insertFirstImport adds an import to a module without imports, with empty lines around
// it.
func (b *Builder) insertFirstImport(t top, line string) Edit {
	head := b.Tree.Stop(t.head)
	if t.head == syntax.None {
		head = b.leadingComments()
	}
	src := b.Tree.Source()
	if head < 0 {
		if len(src) > 0 {
			line += "\n"
		}
		return b.Insert(b.File.FirstPython(), line+"\n")
	}
	if at := b.nextLine(head); at < len(src) && !b.endsLine(at) && !b.File.EndsCell(at) {
		line += "\n"
	}
	return b.insertLine(head, "\n"+line)
}

// leadingComments is the end of the comments at the start of the file, such as the
// shebang, the encoding and the licence; -1 if there are none.
func (b *Builder) leadingComments() int {
	end := -1
	for c := range b.Tree.Parts(syntax.Root) {
		if b.Tree.Kind(c) != syntax.KindComment || end >= 0 && b.nextLine(end) != b.lineStart(b.Tree.Start(c)) {
			break
		}
		end = b.Tree.Stop(c)
	}
	return end
}
