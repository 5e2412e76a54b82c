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

// DeleteStatement deletes a simple statement, as edit.Builder does. A block
// that could lose all its statements to such fixes keeps a pass in place of
// the first, since each fix must be right whichever others are applied. There
// is no edit if stmt is no statement.
func DeleteStatement(p *analyzer.Pass, stmt syntax.Node) []analyzer.Edit {
	suite := p.Tree.Suite(stmt)
	if p.Tree.Kind(suite) == syntax.KindBlock && firstChild(p, suite) == stmt && allDisposable(p, suite, stmt) {
		return []analyzer.Edit{Replace(p, stmt, "pass")}
	}
	e, ok := Builder(p).DeleteStatement(stmt)
	if !ok {
		return nil
	}
	return []analyzer.Edit{e}
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
