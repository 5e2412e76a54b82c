package flow

import (
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// Shown reports whether a value goes to people and nowhere else: it is printed, logged or
// raised, perhaps as part of a text or through variables.
func (m *Literals) Shown(n syntax.Node) bool {
	const maxVariables = 2
	return m.shown(n, maxVariables)
}

// shownKey is the cache key of shown: a node, and how many variables may be followed.
type shownKey struct {
	n         syntax.Node
	variables int
}

// shown climbs from a value to its consumer. All parts of a long text share one consumer,
// which is found once.
func (m *Literals) shown(n syntax.Node, variables int) bool {
	if m.showing == nil {
		m.showing = make(map[shownKey]bool)
	}
	var way []shownKey
	for {
		key := shownKey{n, variables}
		result, known := m.showing[key]
		if !known {
			way = append(way, key)
			result, known = m.shownBy(n, m.Tree.Parent(n), variables)
		}
		if known {
			for _, k := range way {
				m.showing[k] = result
			}
			return result
		}
		n = m.Tree.Parent(n)
	}
}

// shownBy says whether outer shows its part n; known is false if that depends on the
// consumer of outer.
func (m *Literals) shownBy(n, outer syntax.Node, variables int) (result, known bool) {
	switch m.Tree.Kind(outer) {
	case syntax.KindCall:
		name, _ := m.CallName(outer)
		if toText(name) {
			return false, false
		}
		return m.Tree.Kind(m.Tree.Parent(outer)) == syntax.KindRaise || m.Shows(outer), true
	case syntax.KindExpressionStatement:
		return true, true
	case syntax.KindAssignment:
		return variables > 0 && m.shownVariable(m.Tree.Child(outer, syntax.FieldLeft), variables-1), true
	case syntax.KindArgumentList, syntax.KindKeywordArgument, syntax.KindInterpolation, syntax.KindString,
		syntax.KindConcatenatedString, syntax.KindParenthesized, syntax.KindTuple, syntax.KindAttribute:
		return false, false
	case syntax.KindConditional:
		return false, m.Tree.Condition(outer) == n
	case syntax.KindAssert: // the message is shown; the condition's value is lost
		return m.Tree.First(outer) != n, true
	case syntax.KindReturn:
		return m.describes(m.Tree.EnclosingFunction(outer)), true
	case syntax.KindBinaryOperator:
		return false, m.Type(outer).Kind != infer.KindString
	}
	return false, true
}

// describes reports whether a function returns the text by which an object is shown, as
// __repr__ does.
func (m *Literals) describes(fn syntax.Node) bool {
	switch m.Tree.View(m.Tree.FuncName(fn)) {
	case "__repr__", "__str__", "extra_repr":
		return true
	}
	return false
}

// toText reports whether a function turns a value into text.
func toText(name string) bool {
	return name == "builtins.str" || name == "builtins.repr" || strings.HasPrefix(name, "builtins.str.")
}

// Shows reports whether a call only shows its arguments to people: it prints, warns
// or logs them.
func (m *Literals) Shows(call syntax.Node) bool {
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

// shownVariable reports whether every use of a function's variable shows it; a variable
// of the module may have uses in other files, which are not seen.
func (m *Literals) shownVariable(name syntax.Node, variables int) bool {
	const maxUses = 16
	sym := m.Symbol(name)
	if m.Tree.Kind(name) != syntax.KindIdentifier || sym == nil || len(sym.Defs) != 1 ||
		len(sym.Uses) == 0 || len(sym.Uses) > maxUses ||
		m.Tree.EnclosingFunction(name) == syntax.None {
		return false
	}
	return !slices.ContainsFunc(sym.Uses, func(use syntax.Node) bool { return !m.shown(use, variables) })
}
