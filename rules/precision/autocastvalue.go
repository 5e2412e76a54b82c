package precision

import (
	"slices"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules/internal/rewrite"
	"github.com/neuronlint/neuronlint/rules/internal/usage"
)

// valueFix writes torch.autocast with its device type where autocast is handed on as a
// value, for others to call: partial(torch.autocast, "neuron").
func valueFix(p *analyzer.Pass, u usage.Use, row opsdb.Replacement) []analyzer.Fix {
	if p.Target.Rewrite == opsdb.RewriteXLA || u.Longer || p.Tree.InError(u.Node) || !isValue(p, u.Node) || !calledByKeyword(p, u.Node) {
		return nil
	}
	fix := analyzer.Fix{Title: "pass on autocast for the device in use", Requires: usage.Requires(p, row.Ref)}
	fix.Take(analyzer.Doubtful("autocast is passed on, and its calls are not visible"))
	if fix.Edits = partialEdits(p, u.Node); len(fix.Edits) == 0 {
		return nil
	}
	return []analyzer.Fix{fix}
}

// partialEdits give the device type to a partial application that is there, or make one.
func partialEdits(p *analyzer.Pass, n syntax.Node) []analyzer.Edit {
	name, imports, named := rewrite.Qualified(p, "torch.autocast", n)
	text, typed, ok := deviceType(p, n)
	if !named || !ok {
		return nil
	}
	text = name + ", " + text
	imports = append(imports, typed...)
	outer := p.Tree.Parent(p.Tree.Parent(n))
	if applied, _ := p.Model.CallName(outer); applied == "functools.partial" && p.Tree.Arg(outer, 0, "") == n {
		named, ok := rewrite.Keywords(p, outer, "", "enabled", "dtype", "cache_enabled")
		if !ok {
			return nil
		}
		imports = append(imports, named...)
	} else {
		partial, more, ok := rewrite.Qualified(p, "functools.partial", n)
		if !ok {
			return nil
		}
		text = partial + "(" + text + ")"
		imports = append(imports, more...)
	}
	return append(rewrite.Once(imports), rewrite.Replace(p, n, text))
}

// isValue reports whether a name is an operand of an assignment, an argument, an entry
// or the result of a function, and no decorator or base class.
func isValue(p *analyzer.Pass, n syntax.Node) bool {
	for {
		switch parent := p.Tree.Parent(n); p.Tree.Kind(parent) {
		case syntax.KindConditional, syntax.KindParenthesized:
			if p.Tree.Condition(parent) == n {
				return false
			}
			n = parent
		case syntax.KindAssignment:
			return p.Tree.Field(n) == syntax.FieldRight
		case syntax.KindArgumentList:
			return p.Tree.Kind(p.Tree.Parent(parent)) == syntax.KindCall
		case syntax.KindKeywordArgument, syntax.KindPair, syntax.KindDefaultParameter, syntax.KindTypedDefaultParameter:
			return p.Tree.Field(n) == syntax.FieldValue
		case syntax.KindReturn, syntax.KindList, syntax.KindTuple, syntax.KindLambda:
			return true
		default:
			return false
		}
	}
}

// calledByKeyword reports whether the calls of a value's variable pass no argument by
// position, which would be another parameter of torch.autocast. Calls by other code are
// not seen.
func calledByKeyword(p *analyzer.Pass, n syntax.Node) bool {
	for p.Tree.Kind(p.Tree.Parent(n)) == syntax.KindConditional || p.Tree.Kind(p.Tree.Parent(n)) == syntax.KindParenthesized {
		n = p.Tree.Parent(n)
	}
	assign := p.Tree.Parent(n)
	if p.Tree.Kind(assign) != syntax.KindAssignment {
		return true
	}
	sym := p.Model.Symbol(p.Tree.Child(assign, syntax.FieldLeft))
	return sym == nil || !slices.ContainsFunc(sym.Uses, func(use syntax.Node) bool {
		call := p.Tree.Parent(use)
		if p.Tree.Kind(call) != syntax.KindCall || p.Tree.Callee(call) != use {
			return false
		}
		positional, _, _ := p.Tree.ArgCount(call)
		return positional > 0
	})
}

// throughValue reports whether autocast is called by the name of a variable or an
// attribute that it was handed on to: the fix belongs to the value of that variable,
// which may also be something else.
func throughValue(p *analyzer.Pass, u usage.Use) bool {
	n := u.Node
	for p.Tree.Kind(n) == syntax.KindAttribute {
		n = p.Tree.Unparen(p.Tree.Object(n))
	}
	sym := p.Model.Symbol(n)
	return sym == nil || slices.ContainsFunc(sym.Defs, func(d semantic.Def) bool { return d.Kind != semantic.DefImport })
}
