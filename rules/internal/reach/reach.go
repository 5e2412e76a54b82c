// Package reach tells which code runs on machines with CUDA only, where a fix
// may write what raises on a machine without an accelerator, and which code only
// serves tests.
package reach

import (
	"path"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// NeedsCUDA reports whether the code at n is reached on machines with CUDA
// only: behind a test for it, or behind something that raises without.
func NeedsCUDA(p *analyzer.Pass, n syntax.Node) bool {
	span := p.Tree.Span(n)
	for _, region := range p.Model.DeadRegions() {
		if region.Span.Contains(span) {
			return true
		}
	}
	for call := range p.Model.CallsOf("torch.Tensor.cuda", "torch.nn.Module.cuda", "torch.Tensor.to", "torch.nn.Module.to") {
		if raises(p, call) && (p.Tree.Within(call, p.Tree.Parent(n)) || before(p.Tree, call, n)) {
			return true
		}
	}
	return false
}

// raises reports whether a call moves something to CUDA.
func raises(p *analyzer.Pass, call syntax.Node) bool {
	switch name, conf := p.Model.CallName(call); name {
	case "torch.Tensor.cuda", "torch.nn.Module.cuda":
		return conf >= analyzer.Likely
	case "torch.Tensor.to", "torch.nn.Module.to":
		return p.Model.DeviceAt(p.Tree.Arg(call, 0, "device")) != nil
	}
	return false
}

// before reports whether a statement by itself, or an assignment, holds the
// call and stands in a suite around n, so that it has run when n does.
func before(t *syntax.Tree, call, n syntax.Node) bool {
	stmt := t.Statement(call)
	return call < n && t.Kind(stmt) == syntax.KindExpressionStatement && t.Within(n, t.Parent(stmt)) &&
		t.EnclosingFunction(call) == t.EnclosingFunction(n) && !conditional(t, call, stmt)
}

// conditional reports whether the part of a statement may be left out.
func conditional(t *syntax.Tree, n, stmt syntax.Node) bool {
	for ; n != stmt; n = t.Parent(n) {
		switch t.Kind(n) {
		case syntax.KindConditional, syntax.KindBooleanOperator, syntax.KindLambda, syntax.KindListComprehension:
			return true
		}
	}
	return false
}

// InTestFile reports whether a file is one that pytest collects, or lies beside
// such: its helpers serve tests.
func InTestFile(p *analyzer.Pass) bool {
	dir, name := path.Split(p.File.Path)
	return strings.HasPrefix(name, "test_") || strings.HasSuffix(name, "_test.py") || strings.HasSuffix("/"+dir, "/tests/")
}

// Once reports whether n stands in a method that a model calls, if at all, to get
// ready for the calls after it.
func Once(p *analyzer.Pass, n syntax.Node) bool {
	name := strings.TrimLeft(p.Tree.Text(p.Tree.FuncName(p.Tree.EnclosingFunction(n))), "_")
	for _, word := range [...]string{"merge", "unmerge", "init", "reset", "load", "save", "convert", "export", "build", "offload", "move"} {
		if strings.HasPrefix(name, word) {
			return true
		}
	}
	return false
}
