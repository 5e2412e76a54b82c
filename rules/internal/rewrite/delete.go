package rewrite

import (
	"bytes"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// LoneCall is the statement that consists of the call alone, so that deleting
// it loses no value; None if the call is part of something else.
func LoneCall(p *analyzer.Pass, call syntax.Node) syntax.Node {
	stmt := p.Tree.Parent(call)
	if call == syntax.None || p.Tree.Kind(stmt) != syntax.KindExpressionStatement || p.Tree.Span(stmt) != p.Tree.Span(call) {
		return syntax.None
	}
	return stmt
}

// Delete makes a fix DeleteStatement, and tells the reader of a pass that is left, and
// of a comment above the statement, which stays.
func Delete(p *analyzer.Pass, fix *analyzer.Fix, stmt syntax.Node, title string) {
	fix.Title, fix.Edits = title, DeleteStatement(p, stmt)
	if len(fix.Edits) == 0 {
		return
	}
	if fix.Edits[0].Text == "pass" {
		Leave(fix, "a pass")
	}
	if comment := commentAbove(p, fix.Edits[0].Span.Start); comment != "" {
		stays := "the comment above stays: " + comment
		fix.Title += "; " + stays
		fix.Leaves = strings.TrimPrefix(fix.Leaves+"; "+stays, "; ")
	}
}

// Leave notes the remains that a fix leaves for a reader to look at, which may be
// nothing.
func Leave(fix *analyzer.Fix, what string) {
	if what != "" {
		fix.Title += ", which leaves " + what
		fix.Leaves = "the fix leaves " + what
	}
}

// commentAbove is the comment on the line above the one that holds offset, shortened; ""
// if other code stands there, or nothing.
func commentAbove(p *analyzer.Pass, offset int) string {
	src := p.Tree.Source()[:offset]
	above, ok := bytes.CutSuffix(src[:bytes.LastIndexByte(src, '\n')+1], []byte("\n"))
	line := strings.TrimSpace(string(above[bytes.LastIndexByte(above, '\n')+1:]))
	if !ok || !strings.HasPrefix(line, "#") || p.Tree.Kind(p.Tree.At(len(above)-1)) == syntax.KindString {
		return ""
	}
	return syntax.OneLine(strings.TrimLeft(line, "# "), 60)
}

// DeleteStatement deletes a simple statement, as edit.Builder does, and the if
// statement around it if that contains nothing else and its condition asks for nothing
// that a fix rewrites. A block that could lose all its statements to such fixes keeps a
// pass in place of the first, since each fix must be right whichever others are
// applied. There is no edit if stmt is no statement.
func DeleteStatement(p *analyzer.Pass, stmt syntax.Node) []analyzer.Edit {
	suite := p.Tree.Suite(stmt)
	if choice := p.Tree.Parent(suite); isHusk(p, choice, suite, stmt) {
		return DeleteStatement(p, choice)
	}
	if p.Tree.Kind(suite) == syntax.KindBlock && firstChild(p, suite) == stmt && allDisposable(p, suite, stmt) {
		return []analyzer.Edit{Replace(p, stmt, "pass")}
	}
	e, ok := Builder(p).DeleteStatement(stmt)
	if !ok {
		return nil
	}
	return []analyzer.Edit{e}
}

// isHusk reports whether a statement is an if that does nothing without the only one in
// it: it has no other arm and no comment, and names are all that it reads.
func isHusk(p *analyzer.Pass, choice, suite, stmt syntax.Node) bool {
	t := p.Tree
	if t.Kind(choice) != syntax.KindIf || len(t.Branches(choice)) != 1 || firstChild(p, suite) != stmt || t.Next(stmt) != syntax.None {
		return false
	}
	for _, n := range [...]syntax.Node{choice, suite} {
		for c := range t.Parts(n) {
			if t.Kind(c) == syntax.KindComment && Line(p, c) != Line(p, stmt) {
				return false
			}
		}
	}
	for n := range t.All(t.Child(choice, syntax.FieldCondition)) {
		switch t.Kind(n) {
		case syntax.KindIdentifier, syntax.KindInteger, syntax.KindNoneLiteral, syntax.KindTrue, syntax.KindFalse, syntax.KindComparison,
			syntax.KindBooleanOperator, syntax.KindNotOperator, syntax.KindParenthesized, syntax.KindOperator:
		case syntax.KindAttribute:
			if t.View(t.AttrName(n)) == "is_cuda" {
				return false
			}
		default:
			return false
		}
	}
	return true
}

func firstChild(p *analyzer.Pass, suite syntax.Node) syntax.Node {
	for c := range p.Tree.Children(suite) {
		return c
	}
	return syntax.None
}

// allDisposable reports whether every other statement of a block is one that
// some fix may delete.
func allDisposable(p *analyzer.Pass, suite, stmt syntax.Node) bool {
	for c := range p.Tree.Children(suite) {
		if c != stmt && !disposable(p, c) {
			return false
		}
	}
	return true
}

// disposable recognises calls and assignments that concern CUDA alone.
func disposable(p *analyzer.Pass, stmt syntax.Node) bool {
	if p.Tree.Kind(stmt) != syntax.KindExpressionStatement {
		return false
	}
	name := ""
	switch n := p.Tree.First(stmt); p.Tree.Kind(n) {
	case syntax.KindCall:
		name, _ = p.Model.CallName(n)
	case syntax.KindAssignment:
		target := p.Tree.Child(n, syntax.FieldLeft)
		if p.Tree.Kind(target) == syntax.KindSubscript {
			target = p.Tree.Child(target, syntax.FieldValue)
		}
		name, _ = p.Model.Name(target)
	}
	return strings.HasPrefix(name, "torch.cuda.") || strings.HasPrefix(name, "torch.backends.") ||
		strings.HasPrefix(name, "os.environ") || name == "os.putenv" || name == "jax.config.update"
}

// AppendArgument adds an argument behind the others of a call.
func AppendArgument(p *analyzer.Pass, call syntax.Node, text string) analyzer.Edit {
	return Builder(p).AppendArgument(call, text)
}

// OwnLine is the indentation of a statement that nothing else stands on a line with;
// ok is false for any other.
func OwnLine(p *analyzer.Pass, stmt syntax.Node) (indent string, ok bool) {
	if stmt == syntax.None {
		return "", false
	}
	src := p.Tree.Source()
	start := bytes.LastIndexByte(src[:p.Tree.Start(stmt)], '\n') + 1
	before := string(src[start:p.Tree.Start(stmt)])
	rest, _, _ := bytes.Cut(src[p.Tree.Stop(stmt):], []byte("\n"))
	rest = bytes.TrimSpace(rest)
	return before, strings.TrimLeft(before, " \t") == "" && (len(rest) == 0 || rest[0] == '#')
}
