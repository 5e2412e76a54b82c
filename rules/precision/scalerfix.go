package precision

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules/internal/rewrite"
	"github.com/neuronlint/neuronlint/rules/internal/usage"
)

// scalerFix takes a scaler out with its whole protocol: scale, unscale_, step
// and update. There is no fix if the file does anything else with it, such as
// saving its state, since half a protocol is worse than all of it.
func scalerFix(p *analyzer.Pass, u usage.Use, row opsdb.Replacement) []analyzer.Fix {
	if u.Call == syntax.None || row.Action != opsdb.ActionRemove || p.Tree.InError(u.Call) || calls(p.Tree, u.Call) {
		return nil
	}
	assign := p.Tree.Parent(u.Call)
	stmt := p.Tree.Parent(assign)
	if p.Tree.Kind(assign) != syntax.KindAssignment || p.Tree.Kind(stmt) != syntax.KindExpressionStatement {
		return analyzer.NotMade(removeScaler, "not all of its uses are in this file")
	}
	uses, ok := usesOf(p, p.Tree.Child(assign, syntax.FieldLeft))
	if !ok {
		return analyzer.NotMade(removeScaler, "its variable may hold something else, or be read elsewhere")
	}
	r := removal{p: p}
	r.delete(stmt)
	for _, use := range uses {
		if !r.take(use) {
			fix := analyzer.Fix{Title: removeScaler}
			why := p.DoubtfulAt(use, "this line hands it on, or does more with it than scale a step")
			why.Safety = analyzer.Display
			fix.Take(why)
			return []analyzer.Fix{fix}
		}
	}
	if r.emptiesBlock() {
		return nil
	}
	fix := analyzer.Fix{Title: removeScaler, Requires: usage.Requires(p, row.Ref), Edits: r.edits}
	fix.Take(analyzer.Doubtful("float16 training needs the scaler, and the whole program is not known to compute in bfloat16"))
	return []analyzer.Fix{fix}
}

const removeScaler = "remove the scaler and its calls"

// calls reports whether the arguments of a call call anything.
func calls(t *syntax.Tree, call syntax.Node) bool {
	for n := range t.All(t.Child(call, syntax.FieldArguments)) {
		if t.Kind(n) == syntax.KindCall || t.Kind(n) == syntax.KindAwait || t.Kind(n) == syntax.KindNamedExpression {
			return true
		}
	}
	return false
}

// usesOf are the reads of the variable that an assignment binds: a name that is bound
// once, or an attribute of self that no other object of the file has.
func usesOf(p *analyzer.Pass, target syntax.Node) ([]syntax.Node, bool) {
	switch p.Tree.Kind(target) {
	case syntax.KindIdentifier:
		sym := p.Model.Symbol(target)
		if sym == nil || len(sym.Defs) != 1 || sym.Defs[0].Kind != semantic.DefAssign {
			return nil, false
		}
		return sym.Uses, true
	case syntax.KindAttribute:
		text := p.Tree.Written(target)
		if !strings.HasPrefix(text, "self.") {
			return nil, false
		}
		var uses []syntax.Node
		for n := range p.Model.AttributeLoads(p.Tree.Text(p.Tree.AttrName(target))) {
			if p.Tree.Written(n) != text || p.Tree.EnclosingClass(n) != p.Tree.EnclosingClass(target) {
				return nil, false
			}
			uses = append(uses, n)
		}
		return uses, boundOnce(p.Tree, target)
	}
	return nil, false
}

// boundOnce reports whether nothing else in the class assigns the attribute.
func boundOnce(t *syntax.Tree, target syntax.Node) bool {
	for n := range t.All(t.EnclosingClass(target)) {
		if n != target && t.Kind(n) == syntax.KindAttribute && t.Field(n) == syntax.FieldLeft && t.Same(n, target) {
			return false
		}
	}
	return true
}

// removal collects the edits that take a scaler out.
type removal struct {
	p       *analyzer.Pass
	edits   []analyzer.Edit
	deleted []syntax.Node
}

func (r *removal) delete(stmt syntax.Node) {
	r.deleted = append(r.deleted, stmt)
	r.edits = append(r.edits, rewrite.DeleteStatement(r.p, stmt)...)
}

// take takes out one use of the scaler; it is not ok if the use is no part of
// the protocol.
func (r *removal) take(use syntax.Node) bool {
	t := r.p.Tree
	method := t.Parent(use)
	call := t.Parent(method)
	if t.Kind(method) != syntax.KindAttribute || t.Kind(call) != syntax.KindCall || t.Callee(call) != method {
		return false
	}
	if strings.Contains(t.Text(call), "#") {
		return false
	}
	stmt := rewrite.LoneCall(r.p, call)
	positional, keyword, splat := t.ArgCount(call)
	arg := t.Arg(call, 0, "")
	one := positional == 1 && keyword == 0 && !splat
	switch t.Text(t.AttrName(method)) {
	case "scale":
		if !one {
			return false
		}
		r.edits = append(r.edits, rewrite.Replace(r.p, call, operand(t, arg)))
	case "step":
		if !one || stmt == syntax.None {
			return false
		}
		r.edits = append(r.edits, rewrite.Replace(r.p, call, operand(t, arg)+".step()"))
	case "unscale_", "update":
		if stmt == syntax.None {
			return false
		}
		r.delete(stmt)
	default:
		return false
	}
	return true
}

// operand is the text of an expression as something an attribute can be read
// from.
func operand(t *syntax.Tree, n syntax.Node) string {
	switch t.Kind(n) {
	case syntax.KindIdentifier, syntax.KindAttribute, syntax.KindCall, syntax.KindSubscript, syntax.KindParenthesized:
		return t.Text(n)
	}
	return "(" + t.Text(n) + ")"
}

// emptiesBlock reports whether a block would lose all its statements.
func (r *removal) emptiesBlock() bool {
	t := r.p.Tree
	gone := make(map[syntax.Node]int)
	for _, stmt := range r.deleted {
		gone[t.Suite(stmt)]++
	}
	for suite, n := range gone {
		kept := -n
		for range t.Children(suite) {
			kept++
		}
		if kept == 0 && n > 1 {
			return true
		}
	}
	return false
}
