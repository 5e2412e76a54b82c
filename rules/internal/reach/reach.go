// Package reach tells which code runs on machines with CUDA only, where a fix may write
// code that raises on a machine without an accelerator, and which code only serves
// tests.
package reach

import (
	"path"
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
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

// before reports whether a statement by itself, or an assignment, holds the call and is
// in a suite around n: it has then run when n does.
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

// Once reports whether n is in a method that a model calls, if at all, to get ready for
// the calls after it, by its name: a method that forward hands its input each time
// does other work, as build_targets.
func Once(p *analyzer.Pass, n syntax.Node) bool {
	fn := p.Tree.EnclosingFunction(n)
	name := strings.TrimLeft(p.Tree.Text(p.Tree.FuncName(fn)), "_")
	for _, word := range [...]string{"merge", "unmerge", "init", "reset", "load", "save", "convert", "export", "build", "offload", "move"} {
		if strings.HasPrefix(name, word) {
			return !strings.HasPrefix(name, "load_balanc") && !takesInput(p, fn)
		}
	}
	return false
}

// takesInput reports whether a forward method of the file passes its own arguments to a
// function whenever it runs, or whenever it is given some input at all.
func takesInput(p *analyzer.Pass, fn syntax.Node) bool {
	return slices.ContainsFunc(p.Model.Callers(fn), func(call syntax.Node) bool {
		forward := p.Tree.EnclosingFunction(call)
		switch p.Tree.Text(p.Tree.FuncName(forward)) {
		case "forward", "__call__":
		default:
			return false
		}
		if p.Model.Region(call) != semantic.RegionForward || !Always(p.Tree, call, forward) && !withInput(p, call, forward) {
			return false
		}
		for a := range p.Tree.Args(call) {
			if FromParameter(p.Model, a.Value) && p.Tree.Kind(a.Value) != syntax.KindAttribute {
				return true
			}
		}
		return false
	})
}

// withInput reports whether n runs in a function whenever it is given some input: if
// pixel_values is not None and input_ids.shape[1] > 1. The state of the object may tell
// the first call from those after it, and so may an input that is missing.
func withInput(p *analyzer.Pass, n, fn syntax.Node) bool {
	t := p.Tree
	given := false
	for at, around := n, t.Parent(n); around != fn; at, around = around, t.Parent(around) {
		switch kind := t.Kind(around); {
		case kind == syntax.KindIf && t.Child(around, syntax.FieldConsequence) == at:
			cond := t.Condition(around)
			if !testsInput(p, cond) || readsObject(t, cond) {
				return false
			}
			given = true
		case leavesOut(kind):
			return false
		}
	}
	return given
}

// testsInput reports whether a condition says that a parameter of the function around
// it is not None.
func testsInput(p *analyzer.Pass, cond syntax.Node) bool {
	for n := range p.Tree.All(cond) {
		if operand, op := p.Tree.NoneTest(n); op == "is not" && FromArgument(p.Model, operand) {
			return true
		}
	}
	return false
}

// readsObject reports whether an expression reads the object of a method.
func readsObject(t *syntax.Tree, n syntax.Node) bool {
	for id := range t.All(n) {
		if t.Kind(id) == syntax.KindIdentifier && t.Text(id) == "self" {
			return true
		}
	}
	return false
}
