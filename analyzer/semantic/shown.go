package semantic

import (
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// Shown reports whether a value goes to people and nowhere else: it is printed,
// logged or raised, perhaps as part of a text or by way of variables.
func (m *Model) Shown(n syntax.Node) bool {
	const maxVariables = 2
	return m.shown(n, maxVariables)
}

func (m *Model) shown(n syntax.Node, variables int) bool {
	inner := n
	for outer := m.Tree.Parent(n); outer != syntax.None; inner, outer = outer, m.Tree.Parent(outer) {
		switch m.Tree.Kind(outer) {
		case syntax.KindCall:
			name, _ := m.CallName(outer)
			if !toText(name) {
				return m.Tree.Kind(m.Tree.Parent(outer)) == syntax.KindRaise || m.Shows(outer)
			}
		case syntax.KindExpressionStatement:
			return true
		case syntax.KindAssignment:
			return variables > 0 && m.shownVariable(m.Tree.Child(outer, syntax.FieldLeft), variables-1)
		case syntax.KindArgumentList, syntax.KindKeywordArgument, syntax.KindInterpolation, syntax.KindString,
			syntax.KindConcatenatedString, syntax.KindParenthesized, syntax.KindTuple, syntax.KindAttribute:
		case syntax.KindConditional:
			if m.Tree.Condition(outer) == inner {
				return false
			}
		case syntax.KindAssert: // its message; of what it tests no value is left
			return m.Tree.First(outer) != inner
		case syntax.KindReturn:
			return m.describes(m.Tree.EnclosingFunction(outer))
		case syntax.KindBinaryOperator:
			if m.Type(outer).Kind != KindString {
				return false
			}
		default:
			return false
		}
	}
	return false
}

// describes reports whether a function yields the text that stands for an object where
// that is shown.
func (m *Model) describes(fn syntax.Node) bool {
	switch m.Tree.View(m.Tree.FuncName(fn)) {
	case "__repr__", "__str__", "extra_repr":
		return true
	}
	return false
}

// toText reports whether a function makes a text of a value.
func toText(name string) bool {
	return name == "builtins.str" || name == "builtins.repr" || strings.HasPrefix(name, "builtins.str.")
}

// Shows reports whether a call only shows its arguments to people: it prints, warns
// or logs them.
func (m *Model) Shows(call syntax.Node) bool {
	name, _ := m.CallName(call)
	if name == "builtins.print" || name == "warnings.warn" || strings.HasPrefix(name, "logging.") {
		return true
	}
	callee := m.Tree.Callee(call)
	if m.Tree.Kind(callee) != syntax.KindAttribute {
		return false
	}
	switch m.Tree.View(m.Tree.AttrName(callee)) {
	case "debug", "info", "warning", "warn", "error", "exception", "critical":
		return true
	}
	return false
}

// shownVariable reports whether every use of a variable of a function shows
// it; what other files read of a module is unseen.
func (m *Model) shownVariable(name syntax.Node, variables int) bool {
	const maxUses = 16
	sym := m.Symbol(name)
	if m.Tree.Kind(name) != syntax.KindIdentifier || sym == nil || len(sym.Defs) != 1 ||
		len(sym.Uses) == 0 || len(sym.Uses) > maxUses ||
		m.Tree.EnclosingFunction(name) == syntax.None {
		return false
	}
	return !slices.ContainsFunc(sym.Uses, func(use syntax.Node) bool { return !m.shown(use, variables) })
}
