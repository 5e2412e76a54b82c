package infer

import (
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/semantic/scope"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// bringing is what a star import makes of a name that is to mean a module.
type bringing uint8

const (
	leavesIt   bringing = iota // it does not bring the name, or brings the module itself
	mayBringIt                 // nobody can tell: the module that it is of is not seen
	bringsIt                   // it brings something else
)

// ReboundBehind reports whether a name of a module's scope, which some imports of a
// module bind for n, may mean something else there all the same: by a star import behind
// them, or by text that the file runs. What is only possible is not taken to be where the
// file itself uses the name for the module.
func (m *Model) ReboundBehind(sym *Symbol, module string, defs []Def, n syntax.Node) bool {
	if sym.Scope.Kind != scope.Module {
		return false
	}
	worst := leavesIt
	for i, star := range sym.Scope.Stars {
		if m.runsBetween(defs, star.Stmt, sym.Scope, n) {
			worst = max(worst, m.brought(newStars(sym.Scope)[i], sym.Name, module))
		}
	}
	if worst == leavesIt && m.bindsUnseen() && !isPrivate(sym.Name) {
		worst = mayBringIt
	}
	return worst == bringsIt || worst == mayBringIt && !m.usedFor(sym, module)
}

// runsBetween reports whether a star import may run between the imports that bind a
// name and n.
func (m *Model) runsBetween(defs []Def, star syntax.Node, home *scope.Scope, n syntax.Node) bool {
	if star > n && m.SameFunction(n, home) {
		return false
	}
	return slices.ContainsFunc(defs, func(d Def) bool { return d.Node < star }) &&
		!slices.ContainsFunc(defs, func(d Def) bool { return d.Node > star && m.Tree.Suite(d.Value) == syntax.Root })
}

// ReboundIn reports whether a name that an import of a module would have in home may
// mean something else, or mean it to code that has it of a star import.
func (m *Model) ReboundIn(home *scope.Scope, name, module string) bool {
	if home.Kind != scope.Module {
		return false
	}
	if m.bindsUnseen() && !isPrivate(name) {
		return true
	}
	return slices.ContainsFunc(newStars(home), func(s star) bool { return m.brought(s, name, module) != leavesIt })
}

// MaxRelied bounds how many uses of a name are looked at.
const MaxRelied = 256

// usedFor reports whether a file uses a name for a module: it takes something of it
// that the module has.
func (m *Model) usedFor(sym *Symbol, module string) bool {
	return slices.ContainsFunc(sym.Uses[:min(len(sym.Uses), MaxRelied)], func(use syntax.Node) bool {
		p := m.Tree.Parent(use)
		return m.Tree.Kind(p) == syntax.KindAttribute && m.Tree.Object(p) == use && m.exists(module+"."+m.Tree.Text(m.Tree.AttrName(p)))
	})
}

// brought is what a star import makes of a name.
func (m *Model) brought(s star, name, module string) bringing {
	return m.broughtIn(m.module, s, name, module, make(map[*Module]bool))
}

// broughtIn is what a star import in a module makes of a name there.
func (m *Model) broughtIn(in *Module, s star, name, module string, seen map[*Module]bool) bringing {
	var from *Module
	if in != nil {
		from = in.Find(s.level, s.module)
	}
	switch {
	case from == nil && (isPrivate(name) || s.level == 0 && (IsStandard(PackageOf(s.module)) || SameFramework(s.module, module))):
		return leavesIt
	case from == nil:
		return mayBringIt
	case seen[from]:
		return leavesIt
	}
	seen[from] = true
	in.Project.uses.add(in, from)
	e := from.Project.exports(from)
	switch {
	case e == nil:
		return mayBringIt
	case !e.offers(name):
		return leavesIt
	case e.has(name):
		return m.broughtFrom(from, name, module)
	}
	worst := leavesIt
	if e.runs && !isPrivate(name) || slices.Contains(e.all, name) {
		worst = mayBringIt
	}
	for _, s := range e.stars {
		worst = max(worst, m.broughtIn(from, s, name, module, seen))
	}
	return worst
}

// broughtFrom is what a star import makes of a name that its module binds.
func (m *Model) broughtFrom(from *Module, name, module string) bringing {
	if r := m.moduleMember(from, name, from.Name+"."+name); r.Name == module && !r.Local && r.Confidence >= Likely {
		return leavesIt
	}
	return bringsIt
}

// isPrivate reports whether a star import leaves a name out, unless its module says
// otherwise.
func isPrivate(name string) bool { return strings.HasPrefix(name, "_") }

// bindsUnseen reports whether a file runs text as code or has its variables as a
// dictionary at hand, so that it may bind names that nothing shows.
func (m *Model) bindsUnseen() bool {
	if m.rebinds == Unknown {
		m.rebinds = No
		if bindsUnseen(m.View) {
			m.rebinds = Yes
		}
	}
	return m.rebinds == Yes
}

// PackageOf is the top-level package of a module.
func PackageOf(module string) string {
	top, _, _ := strings.Cut(module, ".")
	return top
}

// SameFramework reports whether two modules come together: those of one package, and
// the packages that torch is extended by.
func SameFramework(a, b string) bool {
	top := func(module string) string {
		module = PackageOf(module)
		if strings.HasPrefix(module, "torch_") {
			return "torch"
		}
		return module
	}
	return top(a) == top(b)
}
