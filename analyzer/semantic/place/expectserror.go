package place

import (
	"slices"

	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// maxToError bounds how far a function is followed to its callers.
const maxToError = 6

// ExpectsError reports whether a test expects the code at a place to raise: it is in a
// block of pytest.raises or self.assertRaises, or in a function or lambda that is only
// called in such blocks.
func (m *Places) ExpectsError(n syntax.Node) bool {
	if !m.TextHas("raises") && !m.TextHas("assertRaises") {
		return false
	}
	return m.failsAt(n, 0, maxToError)
}

// AssertsError reports whether a call is of a function of a test framework that expects
// an exception.
func (m *Places) AssertsError(call syntax.Node) bool {
	switch _, method := m.MethodCall(call); method {
	case "assertRaises", "assertRaisesRegex", "raises":
		return true
	}
	return false
}

// failsAt reports whether a place only runs where a test expects an error. made counts
// the calls that come first: a lambda may return the function around the place.
func (m *Places) failsAt(n syntax.Node, made, steps int) bool {
	for value := range m.managersAround(n) {
		if m.AssertsError(value) {
			return true
		}
	}
	for fn := m.Tree.EnclosingFunction(n); fn != syntax.None && steps > 0; fn = m.Tree.EnclosingFunction(fn) {
		if m.runToFail(fn, made, steps-1) {
			return true
		}
		made++
	}
	return false
}

// runToFail reports whether the file only calls a function where a test expects an
// error.
func (m *Places) runToFail(fn syntax.Node, made, steps int) bool {
	if m.Tree.Kind(fn) == syntax.KindLambda {
		return m.endsToFail(fn, made, steps)
	}
	sym := m.Symbol(m.Tree.FuncName(fn))
	return sym != nil && m.allFail(sym.Uses, func(use syntax.Node) bool { return !m.IsRebound(use, fn) }, made, steps)
}

// allFail reports whether a name has uses that satisfy of, and all of these are where a
// test expects an error.
func (m *Places) allFail(uses []syntax.Node, of func(use syntax.Node) bool, made, steps int) bool {
	found := false
	for _, use := range uses {
		if !of(use) {
			continue
		}
		if found = true; !m.endsToFail(use, made, steps) {
			return false
		}
	}
	return found
}

// endsToFail follows a function, through assignments and calls, to the place where it
// is called: transformed = transform(f), with pytest.raises(ValueError):
// transformed.init(key).
func (m *Places) endsToFail(value syntax.Node, made, steps int) bool {
	if steps == 0 {
		return false
	}
	if m.failsAt(value, 0, steps-1) {
		return true
	}
	parent := m.Tree.Parent(value)
	switch m.Tree.Kind(parent) {
	case syntax.KindParenthesized:
		return m.endsToFail(parent, made, steps)
	case syntax.KindArgumentList, syntax.KindKeywordArgument:
		call := m.TakenBy(value)
		return m.AssertsError(call) || m.wraps(call) && m.endsToFail(call, made, steps)
	case syntax.KindCall: // its result is called later
		return made > 0 && m.Tree.Callee(parent) == value && m.endsToFail(parent, made-1, steps)
	case syntax.KindAssignment:
		sym := m.Symbol(m.Tree.Child(parent, syntax.FieldLeft))
		return sym != nil && m.Tree.Child(parent, syntax.FieldRight) == value &&
			m.allFail(sym.Uses, func(use syntax.Node) bool { return m.MayHold(use, value) }, made, steps-1)
	case syntax.KindTuple, syntax.KindList:
		return m.triedToFail(parent, made, steps-1)
	}
	return false
}

// wraps reports whether a call may make another function of the one passed to it
// without calling it: that is its only argument.
func (m *Places) wraps(call syntax.Node) bool {
	positional, _, splat := m.Tree.ArgCount(call)
	return call != syntax.None && positional == 1 && !splat
}

// triedToFail reports whether tests run once for each row of a table of functions, and
// call the argument where they expect an error.
func (m *Places) triedToFail(table syntax.Node, made, steps int) bool {
	t := m.Tree
	for k := t.Kind(t.Parent(table)); k == syntax.KindTuple || k == syntax.KindList; k = t.Kind(t.Parent(table)) {
		table = t.Parent(table)
	}
	bound := t.Parent(table)
	if t.Kind(bound) != syntax.KindAssignment || t.Child(bound, syntax.FieldRight) != table {
		return false
	}
	sym := m.Symbol(t.Child(bound, syntax.FieldLeft))
	return sym != nil && len(sym.Uses) > 0 && !slices.ContainsFunc(sym.Uses, func(use syntax.Node) bool {
		return !m.givenToFail(m.decorated(use), made, steps)
	})
}

// decorated is the function with a decorator that holds an expression.
func (m *Places) decorated(n syntax.Node) syntax.Node {
	for at := n; at != syntax.None; at = m.Tree.Parent(at) {
		if m.Tree.Kind(at) == syntax.KindDecorated {
			return m.Tree.Child(at, syntax.FieldDefinition)
		}
		if m.Tree.Kind(at) == syntax.KindFunction || m.Tree.Kind(at) == syntax.KindBlock {
			return syntax.None
		}
	}
	return syntax.None
}

// givenToFail reports whether a function calls its parameters only where it expects an
// error.
func (m *Places) givenToFail(fn syntax.Node, made, steps int) bool {
	found := false
	for _, param := range m.Tree.Params(fn) {
		sym := m.Symbol(param.Name)
		if sym == nil || len(sym.Uses) == 0 || m.Tree.EnclosingClass(fn) != syntax.None && m.Tree.Text(param.Name) == "self" {
			continue
		}
		if found = true; !m.allFail(sym.Uses, func(syntax.Node) bool { return true }, made, steps) {
			return false
		}
	}
	return found
}
