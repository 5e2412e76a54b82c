package graph

import (
	"slices"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// timedBodies are the calls of a context manager that reads the clock before and after
// its body, where the body leaves work for the device behind and the context
// manager does not wait for it either:
//
//	@contextmanager
//	def timed(log):
//	    start = time.perf_counter()
//	    yield
//	    log.append(time.perf_counter() - start)
func timedBodies(p *analyzer.Pass, start, stop syntax.Node) (calls []syntax.Node) {
	fn := p.Tree.EnclosingFunction(stop)
	if yield := yieldBetween(p, start, stop); yield == syntax.None || !managesContext(p, fn) || waitsBetween(p, yield, stop) {
		return nil
	}
	for _, call := range p.Model.Callers(fn) {
		with := withOf(p, call)
		if with == syntax.None || p.Model.GuardedForNeuron(call) {
			continue
		}
		if leavesWork(p, p.Tree.Span(p.Tree.Child(with, syntax.FieldBody)), p.Tree.EnclosingFunction(with)) {
			calls = append(calls, call)
		}
	}
	return calls
}

// yieldBetween is where a generator hands over between two places of it; None if it does
// not.
func yieldBetween(p *analyzer.Pass, start, stop syntax.Node) syntax.Node {
	fn := p.Tree.EnclosingFunction(stop)
	if p.Tree.Kind(fn) != syntax.KindFunction {
		return syntax.None
	}
	between := source.Span{Start: p.Tree.Stop(start), End: p.Tree.Start(stop)}
	for n := range p.Tree.OfKind(syntax.KindYield) {
		if between.Contains(p.Tree.Span(n)) && p.Tree.EnclosingFunction(n) == fn {
			return n
		}
	}
	return syntax.None
}

// managesContext reports whether a function is made a context manager.
func managesContext(p *analyzer.Pass, fn syntax.Node) bool {
	return slices.ContainsFunc(p.Tree.Decorators(fn), func(decorator syntax.Node) bool {
		name, _ := p.Model.Name(decorator)
		return name == "contextlib.contextmanager"
	})
}

// waitsBetween reports whether a function calls something between two places of it that
// may wait for the device.
func waitsBetween(p *analyzer.Pass, start, stop syntax.Node) bool {
	between := source.Span{Start: p.Tree.Stop(start), End: p.Tree.Start(stop)}
	for _, call := range p.Model.Calls() {
		if between.Contains(p.Tree.Span(call)) && p.Tree.EnclosingFunction(call) == p.Tree.EnclosingFunction(stop) && mayWait(p, call) {
			return true
		}
	}
	return false
}

// withOf is the with statement that a call makes a context manager for.
func withOf(p *analyzer.Pass, call syntax.Node) syntax.Node {
	at := p.Tree.Parent(call)
	if p.Tree.Kind(at) == syntax.KindAsPattern {
		at = p.Tree.Parent(at)
	}
	if p.Tree.Kind(at) != syntax.KindWithItem {
		return syntax.None
	}
	return p.Tree.Parent(p.Tree.Parent(at)) // the clause stands between
}
