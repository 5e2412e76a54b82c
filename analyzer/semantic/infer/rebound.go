package infer

import (
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/semantic/scope"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// bringing says how a star import affects a name that is meant to refer to a module.
type bringing uint8

const (
	leavesIt   bringing = iota // it does not bring the name, or brings the module itself
	mayBringIt                 // unknown: the imported module is not seen
	bringsIt                   // it brings something else
)

// ReboundBehind reports whether a name of a module's scope, bound for n by imports of a
// module, may still mean something else there: because of a star import after them, or of
// text that the file runs. A mere possibility does not count if the file itself uses the
// name for the module.
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

// ReboundIn reports whether a name that an import of a module would bind in home may mean
// something else there, or mean the module in code that gets the name from a star import.
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

// usedFor reports whether a file uses a name for a module: it reads an attribute that the
// module has.
func (m *Model) usedFor(sym *Symbol, module string) bool {
	return slices.ContainsFunc(sym.Uses[:min(len(sym.Uses), MaxRelied)], func(use syntax.Node) bool {
		p := m.Tree.Parent(use)
		return m.Tree.Kind(p) == syntax.KindAttribute && m.Tree.Object(p) == use && m.exists(module+"."+m.Tree.Text(m.Tree.AttrName(p)))
	})
}

// brought returns the effect of a star import on a name.
func (m *Model) brought(s star, name, module string) bringing {
	return m.broughtIn(m.module, s, name, module, make(map[*Module]bool))
}

// broughtIn returns the effect that a star import in a module has on a name there.
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

// broughtFrom returns the effect of a star import on a name that the imported module
// binds.
func (m *Model) broughtFrom(from *Module, name, module string) bringing {
	if r := m.moduleMember(from, name, from.Name+"."+name); r.Name == module && !r.Local && r.Confidence >= Likely {
		return leavesIt
	}
	return bringsIt
}

// isPrivate reports whether a star import leaves a name out, unless its module says
// otherwise.
func isPrivate(name string) bool { return strings.HasPrefix(name, "_") }

// bindsUnseen reports whether a file runs text as code or handles its variables as a
// dictionary, and may thus bind names that no statement shows.
func (m *Model) bindsUnseen() bool {
	if m.rebinds == Unknown {
		m.rebinds = No
		if bindsUnseen(m.View) {
			m.rebinds = Yes
		}
	}
	return m.rebinds == Yes
}

// PackageOf returns the top-level package of a module.
func PackageOf(module string) string {
	top, _, _ := strings.Cut(module, ".")
	return top
}

// SameFramework reports whether two modules belong together: they are of one package, or
// of torch and the packages that extend it.
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
