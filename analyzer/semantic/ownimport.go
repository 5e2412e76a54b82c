package semantic

import (
	"bytes"
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/semantic/scope"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// Binding is where to put an import for code that has no name for a module.
type Binding struct {
	Name string
	// Behind are the statements that the import follows, a copy of it behind each;
	// there are none if it goes to the top of the file.
	Behind []syntax.Node
	// Bound says that the name already means the module at the place.
	Bound bool
}

// BindingFor says how to import a module for n if no name means it yet: beside the
// imports that n itself rests on, to run whenever they do, else at the top of the file.
// It is not ok if the file imports the package only in places that need not run: its
// author may want to do without the package.
func (m *Model) BindingFor(module string, n syntax.Node) (Binding, bool) {
	if behind, home := m.restsOn(module, n); len(behind) > 0 {
		if slices.ContainsFunc(behind, func(stmt syntax.Node) bool { return m.Tree.Parent(stmt) != syntax.Root }) {
			name := m.freeName(module, n, home)
			return Binding{name, behind, m.importedBefore(behind, name, module)}, true
		}
	} else if m.onlyBelow(module) {
		stmt := m.importedFor(module, n)
		if stmt == syntax.None {
			return Binding{}, false
		}
		return Binding{Name: m.freeName(module, n, m.ScopeOf(stmt)), Behind: []syntax.Node{stmt}}, true
	}
	return Binding{Name: m.freeName(module, n, m.Scope(syntax.Root))}, true
}

// restsOn returns the imports of a framework that bind the first name of n, and the scope
// in which they bind it; none if a function binds it for another scope.
func (m *Model) restsOn(module string, n syntax.Node) (stmts []syntax.Node, home *scope.Scope) {
	for n = m.Tree.Unparen(n); m.Tree.Kind(n) == syntax.KindAttribute; {
		n = m.Tree.Unparen(m.Tree.Object(n))
	}
	sym := m.Symbol(n)
	if m.Tree.Kind(n) != syntax.KindIdentifier || sym == nil {
		return nil, nil
	}
	for _, d := range m.ReachingDefs(n) {
		switch {
		case d.Kind != DefImport || d.Import.Level != 0 || !infer.SameFramework(d.Import.Module, module):
		case m.ScopeOf(d.Value) != sym.Scope:
			return nil, nil
		case !slices.Contains(stmts, d.Value):
			stmts = append(stmts, d.Value)
		}
	}
	return stmts, sym.Scope
}

// importedFor is the first import of a framework in a scope around n that has run
// whenever n is evaluated.
func (m *Model) importedFor(module string, n syntax.Node) syntax.Node {
	brings := m.bringing(module)
	for _, imp := range m.Imports() {
		if imp.Level != 0 || !brings(imp.Module) {
			continue
		}
		home := m.ScopeOf(imp.Stmt)
		if s := m.ScopeOf(n); s == nil || !s.Within(home) || home.Kind == scope.Class && s != home {
			continue
		}
		if m.hasRun(Def{Kind: DefImport, Node: imp.NameNode}, home, n) {
			return imp.Stmt
		}
	}
	return syntax.None
}

// importedBefore reports whether each of some statements follows, in its own suite, an
// import of a module under a name: if the statement has run, so has the import.
func (m *Model) importedBefore(stmts []syntax.Node, name, module string) bool {
	return !slices.ContainsFunc(stmts, func(stmt syntax.Node) bool {
		return !slices.ContainsFunc(m.Imports(), func(imp syntax.Import) bool {
			return imp.Level == 0 && imp.Module == module && imp.Name == "" && imp.As == name &&
				m.Tree.Suite(imp.Stmt) == m.Tree.Suite(stmt) && m.Tree.Start(imp.Stmt) < m.Tree.Start(stmt)
		})
	})
}

// onlyBelow reports whether a file imports a framework, but never among the top-level
// statements of the module, which always run.
func (m *Model) onlyBelow(module string) bool {
	below, brings := false, m.bringing(module)
	for _, imp := range m.Imports() {
		if imp.Level == 0 && brings(imp.Module) {
			if m.Tree.Parent(imp.Stmt) == syntax.Root {
				return false
			}
			below = true
		}
	}
	return below
}

// bringing returns a test of whether an imported module implies that another module is
// available. An extension of torch may be missing where torch is installed: only
// imports of the extension itself, in a file that has them, imply it.
func (m *Model) bringing(module string) func(imported string) bool {
	if !strings.HasPrefix(module, "torch_") || !m.ImportsAny(infer.PackageOf(module)) {
		return func(imported string) bool { return infer.SameFramework(imported, module) }
	}
	return func(imported string) bool { return infer.PackageOf(imported) == infer.PackageOf(module) }
}

// freeName is the name for an import of a module in home, a scope around n: the
// module's own, if home may bind it and n reads it from there, or else one that
// the file does not use anywhere.
func (m *Model) freeName(module string, n syntax.Node, home *scope.Scope) string {
	if m.mayBind(module, n, home) {
		return module
	}
	name := "_" + module
	if home.Kind != scope.Module { // another import of it at the top keeps its name
		name = "_local_" + module
	}
	for hasWord(m.Tree.Source(), name) && !m.readsImport(home, name, module, n) || m.ReboundIn(home, name, module) {
		name += "_"
	}
	return name
}

// mayBind reports whether an import in home can bind a module under its own name,
// and n read it from there.
func (m *Model) mayBind(module string, n syntax.Node, home *scope.Scope) bool {
	if home.Kind != scope.Module {
		span := m.Tree.Span(home.Node)
		return !hasWord(m.Tree.Source()[span.Start:span.End], module)
	}
	for s := m.ScopeOf(n); s != nil && s != home; s = s.Parent {
		for _, sym := range s.Names { // an import in that scope may bring such an import along
			if sym.Imported && slices.ContainsFunc(sym.Defs, func(d Def) bool { return d.Kind == DefImport && infer.SameFramework(d.Import.Module, module) }) {
				return false
			}
		}
	}
	if m.ReboundIn(home, module, module) {
		return false
	}
	s := m.ScopeOf(n)
	return s != nil && s.Lookup([]byte(module)) == nil && home.Names[module] == nil || m.readsImport(home, module, module, n)
}

// readsImport reports whether a name is bound in home by imports of a module alone,
// and n reads it from there.
func (m *Model) readsImport(home *scope.Scope, name, module string, n syntax.Node) bool {
	s, sym := m.ScopeOf(n), home.Names[name]
	return s != nil && sym != nil && s.Lookup([]byte(name)) == sym &&
		!slices.ContainsFunc(sym.Defs, func(d Def) bool { return !d.Imports(module) })
}

// hasWord reports whether a name occurs anywhere in a text.
func hasWord(text []byte, name string) bool {
	inName := func(i int) bool {
		return i >= 0 && i < len(text) && (text[i] == '_' || text[i] >= 0x80 || '0' <= text[i] && text[i] <= '9' || 'a' <= text[i]|0x20 && text[i]|0x20 <= 'z')
	}
	for from := 0; ; {
		i := bytes.Index(text[from:], []byte(name))
		if i < 0 {
			return false
		}
		if i += from; !inName(i-1) && !inName(i+len(name)) {
			return true
		}
		from = i + 1
	}
}
