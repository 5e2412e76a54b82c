package library

import (
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// reach is the condition for a statement to run, and the consequence of its failure;
// the greater value is the milder one.
type reach uint8

const (
	always   reach = iota // runs when the file does
	called                // runs when a function is called or a condition holds
	optional              // has a fallback, or is asked for before it runs
	never                 // only type checkers see it, or Neuron takes another way
)

// Exceptions that a fallback may catch, beside Exception itself.
const (
	importFails = "ImportError ModuleNotFoundError"
	buildFails  = "ImportError ModuleNotFoundError OSError EnvironmentError RuntimeError"
	loadFails   = "OSError EnvironmentError FileNotFoundError"
	toolFails   = "OSError EnvironmentError FileNotFoundError CalledProcessError SubprocessError"
)

// reachOf climbs from n to the module; failure lists the exceptions that n
// raises on a machine without CUDA.
func reachOf(p *analyzer.Pass, n syntax.Node, failure string) reach {
	r := &reacher{p: p, t: p.Tree, failure: strings.Fields(failure)}
	out := always
	for c := n; c != syntax.Root; c = r.t.Parent(c) {
		out = max(out, r.step(c, r.t.Parent(c)))
	}
	return out
}

// settled reports whether n gets no finding: it is for type checkers, or it belongs to
// a choice that Neuron has an arm in.
func settled(p *analyzer.Pass, n syntax.Node) bool {
	return p.Model.GuardedForNeuron(n) || reachOf(p, n, "") == never
}

type reacher struct {
	p       *analyzer.Pass
	t       *syntax.Tree
	failure []string
}

// step grades the way from a node to its parent.
func (r *reacher) step(c, parent syntax.Node) reach {
	switch r.t.Kind(parent) {
	case syntax.KindFunction, syntax.KindLambda:
		if r.t.Field(c) == syntax.FieldBody {
			return called
		}
	case syntax.KindCaseClause:
		return called
	case syntax.KindBlock:
		if r.leftWithout(parent, c) {
			return optional
		}
	case syntax.KindDecorated:
		if c == r.t.Child(parent, syntax.FieldDefinition) && r.asksDecorator(parent) {
			return optional
		}
	case syntax.KindTry:
		return r.try(c, parent)
	case syntax.KindWith:
		return r.with(parent)
	case syntax.KindIf, syntax.KindElif, syntax.KindConditional:
		return r.arm(c, parent)
	}
	return always
}

// asksDecorator recognises tests that are skipped where the package is not
// installed.
func (r *reacher) asksDecorator(decorated syntax.Node) bool {
	for _, d := range r.t.Decorators(decorated) {
		if text := strings.ToLower(r.t.Text(d)); strings.Contains(text, "require") || strings.Contains(text, "skip") && asks(text) {
			return true
		}
	}
	return false
}

func (r *reacher) try(c, try syntax.Node) reach {
	body := r.t.Body(try)
	switch r.t.Kind(c) {
	case syntax.KindBlock:
		if r.fallsBack(try) {
			return optional
		}
	case syntax.KindElse:
		if r.needsCUDA(body) && r.fallsBack(try) {
			return optional
		}
	case syntax.KindExcept:
		// The handler surely runs if the body tried first needs CUDA as well.
		if !r.needsCUDA(body) {
			return called
		}
	}
	return always
}

func (r *reacher) needsCUDA(block syntax.Node) bool {
	for _, s := range imports(r.p, needsCUDA) {
		if r.t.Within(s.node, block) {
			return true
		}
	}
	return false
}

// fallsBack reports whether a try statement continues after the failure.
func (r *reacher) fallsBack(try syntax.Node) bool {
	for h := range r.t.Children(try) {
		if r.t.Kind(h) == syntax.KindExcept && r.catches(h) {
			return !r.gives(r.t.Body(h))
		}
	}
	return false
}

func (r *reacher) catches(handler syntax.Node) bool {
	classes, bare := r.t.Caught(handler)
	return bare || slices.ContainsFunc(classes, r.covers)
}

// covers reports whether an exception class covers the failure.
func (r *reacher) covers(class syntax.Node) bool {
	name := r.t.Text(class)
	name = name[strings.LastIndexByte(name, '.')+1:]
	return name == "Exception" || name == "BaseException" || slices.Contains(r.failure, name)
}

// gives reports whether a handler gives up: it raises, exits or skips.
func (r *reacher) gives(block syntax.Node) bool {
	for s := range r.t.Children(block) {
		switch r.t.Kind(s) {
		case syntax.KindRaise:
			return true
		case syntax.KindExpressionStatement:
			switch name, _ := r.p.Model.CallName(r.t.First(s)); name {
			case "sys.exit", "os._exit", "builtins.exit", "builtins.quit":
				return true
			}
		}
	}
	return false
}

func (r *reacher) with(with syntax.Node) reach {
	for _, item := range r.t.WithItems(with) {
		if r.t.Kind(item.Value) != syntax.KindCall {
			continue
		}
		switch name, _ := r.p.Model.CallName(item.Value); name {
		case "contextlib.suppress", "pytest.raises":
			for a := range r.t.Args(item.Value) {
				if slices.ContainsFunc(r.t.Exceptions(a.Value), r.covers) {
					return optional
				}
			}
		}
	}
	return always
}
