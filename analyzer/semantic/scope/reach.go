package scope

import (
	"slices"
	"sort"

	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// View is the table of a file with its tree. It tells which bindings hold at a use.
type View struct {
	*Table
	Tree *syntax.Tree
}

// ReachingDefs returns the bindings that may hold when the identifier use is evaluated,
// in source order. For a name of an outer function or module these are all its bindings;
// for a local name they are the last one that surely ran before the use, and those after
// it that may have run.
func (v *View) ReachingDefs(use syntax.Node) []Def {
	sym := v.Symbol(use)
	if sym == nil {
		return nil
	}
	return v.ReachingDefsAt(sym, use)
}

// ReachingDefsAt returns the bindings of a name that may hold when use is evaluated; use
// need not be a use of the name.
func (v *View) ReachingDefsAt(sym *Symbol, use syntax.Node) []Def {
	// The result expression of a comprehension precedes the targets that bind its names.
	if !v.SameFunction(use, sym.Scope) || sym.Scope.Kind == Comprehension {
		return sym.Defs
	}
	last := v.boundBefore(sym.Defs, v.Tree.Start(use))
	out, ok := v.back(sym.Defs[:last], use)
	slices.Reverse(out)
	if out = v.appendLooped(out, sym.Defs[last:], use); !ok || len(out) > MaxReaching {
		return sym.Defs
	}
	return out
}

// MaxReaching bounds the bindings that are told apart. If more of them may reach a use,
// all are taken to reach it, and nothing is concluded from them.
const MaxReaching = 64

// boundBefore counts the bindings that hold before an offset; defs are in source order.
func (v *View) boundBefore(defs []Def, offset int) int {
	n := sort.Search(len(defs), func(i int) bool { return v.Bound(defs[i]) > offset })
	for n < len(defs) && v.Bound(defs[n]) <= offset { // x = (x := 1) binds inside out
		n++
	}
	return n
}

// back walks back from use over the bindings before it, up to one that surely ran; ok is
// false if that is too far.
func (v *View) back(before []Def, use syntax.Node) (out []Def, ok bool) {
	const maxSteps = 8 * MaxReaching
	for i := len(before) - 1; i >= 0; i-- {
		if len(out) > MaxReaching || len(before)-i > maxSteps {
			return nil, false
		}
		d := before[i]
		if d.IsDeclaration() || v.exclusive(d.Node, use) || v.left(d.Node, use) {
			continue
		}
		if out == nil {
			out = before[i : i+1 : i+1] // most often the only one
		} else {
			out = append(out, d)
		}
		if d.Kind != DefAug && (v.Dominates(d.Node, use) || v.exhausts(out, use)) {
			break
		}
	}
	return out, true
}

// IsDeclaration reports whether d is a bare annotation, which binds nothing.
func (d Def) IsDeclaration() bool { return d.Kind == DefAssign && d.Value == syntax.None }

// appendLooped adds later bindings that an enclosing loop carries back to use,
// unless each turn of the loop binds the variable anew before the use.
func (v *View) appendLooped(out, later []Def, use syntax.Node) []Def {
	if len(later) == 0 {
		return out
	}
	anew := syntax.None
	if len(out) > 0 && out[0].Kind != DefAug && v.Dominates(out[0].Node, use) {
		anew = out[0].Node
	}
	loop := v.outerLoopWithout(use, anew)
	if loop == syntax.None {
		return out
	}
	for _, d := range later {
		if len(out) > MaxReaching || v.Tree.Start(d.Node) >= v.Tree.Stop(loop) {
			break
		}
		if v.Tree.Within(d.Node, loop) {
			out = append(out, d)
		}
	}
	return out
}

// OuterLoop returns the outermost for or while statement around n in its function.
func (v *View) OuterLoop(n syntax.Node) syntax.Node {
	return v.outerLoopWithout(n, syntax.None)
}

// outerLoopWithout returns the outermost for or while statement around n within its
// function that does not contain another node.
func (v *View) outerLoopWithout(n, other syntax.Node) syntax.Node {
	found := syntax.None
	for p := v.Tree.Parent(n); p != syntax.None; p = v.Tree.Parent(p) {
		switch v.Tree.Kind(p) {
		case syntax.KindFor, syntax.KindWhile:
			if other != syntax.None && v.Tree.Within(other, p) {
				return found
			}
			found = p
		case syntax.KindFunction, syntax.KindLambda, syntax.KindClass:
			return found
		}
	}
	return found
}

// SameFunction reports whether use runs in the scope itself, not in a function defined
// inside it; only then does the order of statements matter.
func (v *View) SameFunction(use syntax.Node, s *Scope) bool {
	for c := v.ScopeOf(use); c != nil; c = c.Parent {
		if c == s {
			return true
		}
		if c.Kind == Function {
			return false
		}
	}
	return false
}

// Dominates reports whether the binding at def runs on every path to use: its
// suite encloses the use, or it binds a parameter.
func (v *View) Dominates(def, use syntax.Node) bool {
	for p := v.Tree.Parent(def); p != syntax.None; p = v.Tree.Parent(p) {
		switch v.Tree.Kind(p) {
		case syntax.KindBlock, syntax.KindModule, syntax.KindParameters, syntax.KindLambdaParameters, syntax.KindForInClause:
			if v.Tree.Kind(p) == syntax.KindParameters || v.Tree.Kind(p) == syntax.KindLambdaParameters {
				return true
			}
			if v.Tree.Within(use, p) {
				return true
			}
			if !v.alwaysRuns(p) {
				return v.Tree.Kind(p) == syntax.KindForInClause
			}
		case syntax.KindFor, syntax.KindWith:
			// The target of a for or with statement holds in the statement's body.
			return v.Tree.Within(use, p) || v.Tree.Kind(p) == syntax.KindWith && v.Dominates(p, use)
		case syntax.KindExcept, syntax.KindExceptGroup, syntax.KindCaseClause, syntax.KindElif:
			return v.Tree.Within(use, p)
		case syntax.KindBooleanOperator, syntax.KindConditional:
			if !v.Tree.Within(use, p) && !v.Tree.Within(def, v.evaluatedFirst(p)) {
				return false
			}
		case syntax.KindFunction, syntax.KindClass, syntax.KindLambda:
			if p != def {
				return v.Tree.Within(use, p)
			}
		}
	}
	return true
}

// Precedes reports whether one of the nodes, which are in source order and in the
// function of use, is evaluated on every path to use. Of many nodes, only the last are
// checked.
func (v *View) Precedes(nodes []syntax.Node, use syntax.Node) bool {
	var defs []Def
	for _, n := range slices.Backward(nodes[max(0, len(nodes)-MaxReaching):]) {
		if v.Dominates(n, use) {
			return true
		}
		defs = append(defs, Def{Node: n})
		if v.exhausts(defs, use) {
			return true
		}
	}
	return false
}

// alwaysRuns reports whether a block runs whenever its statement does: the
// body of with, and finally.
func (v *View) alwaysRuns(block syntax.Node) bool {
	switch v.Tree.Kind(v.Tree.Parent(block)) {
	case syntax.KindWith, syntax.KindFinally:
		return true
	}
	return false
}

// evaluatedFirst returns the operand of and, or and a conditional expression that is
// always evaluated.
func (v *View) evaluatedFirst(n syntax.Node) syntax.Node {
	if v.Tree.Kind(n) == syntax.KindConditional {
		_, cond, _ := v.Tree.Conditional(n)
		return cond
	}
	return v.Tree.Child(n, syntax.FieldLeft)
}

// exclusive reports whether a and b are in different arms of one if or match statement
// outside loops, where neither sees the other's binding.
func (v *View) exclusive(a, b syntax.Node) bool {
	for p := a; p != syntax.None; p = v.Tree.Parent(p) {
		stmt := v.armOf(p)
		if stmt == syntax.None || v.Tree.Within(b, p) || !v.Tree.Within(b, stmt) {
			continue
		}
		return v.OuterLoop(stmt) == syntax.None
	}
	return false
}

// left reports whether the block of def ends by leaving the function, which hides the
// binding from all code after the block. A try statement may catch it.
func (v *View) left(def, use syntax.Node) bool {
	leaves := false
	for p := v.Tree.Parent(def); p != syntax.None; p = v.Tree.Parent(p) {
		switch k := v.Tree.Kind(p); {
		case k == syntax.KindTry, k == syntax.KindFunction, k == syntax.KindClass:
			return false
		case v.Tree.Within(use, p):
			return leaves
		case k == syntax.KindBlock:
			leaves = leaves || v.EndsFunction(p)
		}
	}
	return false
}

// EndsFunction reports whether a block ends with return or raise.
func (v *View) EndsFunction(block syntax.Node) bool {
	last := v.Tree.Last(block)
	k := v.Tree.Kind(last)
	return k == syntax.KindReturn || k == syntax.KindRaise
}
