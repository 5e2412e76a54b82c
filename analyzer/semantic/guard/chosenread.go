package guard

import (
	"slices"

	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/semantic/value"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// read follows a value from its expression to those that read it, and reports whether one
// of them chooses unknown code by it.
func (w *chosen) read(n syntax.Node) bool {
	for {
		at := chosenAt{w.m.Module(), n}
		if w.seen[at] {
			return false
		}
		if w.seen[at] = true; w.spent() {
			return true
		}
		up, ok := w.above(n)
		if !ok {
			return w.chosenBy(w.m.Tree.Parent(n), n)
		}
		n = up
	}
}

// above is the next larger expression that stands for a value, holds it or is made of it.
func (w *chosen) above(n syntax.Node) (up syntax.Node, ok bool) {
	p := w.m.Tree.Parent(n)
	switch w.m.Tree.Kind(p) {
	case syntax.KindParenthesized, syntax.KindList, syntax.KindTuple, syntax.KindSet, syntax.KindExpressionList, syntax.KindListSplat,
		syntax.KindBinaryOperator, syntax.KindConcatenatedString, syntax.KindString, syntax.KindAwait:
		return p, true
	case syntax.KindInterpolation:
		return w.m.Tree.Parent(p), true
	case syntax.KindConditional:
		_, cond, _ := w.m.Tree.Conditional(p)
		return p, cond != n
	case syntax.KindBooleanOperator, syntax.KindNotOperator:
		return p, !w.isCondition(n)
	case syntax.KindSubscript:
		return p, w.m.Tree.Child(p, syntax.FieldValue) == n
	}
	return n, false
}

// chosenBy reports whether the code around a value chooses unknown code by it.
func (w *chosen) chosenBy(p, n syntax.Node) bool {
	t := w.m.Tree
	switch t.Kind(p) {
	case syntax.KindConditional, syntax.KindBooleanOperator, syntax.KindNotOperator, syntax.KindComparison, syntax.KindIf, syntax.KindElif,
		syntax.KindWhile, syntax.KindAssert, syntax.KindMatch:
		return w.decides(n)
	case syntax.KindNamedExpression:
		return w.bound(t.Child(p, syntax.FieldName)) || w.read(p)
	case syntax.KindAssignment, syntax.KindFor, syntax.KindForInClause:
		return t.Child(p, syntax.FieldRight) == n && w.bound(t.Child(p, syntax.FieldLeft))
	case syntax.KindReturn:
		return w.results(t.EnclosingFunction(p))
	case syntax.KindKeywordArgument, syntax.KindArgumentList:
		return w.passed(p, n)
	case syntax.KindCall:
		return t.Callee(p) == n
	case syntax.KindAttribute:
		return w.method(p)
	case syntax.KindExpressionStatement, syntax.KindWithItem, syntax.KindRaise:
		return false
	}
	return !w.weak // among others a key of a table
}

// isCondition reports whether an operand belongs to a condition, and not to a value.
func (w *chosen) isCondition(n syntax.Node) bool {
	top := w.m.Condition(n)
	switch p := w.m.Tree.Parent(top); w.m.Tree.Kind(p) {
	case syntax.KindIf, syntax.KindElif, syntax.KindWhile, syntax.KindAssert:
		return true
	case syntax.KindConditional:
		_, cond, _ := w.m.Tree.Conditional(p)
		return cond == top
	}
	return false
}

// decides reports whether a condition that reads the value leads to unknown code, by one
// arm or the other.
func (w *chosen) decides(n syntax.Node) bool {
	if w.weak {
		return false
	}
	if p := w.m.Tree.Parent(n); w.m.Tree.Kind(p) == syntax.KindMatch {
		return w.runs([]source.Span{w.m.Tree.Span(p)})
	} else if w.m.Tree.Kind(p) == syntax.KindComparison {
		n = p
	}
	if w.m.Tree.Kind(w.m.Tree.Parent(w.m.Condition(n))) == syntax.KindAssert {
		return false
	}
	holds, known := w.m.Controlled(n, true)
	fails, also := w.m.Controlled(n, false)
	return !known || !also || w.runs(slices.Concat(holds, fails))
}

// runs reports whether regions lead to unknown code, or choose some in turn.
func (w *chosen) runs(regions []source.Span) bool {
	if w.m.Ends(regions) != EndsKnown {
		return true
	}
	for _, region := range regions {
		if arm, ok := w.m.chosenArms()[region]; ok && w.chooses(arm) {
			return true
		}
	}
	return false
}

// bound follows the targets of an assignment or a loop.
func (w *chosen) bound(target syntax.Node) bool {
	switch w.m.Tree.Kind(target) {
	case syntax.KindIdentifier:
		sym := w.m.Symbol(target)
		return sym == nil || len(sym.Uses) > maxChosen || slices.ContainsFunc(sym.Uses, func(use syntax.Node) bool { return w.holds(use, target) && w.read(use) })
	case syntax.KindAttribute:
		loads := w.m.LoadsOf(w.m.Tree.Text(w.m.Tree.AttrName(target)))
		return len(loads) == 0 && !w.weak || slices.ContainsFunc(loads, w.read)
	case syntax.KindSubscript:
		return !w.weak
	}
	for part := range w.m.Tree.Children(target) {
		if w.bound(part) {
			return true
		}
	}
	return false
}

// holds reports whether a read of a name may see the value bound at a target.
func (w *chosen) holds(use, target syntax.Node) bool {
	defs := w.m.KnownDefs(use)
	return len(defs) == 0 || slices.ContainsFunc(defs, func(d infer.Def) bool { return d.Node == target })
}

// results follows the result of a function to its callers, of which there must be some for
// a name to be understood.
func (w *chosen) results(fn syntax.Node) bool {
	calls := w.m.Callers(fn)
	return len(calls) == 0 && !w.weak || slices.ContainsFunc(calls, w.read)
}

// method reports whether an attribute of the value is called that belongs neither to
// PyTorch nor to Python: the value is an object that chooses how it runs.
func (w *chosen) method(attr syntax.Node) bool {
	call, name := w.m.Tree.Parent(attr), w.m.Tree.View(w.m.Tree.AttrName(attr))
	if w.m.Tree.Kind(call) != syntax.KindCall || w.m.Tree.Callee(call) != attr {
		return false
	}
	if pythonMethod(name) && !w.weak {
		return w.read(call)
	}
	return !w.m.torchMethod(name) && !pythonMethod(name)
}

// passed follows an argument of a call into functions of the project. Known functions
// choose nothing by it, unless they import or look up by a name.
func (w *chosen) passed(args, n syntax.Node) bool {
	if w.m.Tree.Kind(args) == syntax.KindKeywordArgument {
		args = w.m.Tree.Parent(args)
	}
	call := w.m.Tree.Parent(args)
	if w.m.Tree.Kind(args) != syntax.KindArgumentList || w.m.Tree.Kind(call) != syntax.KindCall {
		return !w.weak
	}
	followed, found := false, false
	w.m.TakenAs(call, n, func(in *value.Values, param syntax.Node) {
		to := &chosen{m: Of(in.Model), seen: w.seen, budget: w.budget, weak: w.weak}
		followed, found = true, found || to.bound(param)
	})
	if followed || w.weak {
		return found
	}
	name, _ := w.m.CallName(call)
	switch name {
	case "builtins.__import__", "importlib.import_module", "builtins.getattr", "builtins.setattr", "builtins.eval", "builtins.exec":
		return true
	}
	if infer.TopOf(name) != "builtins" && forKernels.Match(w.m.Tree.Bytes(n)) {
		return true
	}
	return w.m.callEnds(call) != EndsKnown || name == "" && !w.knownCallee(call)
}

// knownCallee reports whether a call without a name is of a method of PyTorch or of
// Python, or of a logger.
func (w *chosen) knownCallee(call syntax.Node) bool {
	obj, method := w.m.MethodCall(call)
	return method != "" && w.m.knownMethod(obj, method)
}
