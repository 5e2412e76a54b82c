package semantic

import (
	"slices"
	"sort"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/semantic/scope"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// NameAt is an expression that means a qualified name, such as
// "torch.accelerator.synchronize", at n and whenever n is evaluated. It prefers the
// expression of which n is an attribute, since n already relies on its meaning, whatever
// its spelling. It is "" if no code that has surely run gives a name that meaning.
func (m *Model) NameAt(name string, n syntax.Node) string {
	for e := m.Tree.Unparen(n); m.Tree.Kind(e) == syntax.KindAttribute; {
		e = m.Tree.Unparen(m.Tree.Object(e))
		r := m.Ref(e)
		if r.Name == "" || r.Chosen || r.Member || r.Confidence < Likely || !strings.HasPrefix(name, r.Name+".") {
			continue
		}
		if text := m.Tree.Text(e); !strings.ContainsAny(text, "\n#") {
			return text + name[len(r.Name):]
		}
	}
	module, rest, _ := strings.Cut(name, ".")
	local := m.ModuleName(module, n)
	if local == "" || rest == "" {
		return local
	}
	return local + "." + rest
}

// ModuleName is the local name under which a module can be reached at n: "torch"
// after import torch, "t" after import torch as t; "" if the module itself is not
// imported, or if the name may mean something else there, or nothing yet.
func (m *Model) ModuleName(module string, n syntax.Node) string {
	for _, name := range m.moduleNames(module) {
		if m.means(name, module, n) {
			return name
		}
	}
	return ""
}

// moduleNames returns the names that the imports of a file give to a module.
func (m *Model) moduleNames(module string) []string {
	if names, ok := m.local[module]; ok {
		return names
	}
	var names []string
	for _, imp := range m.Imports() {
		if name := nameOf(imp, module); name != "" && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if m.local == nil {
		m.local = make(map[string][]string)
	}
	m.local[module] = names
	return names
}

// nameOf is the name that an import gives to a module; "" if it gives none.
func nameOf(imp syntax.Import, module string) string {
	switch {
	case imp.Level != 0 || imp.Name == "*":
	case imp.Name != "":
		if imp.Module+"."+imp.Name == module {
			return imp.As
		}
	case imp.AsNode != syntax.None:
		if imp.Module == module {
			return imp.As
		}
	case imp.As == module: // import a.b binds a
		return imp.As
	}
	return ""
}

// means reports whether a name, read at n, is the module: every binding that reaches n is
// an import of the module, and has run. Where the binding may not have run, or may
// have been None for want of the module, the code around n must rely on it itself.
func (m *Model) means(name, module string, n syntax.Node) bool {
	s := m.ScopeOf(n)
	if s == nil {
		return false
	}
	sym := s.Lookup([]byte(name))
	if sym == nil {
		return false
	}
	defs := m.ReachingDefsAt(sym, n)
	if len(defs) > scope.MaxReaching {
		return false
	}
	ran, fallback := false, false
	for _, d := range defs {
		switch {
		case d.Imports(module):
			ran = ran || m.hasRun(d, sym.Scope, n)
		case d.Kind == DefAssign && m.IsNoneOrFalse(d.Value):
			fallback = true
		default:
			return false
		}
	}
	return len(defs) > 0 && (ran && !fallback || m.reliesOn(sym, defs, n)) && !m.ReboundBehind(sym, module, defs, n)
}

// hasRun reports whether a binding has run whenever n is evaluated. The code of a
// function runs after its definition.
func (m *Model) hasRun(d Def, home *scope.Scope, n syntax.Node) bool {
	for !m.SameFunction(n, home) {
		if n = m.Tree.EnclosingFunction(n); n == syntax.None {
			return false
		}
	}
	return m.Bound(d) <= m.Tree.Start(n) && (m.Dominates(d.Node, n) || home.Kind == scope.Module && m.loadedBefore(d, n))
}

// loadedBefore reports whether a binding is an import without which the module is not
// loaded, inside a top-level statement that ends before n.
func (m *Model) loadedBefore(d Def, n syntax.Node) bool {
	if d.Kind != DefImport {
		return false
	}
	stmt := m.Tree.Statement(d.Node)
	outer := stmt
	for m.Tree.Parent(outer) != syntax.Root {
		outer = m.Tree.Parent(outer)
	}
	return m.Tree.Stop(outer) <= m.Tree.Start(n) && m.alwaysLoads(stmt, true)
}

// reliesOn reports whether the code around n takes an attribute of a name on every path
// to n, or along with n: then the name holds the module wherever n matters.
func (m *Model) reliesOn(sym *Symbol, defs []Def, n syntax.Node) bool {
	fn := m.Tree.EnclosingFunction(n)
	uses := sym.Uses
	if fn != syntax.None {
		start, stop := m.Tree.Start(fn), m.Tree.Stop(fn)
		uses = uses[sort.Search(len(uses), func(i int) bool { return m.Tree.Start(uses[i]) >= start }):]
		uses = uses[:sort.Search(len(uses), func(i int) bool { return m.Tree.Start(uses[i]) >= stop })]
	}
	for _, use := range uses[:min(len(uses), infer.MaxRelied)] {
		parent := m.Tree.Parent(use)
		if m.Tree.Kind(parent) == syntax.KindAttribute && m.Tree.Object(parent) == use && m.Tree.EnclosingFunction(use) == fn &&
			m.Dominates(use, n) && slices.EqualFunc(m.ReachingDefs(use), defs, func(a, b Def) bool { return a.Node == b.Node }) {
			return true
		}
	}
	return false
}
