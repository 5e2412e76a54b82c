package environ

import (
	"slices"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// The limits to how far a name of a variable is followed.
const (
	maxHops = 4  // variables, loops and functions
	maxUses = 16 // of each of them
)

// Reaches reports whether the string n, not the name of a variable in its own place,
// becomes one: through a variable, a loop over its list, or a function of the project
// that takes it as an argument.
func (f *Finder) Reaches(n syntax.Node) bool { return f.goesOn(n, maxHops) }

func (f *Finder) goesOn(n syntax.Node, hops int) bool {
	if hops == 0 {
		return false
	}
	t := f.p.Tree
	parent := t.Parent(n)
	switch t.Kind(parent) {
	case syntax.KindParenthesized, syntax.KindList, syntax.KindTuple, syntax.KindSet, syntax.KindExpressionList:
		return f.goesOn(parent, hops)
	case syntax.KindAssignment:
		return t.Field(n) == syntax.FieldRight && f.used(t.Child(parent, syntax.FieldLeft), hops)
	case syntax.KindFor, syntax.KindForInClause:
		return t.Field(n) == syntax.FieldRight && t.Kind(n) != syntax.KindString && f.used(t.Child(parent, syntax.FieldLeft), hops)
	case syntax.KindArgumentList:
		return f.takes(t.Parent(parent), n, hops)
	case syntax.KindKeywordArgument:
		return f.takes(t.Parent(t.Parent(parent)), n, hops)
	}
	return false
}

// used reports whether a variable is used as the name of a variable of an environment.
func (f *Finder) used(name syntax.Node, hops int) bool {
	if f.p.Tree.Kind(name) != syntax.KindIdentifier {
		return false
	}
	sym := f.p.Model.Symbol(name)
	if sym == nil {
		return false
	}
	return slices.ContainsFunc(sym.Uses[:min(len(sym.Uses), maxUses)], func(use syntax.Node) bool {
		return f.Holds(use) || f.goesOn(use, hops-1)
	})
}

// takes reports whether the function of the project that a call runs uses an argument
// as the name of a variable.
func (f *Finder) takes(call, arg syntax.Node, hops int) (uses bool) {
	if !f.p.Model.RunsProject(call) {
		return false
	}
	f.p.Model.WithCallee(call, func(in *semantic.Model, fn syntax.Node) {
		there := f
		if in != f.p.Model {
			there = New(analyzer.NewPass(in, f.p.DB, f.p.Target))
		}
		params := in.Tree.Params(fn)
		if len(params) > 0 && in.Tree.Kind(in.Tree.EnclosingFrame(fn)) == syntax.KindClass {
			params = params[1:] // self
		}
		for i, p := range params {
			if f.p.Tree.Arg(call, i, in.Tree.Text(p.Name)) == arg {
				uses = there.used(p.Name, hops)
				return
			}
		}
	})
	return uses
}
