package usage

import (
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// Shown reports whether a value goes to people and nowhere else: it is printed,
// logged or raised, perhaps as part of a text or by way of variables.
func Shown(p *analyzer.Pass, n syntax.Node) bool {
	const maxVariables = 2
	return shown(p, n, maxVariables)
}

func shown(p *analyzer.Pass, n syntax.Node, variables int) bool {
	for outer := p.Tree.Parent(n); outer != syntax.None; outer = p.Tree.Parent(outer) {
		switch p.Tree.Kind(outer) {
		case syntax.KindCall:
			name, _ := p.Model.CallName(outer)
			if !toText(name) {
				return p.Tree.Kind(p.Tree.Parent(outer)) == syntax.KindRaise || Shows(p, outer)
			}
		case syntax.KindExpressionStatement:
			return true
		case syntax.KindAssignment:
			return variables > 0 && shownVariable(p, p.Tree.Child(outer, syntax.FieldLeft), variables-1)
		case syntax.KindArgumentList, syntax.KindKeywordArgument, syntax.KindInterpolation, syntax.KindString,
			syntax.KindConcatenatedString, syntax.KindParenthesized, syntax.KindTuple, syntax.KindAttribute:
		case syntax.KindBinaryOperator:
			if p.Model.Type(outer).Kind != semantic.KindString {
				return false
			}
		default:
			return false
		}
	}
	return false
}

// toText reports whether a function makes a text of a value.
func toText(name string) bool {
	return name == "builtins.str" || name == "builtins.repr" || strings.HasPrefix(name, "builtins.str.")
}

// Shows reports whether a call only shows its arguments to people: it prints, warns
// or logs them.
func Shows(p *analyzer.Pass, call syntax.Node) bool {
	name, _ := p.Model.CallName(call)
	if name == "builtins.print" || name == "warnings.warn" || strings.HasPrefix(name, "logging.") {
		return true
	}
	callee := p.Tree.Callee(call)
	if p.Tree.Kind(callee) != syntax.KindAttribute {
		return false
	}
	switch p.Tree.View(p.Tree.AttrName(callee)) {
	case "debug", "info", "warning", "error", "critical":
		return true
	}
	return false
}

// shownVariable reports whether every use of a variable of a function shows
// it; what other files read of a module is unseen.
func shownVariable(p *analyzer.Pass, name syntax.Node, variables int) bool {
	const maxUses = 16
	sym := p.Model.Symbol(name)
	if p.Tree.Kind(name) != syntax.KindIdentifier || sym == nil || len(sym.Defs) != 1 ||
		len(sym.Uses) == 0 || len(sym.Uses) > maxUses ||
		p.Tree.EnclosingFunction(name) == syntax.None {
		return false
	}
	return !slices.ContainsFunc(sym.Uses, func(use syntax.Node) bool { return !shown(p, use, variables) })
}
