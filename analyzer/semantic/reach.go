package semantic

import (
	"slices"
	"sort"

	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// Reaching are the bindings that may hold when the identifier use is
// evaluated, in source order. For a name of an outer function or module these
// are all its bindings; for a local name the last one that surely ran before
// the use, and those behind it that may have run.
func (m *Model) Reaching(use syntax.Node) []Def {
	m.check()
	sym := m.Symbol(use)
	if sym == nil {
		return nil
	}
	return m.reachingAt(sym, use)
}

// reachingAt are the bindings of a name that may hold when use is evaluated, which
// need not read the name.
func (m *Model) reachingAt(sym *Symbol, use syntax.Node) []Def {
	// What a comprehension yields stands before its targets, and they bind it.
	if !m.sameFunction(use, sym.scope) || sym.scope.kind == comprehensionScope {
		return sym.Defs
	}
	last := m.boundBefore(sym.Defs, m.Tree.Start(use))
	out, ok := m.back(sym.Defs[:last], use)
	slices.Reverse(out)
	if out = m.appendLooped(out, sym.Defs[last:], use); !ok || len(out) > maxReaching {
		return sym.Defs
	}
	return out
}

// maxReaching is how many bindings are told apart. A use that more of them may
// reach is taken to be reached by all, and nothing is concluded from them.
const maxReaching = 64

// boundBefore is how many of the bindings, which are in source order, hold
// before an offset.
func (m *Model) boundBefore(defs []Def, offset int) int {
	n := sort.Search(len(defs), func(i int) bool { return m.bound(defs[i]) > offset })
	for n < len(defs) && m.bound(defs[n]) <= offset { // x = (x := 1) binds inside out
		n++
	}
	return n
}

// back goes back from use over the bindings before it, up to one that surely
// ran; ok is false if that is too far.
func (m *Model) back(before []Def, use syntax.Node) (out []Def, ok bool) {
	const maxSteps = 8 * maxReaching
	for i := len(before) - 1; i >= 0; i-- {
		if len(out) > maxReaching || len(before)-i > maxSteps {
			return nil, false
		}
		d := before[i]
		if d.isDeclaration() || m.exclusive(d.Node, use) || m.left(d.Node, use) {
			continue
		}
		if out == nil {
			out = before[i : i+1 : i+1] // most often the only one
		} else {
			out = append(out, d)
		}
		if d.Kind != DefAug && (m.dominates(d.Node, use) || m.exhausts(out, use)) {
			break
		}
	}
	return out, true
}

// isDeclaration reports whether d is a bare annotation, which binds nothing.
func (d Def) isDeclaration() bool { return d.Kind == DefAssign && d.Value == syntax.None }

// appendLooped adds later bindings that an enclosing loop carries back to use,
// unless each turn of the loop binds the variable anew before the use.
func (m *Model) appendLooped(out, later []Def, use syntax.Node) []Def {
	if len(later) == 0 {
		return out
	}
	anew := syntax.None
	if len(out) > 0 && out[0].Kind != DefAug && m.dominates(out[0].Node, use) {
		anew = out[0].Node
	}
	loop := m.outerLoopWithout(use, anew)
	if loop == syntax.None {
		return out
	}
	for _, d := range later {
		if len(out) > maxReaching || m.Tree.Start(d.Node) >= m.Tree.Stop(loop) {
			break
		}
		if m.Tree.Within(d.Node, loop) {
			out = append(out, d)
		}
	}
	return out
}

// outerLoop is the outermost for or while statement around n in its function.
func (m *Model) outerLoop(n syntax.Node) syntax.Node {
	return m.outerLoopWithout(n, syntax.None)
}

// outerLoopWithout is the outermost for or while statement around n within its
// function that another node is not in.
func (m *Model) outerLoopWithout(n, other syntax.Node) syntax.Node {
	found := syntax.None
	for p := m.Tree.Parent(n); p != syntax.None; p = m.Tree.Parent(p) {
		switch m.Tree.Kind(p) {
		case syntax.KindFor, syntax.KindWhile:
			if other != syntax.None && m.Tree.Within(other, p) {
				return found
			}
			found = p
		case syntax.KindFunction, syntax.KindLambda, syntax.KindClass:
			return found
		}
	}
	return found
}

// sameFunction reports whether use runs in the scope itself, not in a function
// defined inside it, so that the order of statements says something.
func (m *Model) sameFunction(use syntax.Node, s *scope) bool {
	for c := m.scopeOf(use); c != nil; c = c.parent {
		if c == s {
			return true
		}
		if c.kind == functionScope {
			return false
		}
	}
	return false
}

// dominates reports whether the binding at def runs on every path to use: its
// suite encloses the use, or it binds a parameter.
func (m *Model) dominates(def, use syntax.Node) bool {
	for p := m.Tree.Parent(def); p != syntax.None; p = m.Tree.Parent(p) {
		switch m.Tree.Kind(p) {
		case syntax.KindBlock, syntax.KindModule, syntax.KindParameters, syntax.KindLambdaParameters, syntax.KindForInClause:
			if m.Tree.Kind(p) == syntax.KindParameters || m.Tree.Kind(p) == syntax.KindLambdaParameters {
				return true
			}
			if m.Tree.Within(use, p) {
				return !m.inTryBody(p, use)
			}
			if !m.alwaysRuns(p) {
				return m.Tree.Kind(p) == syntax.KindForInClause
			}
		case syntax.KindFor, syntax.KindWith:
			// The target of for and with holds in the statement's body.
			return m.Tree.Within(use, p) || m.Tree.Kind(p) == syntax.KindWith && m.dominates(p, use)
		case syntax.KindExcept, syntax.KindExceptGroup, syntax.KindCaseClause, syntax.KindElif:
			return m.Tree.Within(use, p)
		case syntax.KindBooleanOperator, syntax.KindConditional:
			if !m.Tree.Within(use, p) && !m.Tree.Within(def, m.evaluatedFirst(p)) {
				return false
			}
		case syntax.KindFunction, syntax.KindClass, syntax.KindLambda:
			if p != def {
				return m.Tree.Within(use, p)
			}
		}
	}
	return true
}

// Precedes reports whether one of some nodes, which are in source order and in the
// function of use, is evaluated on every path to it. Of many, the last are asked.
func (m *Model) Precedes(nodes []syntax.Node, use syntax.Node) bool {
	var defs []Def
	for _, n := range slices.Backward(nodes[max(0, len(nodes)-maxReaching):]) {
		if m.dominates(n, use) {
			return true
		}
		defs = append(defs, Def{Node: n})
		if m.exhausts(defs, use) {
			return true
		}
	}
	return false
}

// alwaysRuns reports whether a block runs whenever its statement does: the
// body of with, and finally.
func (m *Model) alwaysRuns(block syntax.Node) bool {
	switch m.Tree.Kind(m.Tree.Parent(block)) {
	case syntax.KindWith, syntax.KindFinally:
		return true
	}
	return false
}

// evaluatedFirst is the operand of and, or and a conditional expression that
// is evaluated whatever the others yield.
func (m *Model) evaluatedFirst(n syntax.Node) syntax.Node {
	if m.Tree.Kind(n) == syntax.KindConditional {
		_, cond, _ := m.Tree.Conditional(n)
		return cond
	}
	return m.Tree.Child(n, syntax.FieldLeft)
}

// inTryBody reports whether block is the body of a try statement that the use
// is an exception handler of; then the binding may not have run.
func (m *Model) inTryBody(block, use syntax.Node) bool {
	try := m.Tree.Parent(block)
	return m.Tree.Kind(try) == syntax.KindTry && !m.Tree.Within(use, block)
}

// exclusive reports whether a and b stand in different arms of one if or match
// statement, so that one never sees the other's binding.
func (m *Model) exclusive(a, b syntax.Node) bool {
	for p := a; p != syntax.None; p = m.Tree.Parent(p) {
		stmt := m.armOf(p)
		if stmt == syntax.None || m.Tree.Within(b, p) || !m.Tree.Within(b, stmt) {
			continue
		}
		return m.outerLoop(stmt) == syntax.None
	}
	return false
}

// left reports whether the block of def ends by leaving the function, so that
// nothing behind the block sees the binding. A try statement may catch it.
func (m *Model) left(def, use syntax.Node) bool {
	leaves := false
	for p := m.Tree.Parent(def); p != syntax.None; p = m.Tree.Parent(p) {
		switch k := m.Tree.Kind(p); {
		case k == syntax.KindTry, k == syntax.KindFunction, k == syntax.KindClass:
			return false
		case m.Tree.Within(use, p):
			return leaves
		case k == syntax.KindBlock:
			leaves = leaves || m.endsFunction(p)
		}
	}
	return false
}

// endsFunction reports whether a block ends with return or raise.
func (m *Model) endsFunction(block syntax.Node) bool {
	last := syntax.None
	for c := range m.Tree.Children(block) {
		last = c
	}
	k := m.Tree.Kind(last)
	return k == syntax.KindReturn || k == syntax.KindRaise
}
