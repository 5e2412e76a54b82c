// Package reach tells which code runs on machines with CUDA only. There a fix
// may write what raises on a machine without an accelerator.
package reach

import (
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
	for _, call := range p.Model.Calls() {
		if raises(p, call) && (p.Tree.Within(call, p.Tree.Parent(n)) || before(p.Tree, call, n)) {
			return true
		}
	}
	return false
}

// BlockNeedsCUDA reports whether the with statement around n comes at once to
// something that raises without CUDA. What raises at its head does so little
// sooner.
func BlockNeedsCUDA(p *analyzer.Pass, n syntax.Node) bool {
	with := p.Tree.Statement(n)
	if p.Tree.Kind(with) != syntax.KindWith {
		return false
	}
	for stmt := range p.Tree.Children(p.Tree.Body(with)) {
		switch p.Tree.Kind(stmt) {
		case syntax.KindComment:
			continue
		case syntax.KindExpressionStatement, syntax.KindReturn:
		default:
			return false
		}
		for _, call := range p.Model.Calls() {
			if p.Tree.Within(call, stmt) && raises(p, call) && !conditional(p.Tree, call, stmt) {
				return true
			}
		}
		if p.Tree.Kind(stmt) == syntax.KindReturn {
			return false
		}
	}
	return false
}

// ImportNeedsCUDA reports whether the file puts something on CUDA while it is
// imported, so that nobody can import it without.
func ImportNeedsCUDA(p *analyzer.Pass) bool {
	for _, s := range p.Model.Devices() {
		if s.Default != syntax.None || s.CLI != syntax.None || !atTop(p.Tree, s.Node) {
			continue
		}
		for _, k := range s.Sinks {
			if k.Call != syntax.None && k.API != "torch.device" && s.Places() && k.Confidence == analyzer.Certain && atTop(p.Tree, k.Call) {
				return true
			}
		}
	}
	for _, call := range p.Model.Calls() {
		if raises(p, call) && atTop(p.Tree, call) {
			return true
		}
	}
	return false
}

// atTop reports whether importing the file always comes to n.
func atTop(t *syntax.Tree, n syntax.Node) bool {
	stmt := t.Statement(n)
	return t.Kind(stmt) == syntax.KindExpressionStatement && t.Kind(t.Parent(stmt)) == syntax.KindModule && !conditional(t, n, stmt)
}

// raises reports whether a call moves something to CUDA.
func raises(p *analyzer.Pass, call syntax.Node) bool {
	switch name, conf := p.Model.CallName(call); name {
	case "torch.Tensor.cuda", "torch.nn.Module.cuda":
		return conf >= analyzer.Likely
	case "torch.Tensor.to", "torch.nn.Module.to":
		target := p.Tree.Arg(call, 0, "device")
		for _, s := range p.Model.Devices() {
			if s.Node == target {
				return true
			}
		}
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
